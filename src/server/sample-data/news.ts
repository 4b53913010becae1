// Rows of the sample broadcasts: recipients, outcomes and replies. Pure.

import { contacts } from './contacts.ts'
import type { Ground, Names, Rows } from './ground.ts'
import { investors } from './investors.ts'
import { broadcasts, groups, type SampleOutcome, templates } from './messages.ts'

const minute = 60_000

export function broadcastRows({ id, at, free, phone }: Names, { user_id, name: organization }: Ground): Rows[] {
  const by = { created_by: user_id }
  const session_id = id('session', 'sample')
  const sent = broadcasts.flatMap((broadcast) => {
    const started = Date.parse(at(-broadcast.at[0], broadcast.at[1]))
    return Object.entries(broadcast.outcomes).map(([key, outcome], place) => ({
      broadcast,
      contact: contacts.find((each) => each.key === key)!,
      place,
      ...outcome,
      ...timesOf(outcome, started, place),
      wa_message_id: `sample-${broadcast.key}-${key}`,
    }))
  })
  type Sent = (typeof sent)[number]
  const heard = sent.filter((each): each is Sent & { reply: NonNullable<Sent['reply']> } => each.reply !== undefined)
  const replyId = ({ wa_message_id }: Sent) => id('reply', wa_message_id)
  const answered = heard.filter(({ reply }) => reply.answer)
  const iso = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString())
  const last = (own: Sent[]) => iso(Math.max(...own.map(({ left }) => left ?? 0)))
  const templateOf = (wanted: string) => templates.find(({ key }) => key === wanted)!

  return [
    {
      table: 'wa_sessions',
      rows: [
        {
          id: session_id,
          name: free('wa_sessions', 'Sample phone'),
          driver: 'simulator',
          phone_number: '+447700900100',
          push_name: 'Sample phone',
        },
      ],
    },
    {
      table: 'templates',
      rows: templates.map(({ key, name, language, body }) => ({
        id: id('template', key),
        name: free('templates', name),
        language,
        body,
        created_at: at(-120, '10:00'),
        updated_at: at(-36, '10:00'),
        updated_by: user_id,
        ...by,
      })),
    },
    {
      table: 'broadcast_groups',
      rows: groups.map(({ key, name, about }) => ({
        id: id('group', key),
        name: free('broadcast_groups', name),
        segment: segmentOf(about, id),
        created_at: at(-110, '10:00'),
        updated_at: at(-110, '10:00'),
        ...by,
      })),
    },
    {
      table: 'broadcast_group_contacts',
      rows: groups.flatMap(({ key, contacts: own }) =>
        own.map((contact) => ({ broadcast_group_id: id('group', key), contact_id: id('contact', contact) })),
      ),
    },
    {
      table: 'broadcasts',
      rows: [
        ...broadcasts.map(({ key, name, template, at: [ago, clock] }) => ({
          id: id('broadcast', key),
          name,
          session_id,
          template_id: id('template', template),
          body: templateOf(template).body,
          language: templateOf(template).language,
          status: 'completed',
          created_at: at(-ago - 1, '16:40'),
          started_at: at(-ago, clock),
          finished_at: last(sent.filter(({ broadcast }) => broadcast.key === key)),
          updated_at: last(sent.filter(({ broadcast }) => broadcast.key === key)),
          ...by,
        })),
        {
          id: id('broadcast', 'draft'),
          name: 'Capital call Villa Canggu',
          session_id,
          template_id: id('template', 'call'),
          body: null,
          language: '',
          status: 'draft',
          created_at: at(-1, '17:05'),
          started_at: null,
          finished_at: null,
          updated_at: at(-1, '17:05'),
          ...by,
        },
      ],
    },
    {
      table: 'broadcast_audience_groups',
      rows: [...broadcasts, { key: 'draft', group: 'villa' }].map(({ key, group }) => ({
        broadcast_id: id('broadcast', key),
        broadcast_group_id: id('group', group),
      })),
    },
    {
      table: 'recipients',
      rows: sent.map((each) => ({
        id: id('recipient', each.wa_message_id),
        broadcast_id: id('broadcast', each.broadcast.key),
        session_id,
        contact_id: id('contact', each.contact.key),
        investor_id: id(
          'investor',
          investors.find((one) => one.contacts.some(([key]) => key === each.contact.key))!.key,
        ),
        name: each.contact.name,
        address: phone(each.contact.phone),
        address_key: phone(each.contact.phone),
        status: each.status,
        reason: each.reason ?? null,
        retryable: each.status === 'failed' ? false : null,
        due_at: null,
        wa_message_id: each.left === null ? null : each.wa_message_id,
        text:
          each.left === null
            ? null
            : textOf(templateOf(each.broadcast.template).body, each.contact.preferred_name, organization),
        attempts: each.left === null ? 0 : 1,
        sent_at: each.status === 'failed' ? null : iso(each.left),
        delivered_at: iso(each.delivered),
        read_at: iso(each.read),
        replied_at: iso(each.replied),
      })),
    },
    {
      table: 'wa_sends',
      rows: sent
        .filter(({ left, reason }) => left !== null && reason !== 'not_on_whatsapp')
        .map(({ left, contact, wa_message_id, place }) => ({
          session_id,
          at: iso(left),
          wa_message_id,
          address_key: phone(contact.phone),
          chat: 'new',
          jitter: (place % 10) / 10,
        })),
    },
    {
      table: 'wa_messages',
      rows: heard.map(({ reply, ...each }) => ({
        id: replyId(each),
        session_id,
        wa_message_id: `${each.wa_message_id}-reply`,
        address: phone(each.contact.phone),
        address_key: phone(each.contact.phone),
        contact_id: id('contact', each.contact.key),
        text: reply.text,
        at: iso(each.replied),
        received_at: iso(each.replied),
        driver: 'simulator',
        broadcast_id: id('broadcast', each.broadcast.key),
        handled_at: reply.is_handled ? iso(each.replied! + 25 * minute) : null,
        handled_by: reply.is_handled ? user_id : null,
      })),
    },
    {
      table: 'wa_answers',
      rows: answered.map((each) => ({
        session_id,
        reply_id: replyId(each),
        text: each.reply.answer,
        status: 'read',
        due_at: null,
        wa_message_id: `${each.wa_message_id}-answer`,
        attempts: 1,
        created_at: iso(each.replied! + 25 * minute),
        sent_at: iso(each.replied! + 25 * minute),
        delivered_at: iso(each.replied! + 25 * minute),
        read_at: iso(each.replied! + 31 * minute),
        ...by,
      })),
    },
    {
      table: 'wa_chats',
      // The latest reply of each contact: the older broadcast's come last.
      rows: [...new Map(heard.map((each) => [each.contact.key, each])).values()].map((each) => ({
        session_id,
        address_key: phone(each.contact.phone),
        first_written_at: iso(each.replied),
      })),
    },
  ]
}

/** When the message was sent, delivered, read and answered. */
function timesOf({ status, reply, reason }: SampleOutcome, started: number, place: number) {
  const left = status === 'skipped' ? null : started + place * 21_000
  const came = status === 'delivered' || status === 'read' ? left! + 3_000 + ((place * 7) % 11) * 1_000 : null
  const read = status === 'read' ? came! + (1 + ((place * 13) % 47)) * minute : null
  return { left, delivered: came, read, replied: reply ? read! + (2 + (place % 9)) * minute : null, reason }
}

/** The rendered message: the sample templates that were sent contain only the contact's name. */
function textOf(body: string, name: string, organization: string) {
  return body
    .replace('{{ contact.preferred_name | default: contact.name }}', name)
    .replace(/\{\{ organization\.name [^}]*\}\}/, organization)
}

function segmentOf(about: (typeof groups)[number]['about'], id: Names['id']) {
  const any = (field: string, value: string) => ({ type: 'rule', field, operator: 'any_of', value: [value] })
  if (about === 'consent') return { type: 'group', match: 'all', rules: [any('contact.consent', 'opted_in')] }
  if (about === 'tag') return { type: 'group', match: 'all', rules: [any('contact.tag', id('tag', 'angel'))] }
  const investment = {
    type: 'investment',
    has: 'some',
    match: 'all',
    rules: [any('investment.offering', id('offering', 'villa'))],
  }
  return { type: 'group', match: 'all', rules: [investment] }
}
