// Rows of the sample phone, templates, groups and broadcasts, with the outcome of each message and the replies. Pure.
import { contacts, type SampleContact } from './contacts.ts'
import { byKey, type Ground, type Rows } from './ground.ts'
import { investors } from './investors.ts'
import { broadcasts, groups, type SampleOutcome, templates } from './messages.ts'

const minute = 60_000

export function broadcastRows(ground: Ground): Rows[] {
  const sent = sentMessages(ground)
  return [
    { table: 'wa_sessions', rows: [sessionRow(ground)] },
    { table: 'templates', rows: templateRows(ground) },
    ...groupRows(ground),
    ...draftRows(ground, sent),
    { table: 'recipients', rows: sent.map((message) => recipientRow(ground, message)) },
    { table: 'wa_sends', rows: sendRows(ground, sent) },
    ...replyRows(ground, sent),
  ]
}

interface Sent extends SampleOutcome {
  broadcast: (typeof broadcasts)[number]
  contact: SampleContact
  place: number
  wa_message_id: string
  /** When the message was sent, delivered, read and answered, in epoch milliseconds; null: never. */
  left: number | null
  delivered: number | null
  read: number | null
  replied: number | null
}

function sentMessages({ at }: Ground): Sent[] {
  return broadcasts.flatMap((broadcast) => {
    const started = Date.parse(at(-broadcast.at[0], broadcast.at[1]))
    return Object.entries(broadcast.outcomes).map(([key, outcome], place) => ({
      broadcast,
      contact: byKey(contacts, key),
      place,
      ...outcome,
      ...timesOf(outcome, started, place),
      wa_message_id: `sample-${broadcast.key}-${key}`,
    }))
  })
}

function timesOf({ status, reply }: SampleOutcome, started: number, place: number) {
  const left = status === 'skipped' ? null : started + place * 21_000
  const delivered = status === 'delivered' || status === 'read' ? left! + 3_000 + ((place * 7) % 11) * 1_000 : null
  const read = status === 'read' ? delivered! + (1 + ((place * 13) % 47)) * minute : null
  return { left, delivered, read, replied: reply ? read! + (2 + (place % 9)) * minute : null }
}

const iso = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString())
const sessionId = ({ id }: Ground) => id('session', 'sample')
const replyId = ({ id }: Ground, { wa_message_id }: Sent) => id('reply', wa_message_id)

const sessionRow = (ground: Ground) => ({
  id: sessionId(ground),
  name: 'Sample phone',
  driver: 'simulator',
  phone_number: '+447700900100',
  push_name: 'Sample phone',
})

const templateRows = ({ id, at, input }: Ground) =>
  templates.map(({ key, ...template }) => ({
    id: id('template', key),
    ...template,
    created_at: at(-120, '10:00'),
    updated_at: at(-36, '10:00'),
    updated_by: input.user_id,
    created_by: input.user_id,
  }))

function groupRows({ id, at, input }: Ground): Rows[] {
  return [
    {
      table: 'broadcast_groups',
      rows: groups.map(({ key, name, about }) => ({
        id: id('group', key),
        name,
        segment: segmentOf(about, id),
        created_at: at(-110, '10:00'),
        updated_at: at(-110, '10:00'),
        created_by: input.user_id,
      })),
    },
    {
      table: 'broadcast_group_contacts',
      rows: groups.flatMap(({ key, contacts: own }) =>
        own.map((contact) => ({ broadcast_group_id: id('group', key), contact_id: id('contact', contact) })),
      ),
    },
  ]
}

function segmentOf(about: (typeof groups)[number]['about'], id: Ground['id']) {
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

/** The completed broadcasts and one draft, with their audiences. */
function draftRows(ground: Ground, sent: readonly Sent[]): Rows[] {
  const { id, at, input } = ground
  const common = { session_id: sessionId(ground), created_by: input.user_id }
  const completed = broadcasts.map(({ key, name, template, at: [ago, clock] }) => {
    const { body, language } = byKey(templates, template)
    const finished_at = iso(Math.max(...sent.map(({ broadcast, left }) => (broadcast.key === key ? (left ?? 0) : 0))))
    return {
      ...common,
      id: id('broadcast', key),
      template_id: id('template', template),
      ...{ name, body, language, status: 'completed' },
      created_at: at(-ago - 1, '16:40'),
      started_at: at(-ago, clock),
      finished_at,
      updated_at: finished_at,
    }
  })
  const draft = {
    ...common,
    id: id('broadcast', 'draft'),
    template_id: id('template', 'call'),
    ...{ name: 'Capital call Villa Canggu', body: null, language: '', status: 'draft' },
    created_at: at(-1, '17:05'),
    started_at: null,
    finished_at: null,
    updated_at: at(-1, '17:05'),
  }
  const audiences = [...broadcasts, { key: 'draft', group: 'villa' }].map(({ key, group }) => ({
    broadcast_id: id('broadcast', key),
    broadcast_group_id: id('group', group),
  }))
  return [
    { table: 'broadcasts', rows: [...completed, draft] },
    { table: 'broadcast_audience_groups', rows: audiences },
  ]
}

function recipientRow(ground: Ground, message: Sent) {
  const { id, input } = ground
  const { broadcast, contact, status, reason, left, wa_message_id } = message
  const investor = investors.find((each) => each.contacts.some(([key]) => key === contact.key))!
  const text = textOf(byKey(templates, broadcast.template).body, contact.preferred_name, input.name)
  return {
    id: id('recipient', wa_message_id),
    broadcast_id: id('broadcast', broadcast.key),
    session_id: sessionId(ground),
    contact_id: id('contact', contact.key),
    investor_id: id('investor', investor.key),
    name: contact.name,
    address: contact.phone,
    address_key: contact.phone,
    status,
    reason: reason ?? null,
    retryable: status === 'failed' ? false : null,
    due_at: null,
    wa_message_id: left === null ? null : wa_message_id,
    text: left === null ? null : text,
    attempts: left === null ? 0 : 1,
    sent_at: status === 'failed' ? null : iso(left),
    delivered_at: iso(message.delivered),
    read_at: iso(message.read),
    replied_at: iso(message.replied),
  }
}

/** Renders a message. The sample templates that were sent contain no other variables. */
function textOf(body: string, name: string, organization: string) {
  return body
    .replace('{{ contact.preferred_name | default: contact.name }}', name)
    .replace(/\{\{ organization\.name [^}]*\}\}/, organization)
}

const sendRows = (ground: Ground, sent: readonly Sent[]) =>
  sent
    .filter(({ left, reason }) => left !== null && reason !== 'not_on_whatsapp')
    .map(({ left, contact, wa_message_id, place }) => ({
      session_id: sessionId(ground),
      at: iso(left),
      wa_message_id,
      address_key: contact.phone,
      chat: 'new',
      jitter: (place % 10) / 10,
    }))

/** Replies, answers to them, and the chats they opened. */
function replyRows(ground: Ground, sent: readonly Sent[]): Rows[] {
  const replies = sent.flatMap((message) => (message.reply ? [{ ...message, reply: message.reply }] : []))
  const answered = replies.flatMap((message) =>
    message.reply.answer ? [answerRow(ground, message, message.reply.answer)] : [],
  )
  // The latest reply of each contact: the older broadcast's come last.
  const chats = [...new Map(replies.map((message) => [message.contact.key, message])).values()].map((message) => ({
    session_id: sessionId(ground),
    address_key: message.contact.phone,
    first_written_at: iso(message.replied),
  }))
  return [
    { table: 'wa_messages', rows: replies.map((message) => replyRow(ground, message)) },
    { table: 'wa_answers', rows: answered },
    { table: 'wa_chats', rows: chats },
  ]
}

function replyRow(ground: Ground, message: Sent & { reply: NonNullable<Sent['reply']> }) {
  const { id, input } = ground
  const { reply, contact, broadcast, replied } = message
  return {
    id: replyId(ground, message),
    session_id: sessionId(ground),
    wa_message_id: `${message.wa_message_id}-reply`,
    address: contact.phone,
    address_key: contact.phone,
    contact_id: id('contact', contact.key),
    text: reply.text,
    at: iso(replied),
    received_at: iso(replied),
    driver: 'simulator',
    broadcast_id: id('broadcast', broadcast.key),
    handled_at: reply.is_handled ? iso(replied! + 25 * minute) : null,
    handled_by: reply.is_handled ? input.user_id : null,
  }
}

function answerRow(ground: Ground, message: Sent, text: string) {
  const left = iso(message.replied! + 25 * minute)
  return {
    session_id: sessionId(ground),
    reply_id: replyId(ground, message),
    text,
    status: 'read',
    due_at: null,
    wa_message_id: `${message.wa_message_id}-answer`,
    attempts: 1,
    created_at: left,
    sent_at: left,
    delivered_at: left,
    read_at: iso(message.replied! + 31 * minute),
    created_by: ground.input.user_id,
  }
}
