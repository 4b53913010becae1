// All SQL of replies (incoming) and answers (outgoing).
import { type RawBuilder, sql } from 'kysely'
import type { RecipientStatus } from '../../../contract/broadcasts.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { numbersOfContact } from '../../records/contacts/service.ts'
import { type NamedMedia, named } from '../media/service.ts'

export interface IncomingMessage {
  /** The id chosen by the sender's phone. */
  wa_message_id: string
  address: string
  address_key: string
  contact_id: string | null
  text: string
  is_truncated: boolean
  at: Date
  /** The id of the last message sent to this person. */
  replied_to: string | undefined
  /** Handled automatically by Kabar. */
  is_handled: boolean
}

/** Returns its id, or undefined for a duplicate: the network may deliver a message twice. */
export async function saveReply(
  tenant: Tenant,
  sessionId: string,
  heard: IncomingMessage,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into wa_messages (organization_id, session_id, wa_message_id, address, address_key, contact_id, text, is_truncated, at, handled_at, driver, broadcast_id)
    select ${tenant.organization_id}, s.id, ${heard.wa_message_id}, ${heard.address}, ${heard.address_key},
      ${heard.contact_id}::uuid, ${heard.text}, ${heard.is_truncated}, ${heard.at}, case when ${heard.is_handled} then clock_timestamp() end, s.driver,
      ${broadcastOf(tenant, sessionId, heard.replied_to)}
    from wa_sessions s where s.organization_id = ${tenant.organization_id} and s.id = ${sessionId}
    on conflict do nothing returning id`.execute(tenant.db)
  return rows[0]?.id
}

/** The broadcast of one of our messages, either directly or as an answer to one of its replies. */
const broadcastOf = (tenant: Tenant, sessionId: string, messageId: string | undefined) => {
  const ours = (table: string) => sql`${sql.ref(`${table}.organization_id`)} = ${tenant.organization_id}
    and ${sql.ref(`${table}.session_id`)} = ${sessionId} and ${sql.ref(`${table}.wa_message_id`)} = ${messageId ?? null}`
  return sql`coalesce(
    (select r.broadcast_id from recipients r where ${ours('r')}),
    (select m.broadcast_id from wa_answers a join wa_messages m on m.organization_id = a.organization_id and m.id = a.reply_id
      where ${ours('a')}))`
}

/** Reassigns messages from a hidden WhatsApp id to the phone number; returns them, oldest first. */
export async function recognize(
  tenant: Tenant,
  sessionId: string,
  hidden: string,
  whose: { address: string; address_key: string; contact_id: string | null },
): Promise<{ id: string; text: string; at: string }[]> {
  const { rows } = await sql<{ id: string; text: string; at: string }>`
    update wa_messages set address = ${whose.address}, address_key = ${whose.address_key}, contact_id = ${whose.contact_id}::uuid
    where organization_id = ${tenant.organization_id} and session_id = ${sessionId} and address_key = ${hidden}
    returning id, text, at`.execute(tenant.db)
  return rows.sort((a, b) => (a.at < b.at ? -1 : 1))
}

/** Records the message it replies to, once known. */
export async function linkReplyToBroadcast(
  tenant: Tenant,
  sessionId: string,
  id: string,
  repliedTo: string,
): Promise<void> {
  await sql`update wa_messages set broadcast_id = ${broadcastOf(tenant, sessionId, repliedTo)}
    where organization_id = ${tenant.organization_id} and id = ${id}`.execute(tenant.db)
}

/** What decides whether a person may be answered. */
export interface AnswerEligibility {
  id: string
  session_id: string
  session_name: string
  address: string
  is_session_removed: boolean
  /** The session's driver now, and when the message was received. */
  driver: string
  driver_then: string
  is_opted_out: boolean
  do_not_contact: boolean
}

/** `which` is a condition on `wa_messages m`. */
export async function answerEligibility(
  tenant: Tenant,
  which: { reply_id: string } | { contact_id: string },
): Promise<AnswerEligibility | undefined> {
  const { rows } = await sql<AnswerEligibility>`
    select m.id, m.session_id, s.name as session_name, m.address, s.deleted_at is not null as is_session_removed,
      s.driver, m.driver as driver_then, ${isOptedOut(tenant, sql`m.address_key`)} as is_opted_out,
      ${isNotToBeContacted(tenant, sql`m.address_key`)} as do_not_contact
    from wa_messages m join wa_sessions s on s.organization_id = m.organization_id and s.id = m.session_id
    where m.organization_id = ${tenant.organization_id}
      and ${'reply_id' in which ? sql`m.id = ${which.reply_id}` : messagesFromContact(tenant, which.contact_id)}
    order by m.at desc, m.received_at desc, m.id limit 1`.execute(tenant.db)
  return rows[0]
}

/** By number, or by the consent of the contact with this number. */
export const isOptedOut = ({ organization_id }: Tenant, key: RawBuilder<unknown>) => sql`(
  exists (select from opt_outs o where o.organization_id = ${organization_id} and o.phone_key = ${key})
  or exists (select from contact_numbers n join contacts c on c.organization_id = n.organization_id and c.id = n.contact_id
    where n.organization_id = ${organization_id} and n.phone_key = ${key} and c.consent = 'opted_out'))`
export const isNotToBeContacted = (
  { organization_id }: Tenant,
  key: RawBuilder<unknown>,
) => sql`exists (select from contact_numbers n
  join investor_contacts x on x.organization_id = n.organization_id and x.contact_id = n.contact_id
  join investors i on i.organization_id = x.organization_id and i.id = x.investor_id and i.do_not_contact and i.deleted_at is null
  where n.organization_id = ${organization_id} and n.phone_key = ${key})`

/** A condition on `wa_messages m`: messages of a contact, including those received before the contact existed. */
export const messagesFromContact = (tenant: Tenant, contactId: string) => sql`(m.contact_id = ${contactId}
  or m.contact_id is null and m.address_key = any (${numbersOfContact(tenant, contactId)}))`

export interface NewAnswer {
  session_id: string
  reply_id: string | null
  text: string
  is_automatic: boolean
}

/** Goes to its own `address`; `reply_id` only names the reply that it marks as handled. */
export interface NewDirectMessage extends Omit<NewAnswer, 'is_automatic'> {
  /** Null for a test message. */
  contact_id: string | null
  address: string
  address_key: string
  driver: string
  media_id: string | null
  is_test: boolean
  /** Its text was filled in with amounts. */
  shows_amounts: boolean
}

/** Queues the answer: see `nextDue`. */
export async function addAnswer(tenant: Tenant, answer: NewAnswer | NewDirectMessage): Promise<string> {
  const { id } = await tenant.db
    .insertInto('wa_answers')
    .values({ ...answer, organization_id: tenant.organization_id, created_by: tenant.user_id ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** SQL: a message, with the keys of all numbers of its sender. */
const messageOf = ({ organization_id }: Tenant, id: string) => sql`
  select m.organization_id, m.id, m.at, m.handled_at, m.contact_id, m.address_key || coalesce(c.other_phone_keys || c.phone_key, '{}') as keys
  from wa_messages m
  left join contact_numbers n on n.organization_id = m.organization_id and n.phone_key = m.address_key
  left join contacts c on c.organization_id = m.organization_id and c.id = coalesce(m.contact_id, n.contact_id) and c.deleted_at is null
  where m.organization_id = ${organization_id} and m.id = ${id}`

/**
 * Marks the reply and all earlier ones of the same person as handled. With an answer, `handled_at` is the answer's time, so
 * that a failed answer reopens exactly these. Replies already handled are unchanged.
 */
export async function markHandled(tenant: Tenant, id: string, answerId?: string): Promise<void> {
  await sql`
    update wa_messages m set handled_by = ${tenant.user_id ?? null}::uuid, handled_at = coalesce((select a.created_at from wa_answers a
        where a.organization_id = ${tenant.organization_id} and a.id = ${answerId ?? null}::uuid), statement_timestamp())
    where m.organization_id = ${tenant.organization_id} and m.id in (
      select e.id from (${messageOf(tenant, id)}) t join wa_messages e on e.organization_id = t.organization_id
        and (e.address_key = any (t.keys) or e.contact_id = t.contact_id)
      where e.handled_at is null and (e.at <= t.at or e.id = t.id)
      order by e.id for no key update of e)`.execute(tenant.db)
}

/** Reopens a reply and the earlier ones of the same person that were handled at the same moment. */
export async function markUnhandled(tenant: Tenant, id: string): Promise<void> {
  await sql`
    update wa_messages set handled_at = null, handled_by = null
    where organization_id = ${tenant.organization_id} and id in (
      select e.id from (${messageOf(tenant, id)}) t join wa_messages e on e.organization_id = t.organization_id and e.handled_at = t.handled_at
        and (e.address_key = any (t.keys) or e.contact_id = t.contact_id)
      where (e.at <= t.at or e.id = t.id)
      order by e.id for no key update of e)`.execute(tenant.db)
}

/** Returns false if it was sent, or may have been. */
export async function cancelAnswer(tenant: Tenant, id: string): Promise<boolean> {
  const { rows } = await sql`
    with taken as (update wa_answers set status = 'cancelled', reason = null, due_at = null
      where organization_id = ${tenant.organization_id} and id = ${id} and status = 'pending'
      returning organization_id, id, reply_id, created_at, status), ${reopened(sql`taken`)}
    select from taken`.execute(tenant.db)
  return rows.length === 1
}

/** Reopens the replies that unsent answers had marked as handled. `changed`: the updated rows of answers. */
const reopened = (changed: RawBuilder<unknown>) => sql`reopened as (
  update wa_messages m set handled_at = null, handled_by = null from ${changed} c
  where m.organization_id = c.organization_id and m.id = c.reply_id and m.handled_at = c.created_at and c.status in ('failed', 'cancelled'))`

export interface DueAnswer {
  id: string
  /** `answer`: to a reply in the same session. `message`: a direct message. `test`: goes to the user's own number. */
  kind: 'answer' | 'message' | 'test'
  address: string
  address_key: string
  /** Time zone of the contact; null means the zone of the number's country. */
  time_zone: string | null
  text: string
  media: NamedMedia | null
  status: RecipientStatus
  wa_message_id: string | null
  attempts: number
  resends: number
  /** True if it waited too long: see `maxWait`. */
  is_stale: boolean
  /** Why the recipient must not get messages. Automatic answers (confirmations of an opt-out) are exempt. */
  refusal: 'opted_out' | 'do_not_contact' | 'contact_deleted' | null
}

/** After a day nobody expects an answer any more. A direct message may wait longer, for example over a weekend. */
const maxWait = sql`case when reply_id is null then interval '72 hours' else interval '24 hours' end`
/** Reasons that delay only this message. Other messages of the session may be sent meanwhile. */
export const ownWaits = ['hours', 'new_chat_cap', 'hold'] as const
const addressKey = sql`coalesce(a.address_key, m.address_key)`

/**
 * Locks the next due answer, answers to replies first. An unconfirmed one is due to be resent or failed. `now`: the moment for which
 * pacing decides, so that an answer deferred to a later moment is not due even if that moment passes during the claim.
 */
export async function nextDue(tenant: Tenant, sessionId: string, now: string): Promise<DueAnswer | undefined> {
  const { rows } = await sql<DueAnswer>`
    select a.id, k.kind, coalesce(a.address, m.address) as address, ${addressKey} as address_key, c.time_zone, a.text,
      ${named(tenant, sql`a.media_id`)} as media, a.status, a.wa_message_id, a.attempts, a.resends,
      a.created_at < clock_timestamp() - (${maxWait}) as is_stale,
      case when a.is_automatic then null
        when ${isOptedOut(tenant, addressKey)} or c.consent = 'opted_out' then 'opted_out'
        when ${isNotToBeContacted(tenant, addressKey)} then 'do_not_contact'
        when k.kind = 'message' and (c.id is null or c.deleted_at is not null) then 'contact_deleted' end as refusal
    from wa_answers a
    left join wa_messages m on m.organization_id = a.organization_id and m.id = a.reply_id
    left join contacts c on c.organization_id = a.organization_id and c.id = a.contact_id
    cross join lateral (select case when a.is_test then 'test' when m.session_id = a.session_id then 'answer' else 'message' end as kind) k
    where a.organization_id = ${tenant.organization_id} and a.session_id = ${sessionId}
      and a.due_at <= ${now}::timestamptz and (a.status = 'pending' or a.due_at <= clock_timestamp())
    order by k.kind <> 'answer', a.due_at, a.id limit 1 for update of a skip locked`.execute(tenant.db)
  return rows[0]
}

/** Delays this message for a reason of its own. Other messages of the session may be sent meanwhile. */
export async function deferAnswer(tenant: Tenant, id: string, at: Date, reason: string): Promise<void> {
  await sql`update wa_answers set due_at = ${at}, reason = case when status = 'pending' then ${reason} else reason end
    where organization_id = ${tenant.organization_id} and id = ${id} and due_at is not null`.execute(tenant.db)
}

/** Makes delayed messages due again after the session's limits have changed. With `addressKey`: only those to this person, who has just written. */
export async function retryDeferred(tenant: Tenant, sessionId: string, addressKey?: string): Promise<void> {
  await sql`update wa_answers set due_at = clock_timestamp(), reason = null
    where organization_id = ${tenant.organization_id} and id in (
      select id from wa_answers
      where organization_id = ${tenant.organization_id} and session_id = ${sessionId} and status = 'pending'
        and reason = any (${[...ownWaits]}) ${addressKey === undefined ? sql`` : sql`and address_key = ${addressKey}`}
      order by id for update)`.execute(tenant.db)
}

/** The intent, committed before sending. `settleMs`: time until an unconfirmed answer is decided. */
export async function markSending(
  tenant: Tenant,
  { id, status }: DueAnswer,
  { wa_message_id, settleMs }: { wa_message_id: string; settleMs: number },
): Promise<void> {
  await sql`
    update wa_answers set status = greatest(status, 'sending'), reason = null, wa_message_id = ${wa_message_id},
      attempts = attempts + 1, resends = resends + ${status === 'pending' ? 0 : 1},
      due_at = clock_timestamp() + make_interval(secs => ${settleMs / 1000})
    where organization_id = ${tenant.organization_id} and id = ${id}`.execute(tenant.db)
}

/** Fails an answer that will not be sent, or not again. */
export async function failAnswer(tenant: Tenant, id: string, reason: string): Promise<void> {
  await sql`
    with failed as (update wa_answers set status = 'failed', reason = ${reason}, due_at = null
      where organization_id = ${tenant.organization_id} and id = ${id}
      returning organization_id, reply_id, created_at, status), ${reopened(sql`failed`)}
    select from failed`.execute(tenant.db)
}

/** Locks rows in id order, to avoid deadlocks between transactions that change answers. */
const locked = (tenant: Tenant, sessionId: string, ids: RawBuilder<unknown>) => sql`
  select a.id, a.status from wa_answers a
  where a.organization_id = ${tenant.organization_id} and a.session_id = ${sessionId} and a.wa_message_id = any (${ids}::text[])
  order by a.id for update`

/** A send outcome as reported by the engine; ignored for messages that are not answers. */
export interface AnswerOutcome {
  wa_message_id: string
  status: 'pending' | 'accepted' | 'failed' | 'unknown'
  reason: string | null
  /** Time from now until it is due again or must be decided. */
  inMs: number
}

/**
 * Applies only to answers in flight: an earlier acknowledgement wins. An answer that was provably not sent returns to
 * `pending`; if an earlier attempt is unconfirmed it stays `unknown` and may still be resent once.
 */
export async function applyOutcomes(
  tenant: Tenant,
  sessionId: string,
  outcomes: readonly AnswerOutcome[],
): Promise<void> {
  const ids = sql`${outcomes.map((o) => o.wa_message_id)}`
  await sql`
    with mine as materialized (${locked(tenant, sessionId, ids)}), changed as (
    update wa_answers a set
      status = case when o.not_sent and a.resends > 0 then 'unknown' else o.status end,
      reason = case when o.status = 'failed' and a.resends > 0 then 'unconfirmed' else o.reason end,
      resends = case when o.not_sent then greatest(a.resends - 1, 0) else a.resends end,
      due_at = case when o.status <> 'failed' then o.at end
    from (select *, status = 'pending' as not_sent, clock_timestamp() + make_interval(secs => ms / 1000) as at from unnest(${ids}::text[], ${outcomes.map((o) => o.status)}::recipient_status[],
        ${outcomes.map((o) => o.reason)}::text[], ${outcomes.map((o) => o.inMs)}::float8[]) as given (wa_message_id, status, reason, ms)) o
    where a.organization_id = ${tenant.organization_id} and a.id in (select id from mine) and a.wa_message_id = o.wa_message_id
      and (a.status in ('sending', 'unknown') or a.status = 'accepted' and o.status = 'failed')
    returning a.organization_id, a.reply_id, a.created_at, a.status), ${reopened(sql`changed`)}
    select from changed`.execute(tenant.db)
}

export interface AnswerReceipt {
  wa_message_id: string
  status: 'sent' | 'delivered' | 'read' | 'played'
  sent_at: Date
  delivered_at: Date | null
  read_at: Date | null
}

/** Delivery receipts only ever raise a status. A failed answer that did arrive marks its reply as handled. */
export async function applyReceipts(
  tenant: Tenant,
  sessionId: string,
  receipts: readonly AnswerReceipt[],
): Promise<void> {
  const ids = sql`${receipts.map((e) => e.wa_message_id)}`
  await sql`
    with mine as materialized (${locked(tenant, sessionId, ids)}), raised as (
    update wa_answers a set
      status = greatest(a.status, least(e.status, 'read')), due_at = null, reason = null,
      sent_at = coalesce(a.sent_at, e.sent_at), delivered_at = coalesce(a.delivered_at, e.delivered_at), read_at = coalesce(a.read_at, e.read_at)
    from unnest(${ids}::text[], ${receipts.map((e) => e.status)}::recipient_status[],
        ${receipts.map((e) => e.sent_at)}::timestamptz[], ${receipts.map((e) => e.delivered_at)}::timestamptz[], ${receipts.map((e) => e.read_at)}::timestamptz[])
      as e (wa_message_id, status, sent_at, delivered_at, read_at)
    where a.organization_id = ${tenant.organization_id} and a.id in (select id from mine) and a.wa_message_id = e.wa_message_id
      and (a.status < e.status or a.delivered_at is null and e.delivered_at is not null)
    returning a.id, a.reply_id, a.created_at, a.created_by, a.is_automatic)
    update wa_messages m set handled_at = r.created_at, handled_by = r.created_by
    from raised r join mine on mine.id = r.id and mine.status = 'failed' and not r.is_automatic
    where m.organization_id = ${tenant.organization_id} and m.id = r.reply_id and m.handled_at is null`.execute(
    tenant.db,
  )
}

/** On connecting: receipts of messages in flight on an earlier connection may arrive for another `evidenceMs`. */
export async function awaitEvidence(tenant: Tenant, sessionId: string, evidenceMs: number): Promise<void> {
  await sql`
    update wa_answers set due_at = greatest(due_at, clock_timestamp() + make_interval(secs => ${evidenceMs / 1000}))
    where organization_id = ${tenant.organization_id} and id in (
      select id from wa_answers
      where organization_id = ${tenant.organization_id} and session_id = ${sessionId} and due_at is not null and status <> 'pending'
      for update skip locked)`.execute(tenant.db)
}

/** Fails all open answers of a session that will not send any more. */
export async function failWaiting(tenant: Tenant, sessionId: string, reason: string): Promise<void> {
  await fail(
    tenant,
    reason,
    sql`
    select id from wa_answers
    where organization_id = ${tenant.organization_id} and session_id = ${sessionId} and due_at is not null
    order by id for update`,
  )
}

/** For a session that stays disconnected: pending answers expire after a day, unconfirmed ones fail after `days`. */
export async function failUnknownOfSilentSession(tenant: Tenant, sessionId: string, days: number): Promise<void> {
  await fail(
    tenant,
    'expired',
    sql`
    select id from wa_answers
    where organization_id = ${tenant.organization_id} and session_id = ${sessionId}
      and due_at <= clock_timestamp() - make_interval(days => case status when 'pending' then 0 else ${days} end)
      and (status <> 'pending' or created_at < clock_timestamp() - (${maxWait}))
    for update skip locked`,
  )
}

/** `reason` applies to answers never sent; others fail as unconfirmed. */
async function fail(tenant: Tenant, reason: string, ids: RawBuilder<unknown>): Promise<void> {
  await sql`
    with failed as (update wa_answers set status = 'failed', reason = case status when 'pending' then ${reason} else 'unconfirmed' end, due_at = null
      where organization_id = ${tenant.organization_id} and id in (${ids})
      returning organization_id, reply_id, created_at, status), ${reopened(sql`failed`)}
    select from failed`.execute(tenant.db)
}
