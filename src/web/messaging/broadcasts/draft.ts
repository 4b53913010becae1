// A draft as form state, as a request, and as a list of differences between two versions.
import * as z from 'zod/mini'
import type { Audience } from '../../../contract/audiences.ts'
import { type Broadcast, BroadcastInput } from '../../../contract/broadcasts.ts'
import { clockAt } from '../../../contract/local-time.ts'
import { issue } from '../../../contract/messages/issue.ts'

/** Both audiences and both messages are kept while the user switches between them. */
export type Draft = {
  name: string
  session_id: string
  source: 'template' | 'own'
  template_id: string | null
  body: string
  /** A custom file, which may also replace the template's. */
  media_id: string | null
  audience: Required<Audience>
  when: 'now' | 'later'
  /** Local time in `time_zone`, in the format of the browser's field: `2026-11-25T09:00`, or empty. */
  send_on: string
  time_zone: string
  expires_on: string
}

/** A draft may lack a message or an audience; `gapOf` returns what is needed to send it. */
export const DraftCheck = z.object({
  name: BroadcastInput.shape.name,
  session_id: z.string().check(z.minLength(1, { error: issue('field.required') })),
})

export function newDraft(sessionId: string, timeZone: string, name = ''): Draft {
  return {
    name,
    session_id: sessionId,
    source: 'template',
    template_id: null,
    body: '',
    media_id: null,
    audience: {
      // A sent message cannot be taken back, so nobody is chosen by default.
      all_contacts: false,
      contact_ids: [],
      exclude_contact_ids: [],
      wa_group_ids: [],
      broadcast_group_ids: [],
    },
    when: 'now',
    send_on: '',
    time_zone: timeZone,
    expires_on: '',
  }
}

export function draftOf(
  broadcast: Broadcast,
  audience: { contacts: { id: string }[]; excluded: { id: string }[]; groups: { id: string }[] },
  timeZone: string,
): Draft {
  const zone = broadcast.time_zone ?? timeZone
  const isOwn = broadcast.template_id === null && broadcast.body !== ''
  return {
    name: broadcast.name,
    session_id: broadcast.session_id,
    source: isOwn ? 'own' : 'template',
    template_id: broadcast.template_id,
    body: isOwn ? broadcast.body : '',
    media_id: broadcast.media_id,
    audience: {
      all_contacts: broadcast.audience.all_contacts,
      contact_ids: audience.contacts.map(({ id }) => id),
      exclude_contact_ids: audience.excluded.map(({ id }) => id),
      wa_group_ids: audience.groups.map(({ id }) => id),
      broadcast_group_ids: broadcast.audience.broadcast_groups.map(({ id }) => id),
    },
    when: broadcast.send_on === null ? 'now' : 'later',
    send_on: broadcast.send_on ?? '',
    time_zone: zone,
    expires_on: broadcast.expires_at === null ? '' : clockAt(Date.parse(broadcast.expires_at), zone),
  }
}

/** Only the selected audience and message are submitted. */
export function inputOf({ source, audience, ...draft }: Draft): BroadcastInput {
  return {
    name: draft.name,
    session_id: draft.session_id,
    template_id: source === 'template' ? draft.template_id : null,
    body: source === 'own' ? draft.body : null,
    media_id: draft.media_id,
    send_at: draft.when === 'later' ? draft.send_on || null : null,
    time_zone: draft.time_zone,
    expires_at: draft.expires_on || null,
    audience: {
      ...(audience.all_contacts ? { all_contacts: true } : { contact_ids: audience.contact_ids }),
      ...(audience.exclude_contact_ids.length > 0 ? { exclude_contact_ids: audience.exclude_contact_ids } : {}),
      ...(audience.wa_group_ids.length > 0 ? { wa_group_ids: audience.wa_group_ids } : {}),
      ...(!audience.all_contacts && audience.broadcast_group_ids.length > 0
        ? { broadcast_group_ids: audience.broadcast_group_ids }
        : {}),
    },
  }
}

/** True if no contact, group or WhatsApp group is chosen. A chosen group may still turn out to be empty. */
export const isNobody = ({ all_contacts, contact_ids, wa_group_ids, broadcast_group_ids }: Draft['audience']) =>
  !all_contacts && [...contact_ids, ...wa_group_ids, ...broadcast_group_ids].length === 0

/** What prevents sending, and the field to fix. */
export function gapOf({
  source,
  template_id,
  body,
  audience,
  when,
  send_on,
}: Draft): 'template_id' | 'body' | 'audience' | 'send_on' | undefined {
  if (isNobody(audience)) return 'audience'
  if (source === 'template' ? !template_id : !body.trim()) return source === 'template' ? 'template_id' : 'body'
  return when === 'later' && send_on === '' ? 'send_on' : undefined
}

/** Maps a field name of the server to the form's. */
export function fieldOf(path: string, { source }: Pick<Draft, 'source'>): keyof Draft {
  // The server has one message: the template's or the custom text.
  if (path === 'template_id' && source === 'own') return 'body'
  if (path === 'send_at') return 'send_on'
  return path === 'expires_at' ? 'expires_on' : (path as keyof Draft)
}

export type Part = 'name' | 'session_id' | 'message' | 'audience' | 'when'

/** Merges two versions of a draft: `isTheirs` decides for each part whether the other user's version is used. */
export function merged(mine: Draft, theirs: Draft, isTheirs: (part: Part) => boolean): Draft {
  const { source, template_id, body, media_id } = isTheirs('message') ? theirs : mine
  const { when, send_on, time_zone, expires_on } = isTheirs('when') ? theirs : mine
  return {
    name: (isTheirs('name') ? theirs : mine).name,
    session_id: (isTheirs('session_id') ? theirs : mine).session_id,
    source,
    template_id,
    body,
    media_id,
    audience: (isTheirs('audience') ? theirs : mine).audience,
    when,
    send_on,
    time_zone,
    expires_on,
  }
}
