// The query parameters of /broadcasts/add. Other pages link there to open the form of a new broadcast with these fields filled in:
//
//   template_id         the message
//   broadcast_group_id  broadcast groups, separated by commas
//   wa_group_id         imported WhatsApp groups, separated by commas
//   contact_ids         contacts, separated by commas, at most `maxContactIds`; for more, pass a broadcast group
//   contacts            filters of the contact list (`consent=opted_in&tag_id=…`): everybody who matches when the form opens;
//                       without a filter, all contacts
//
// Create such addresses with `broadcastPath`. The parameters add up, and each phone number gets one message.
import { Id } from './common.ts'

/** With more ids the address would exceed the length that web servers and proxies accept. */
export const maxContactIds = 200

export interface BroadcastStart {
  template_id?: string | undefined
  broadcast_group_id?: readonly string[]
  wa_group_id?: readonly string[]
  contact_ids?: readonly string[]
  /** The query string of the contact list (`location.search`). Its page and order are dropped. */
  contacts?: string | undefined
}

const several = ['broadcast_group_id', 'wa_group_id', 'contact_ids'] as const

export function broadcastPath({ template_id, contacts, ...ids }: BroadcastStart): string {
  if ((ids.contact_ids ?? []).length > maxContactIds) throw new Error('Too many contacts for an address')
  const params = [
    ...(template_id ? [`template_id=${template_id}`] : []),
    ...several.flatMap((key) => (ids[key]?.length ? [`${key}=${ids[key].join(',')}`] : [])),
    ...(contacts === undefined ? [] : [`contacts=${encodeURIComponent(filtersOf(contacts))}`]),
  ]
  return params.length > 0 ? `/broadcasts/add?${params.join('&')}` : '/broadcasts/add'
}

/** Invalid ids are dropped, because the address may have been truncated or typed by hand. */
export function readBroadcastStart(params: { get(key: string): string | null }): BroadcastStart {
  const idsOf = (key: string) => [...new Set((params.get(key) ?? '').split(','))].filter(isId)
  const contacts = params.get('contacts')
  return {
    template_id: idsOf('template_id')[0],
    broadcast_group_id: idsOf('broadcast_group_id'),
    wa_group_id: idsOf('wa_group_id'),
    contact_ids: idsOf('contact_ids').slice(0, maxContactIds),
    contacts: contacts === null ? undefined : filtersOf(contacts),
  }
}

function filtersOf(search: string) {
  const pairs = search.replace(/^\?/, '').split('&')
  return pairs.filter((pair) => /^[^=]+=./.test(pair) && !/^(page|per_page|sort)=/.test(pair)).join('&')
}

const isId = (text: string) => Id.safeParse(text).success
