// All SQL of recipients: their status moves so that no message is lost and none is sent twice.
import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from '../../platform/db/index.ts'
import { audienceGroupsOf } from './audience/people/queries.ts'
import { type AudienceSpec, audienceOf } from './audience/queries.ts'
import { isResendBlocked, type MessageRows, maxAttempts } from './claims/queries.ts'
import type { Term } from './leases/queries.ts'
import { withPlan } from './plan/queries.ts'

/** Reasons for which one recipient waits while others may be sent to. */
export const perRecipientReasons: readonly string[] = ['hours', 'recently_messaged', 'new_chat_cap', 'hold']

/** WhatsApp's own limit has ended. */
export async function rescheduleAfterHold(tenant: Tenant, sessionId: string): Promise<void> {
  await dueAgain(tenant, sessionId, sql`and r.reason = 'hold'`)
}

/** Other limits apply from now on. */
export async function rescheduleAfterLimitChange(tenant: Tenant, sessionId: string): Promise<void> {
  await dueAgain(tenant, sessionId, sql``)
}

/** The contact wrote to us: it is no longer a new chat. */
export async function rescheduleAsKnownChat(tenant: Tenant, sessionId: string, addressKey: string): Promise<void> {
  await dueAgain(tenant, sessionId, sql`and r.address_key = ${addressKey} and r.reason in ('new_chat_cap', 'hold')`)
}

/** Locks in the same order as `cancelPending`. */
async function dueAgain(tenant: Tenant, sessionId: string, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    update recipients set due_at = clock_timestamp(), reason = null
    where organization_id = ${tenant.organization_id} and due_at is not null and id in (
      select r.id from broadcasts b
      join recipients r on r.organization_id = b.organization_id and r.broadcast_id = b.id
      where b.organization_id = ${tenant.organization_id} and b.session_id = ${sessionId} and b.status in ('sending', 'paused')
        and r.due_at is not null and r.reason = any (${[...perRecipientReasons]}) ${which}
      order by r.wa_message_id collate "C", r.id for update of r)`.execute(tenant.db)
}

/**
 * Freezes the audience, once: called in the transaction that ends `preparing`. Of duplicate numbers one that can be sent to
 * remains. Allows five minutes instead of the usual half, and memory for 100,000 recipients: spilling them to disk before
 * they are counted would take half as long again.
 */
export async function freezeAudience(tenant: Tenant, broadcast: Omit<AudienceSpec, 'groups'>): Promise<number> {
  const groups = await audienceGroupsOf(tenant, broadcast.id)
  await sql`select set_config('statement_timeout', '5min', true), set_config('work_mem', '64MB', true)`.execute(
    tenant.db,
  )
  const { numAffectedRows } = await sql`
    insert into recipients (organization_id, broadcast_id, session_id, contact_id, wa_group_id, investor_id, name, address, address_key,
      participants, delivered_count, read_count, status, reason, due_at)
    select ${tenant.organization_id}, ${broadcast.id}, ${broadcast.session_id}, a.contact_id, a.wa_group_id, a.investor_id, a.name, a.address, a.address_key,
      a.participants, a.participants * 0, a.participants * 0,
      case when a.reason is null then 'pending'::recipient_status else 'skipped' end, a.reason, case when a.reason is null then now() end
    from (select distinct on (c.address_key collate "C") c.* from (${audienceOf(tenant, { ...broadcast, groups })}) c
      order by c.address_key collate "C", c.reason is not null, c.contact_id, c.wa_group_id) a`.execute(tenant.db)
  return Number(numAffectedRows)
}

/** The one recipient of a test message, with its rendered text. */
export async function addTestRecipient(
  tenant: Tenant,
  test: { broadcast_id: string; session_id: string; name: string; address: string; address_key: string; text: string },
): Promise<void> {
  await tenant.db
    .insertInto('recipients')
    .values({ ...test, organization_id: tenant.organization_id })
    .execute()
}

/** `text` null: do not send, because of `reason`. */
export interface Decision {
  place: string
  wa_message_id: string | null
  text: string | null
  reason: string | null
  /** The contact's new preferred number, if it changed since the start of the broadcast. */
  moved?: { address: string; address_key: string } | null
  /** The message that was held back because it differs from the approved one. */
  drifted_text?: string
}

/** Stores the intent, committed before the send: message id, text, attempt and term. Or why nothing is sent. */
export async function markSending(
  tenant: Tenant,
  term: Term,
  decisions: readonly Decision[],
  settleMs: number,
): Promise<void> {
  const statement = sql`
    update recipients r set
      status = case when d.text is null then 'skipped' else 'sending' end::recipient_status,
      reason = d.reason, due_at = null, wa_message_id = coalesce(r.wa_message_id, d.wa_message_id), text = coalesce(r.text, d.text),
      attempts = r.attempts + case when d.text is null then 0 else 1 end,
      address = coalesce(d.address, r.address), address_key = coalesce(d.address_key, r.address_key), drifted_text = d.drifted_text,
      fence = ${term.fence},
      decide_at = case when d.text is not null then clock_timestamp() + make_interval(secs => ${settleMs / 1000}) end
    from unnest(${decisions.map((d) => d.place)}::tid[], ${decisions.map((d) => d.wa_message_id)}::text[], ${decisions.map((d) => d.text)}::text[], ${decisions.map((d) => d.reason)}::text[],
      ${decisions.map((d) => d.moved?.address ?? null)}::text[], ${decisions.map((d) => d.moved?.address_key ?? null)}::text[],
      ${decisions.map((d) => d.drifted_text ?? null)}::text[])
      as d (place, wa_message_id, text, reason, address, address_key, drifted_text)
    where r.ctid = d.place and r.organization_id = ${tenant.organization_id} and r.status = 'pending'`
  await withPlan(tenant, 'place', statement)
}

/** Stores the messages that await approval, or why a recipient gets none. */
export async function markWritten(tenant: Tenant, decisions: readonly Decision[]): Promise<void> {
  const statement = sql`
    update recipients r set
      status = case when d.text is null then 'skipped' else 'pending' end::recipient_status,
      reason = d.reason, approved_text = d.text, due_at = case when d.text is not null then r.due_at end,
      address = coalesce(d.address, r.address), address_key = coalesce(d.address_key, r.address_key)
    from unnest(${decisions.map((d) => d.place)}::tid[], ${decisions.map((d) => d.text)}::text[], ${decisions.map((d) => d.reason)}::text[],
      ${decisions.map((d) => d.moved?.address ?? null)}::text[], ${decisions.map((d) => d.moved?.address_key ?? null)}::text[])
      as d (place, text, reason, address, address_key)
    where r.ctid = d.place and r.organization_id = ${tenant.organization_id} and r.status = 'pending'`
  await withPlan(tenant, 'place', statement)
}

/** How many recipients the audience has now, including those who will be skipped. */
export async function countRecipients(tenant: Tenant, broadcast: Omit<AudienceSpec, 'groups'>): Promise<number> {
  const groups = await audienceGroupsOf(tenant, broadcast.id)
  const { rows } = await sql<{ count: number }>`
    select count(distinct a.address_key) as count from (${audienceOf(tenant, { ...broadcast, groups })}) a`.execute(
    tenant.db,
  )
  return rows[0]!.count
}

export async function isFrozen(tenant: Tenant, broadcastId: string): Promise<boolean> {
  const { rows } = await sql`
    select from recipients where organization_id = ${tenant.organization_id} and broadcast_id = ${broadcastId} limit 1`.execute(
    tenant.db,
  )
  return rows.length > 0
}

/** Deletes the recipients of a broadcast that has not started, which becomes a draft again. It must be locked. */
export async function unfreezeAudience(tenant: Tenant, broadcastId: string): Promise<void> {
  await sql`select set_config('statement_timeout', '5min', true)`.execute(tenant.db)
  await sql`
    delete from recipients
    where organization_id = ${tenant.organization_id} and id in (
      select id from recipients
      where organization_id = ${tenant.organization_id} and broadcast_id = ${broadcastId}
      order by wa_message_id collate "C", id for update)`.execute(tenant.db)
}

/** A message that was held back because it differs from the approved one. */
export interface Drift {
  id: string
  /** Where it would go: the contact's present number, unless another recipient of the broadcast has it. */
  address: string
  address_key: string
  /** SHA-256 of recipient, number and message. */
  digest: string
}

/** Locks the changed messages and returns them in the order of their ids. The broadcast must be locked. */
export async function lockDrifts(tenant: Tenant, broadcastId: string): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    with r as materialized (
      select * from recipients r where ${isDrift(tenant, broadcastId)} order by r.wa_message_id collate "C", r.id for update)
    select d.id, d.address, d.address_key, d.digest from (${drifts(tenant, sql`r`)}) d order by d.id`.execute(tenant.db)
  return rows
}

const isDrift = (tenant: Tenant, broadcastId: string) => sql`
  r.organization_id = ${tenant.organization_id} and r.broadcast_id = ${broadcastId} and r.drifted_text is not null`

/** SQL of the messages that differ from the approved ones. */
export const driftsOf = (tenant: Tenant, broadcastId: string): RawBuilder<unknown> =>
  drifts(tenant, sql`(select * from recipients r where ${isDrift(tenant, broadcastId)}) r`)

const drifts = (tenant: Tenant, from: RawBuilder<unknown>) => sql`
  select r.id, r.contact_id, r.name, r.approved_text, r.drifted_text as text, r.address as approved_address, n.address, n.address_key,
    encode(sha256(convert_to(jsonb_build_array(r.id, n.address, r.drifted_text)::text, 'UTF8')), 'hex') as digest
  from ${from}
  left join contacts c on c.organization_id = ${tenant.organization_id} and c.id = r.contact_id and c.deleted_at is null
    and c.phone is not null and not exists (select from recipients x where x.organization_id = ${tenant.organization_id}
      and x.broadcast_id = r.broadcast_id and x.address_key = c.phone_key)
  cross join lateral (select coalesce(c.phone, r.address) as address, coalesce(c.phone_key, r.address_key) as address_key) n`

/**
 * Approves changed messages and makes them due. Skips a person who, after a merge of contacts, has another recipient in this
 * broadcast. Nothing is sent twice: once attempted, a message keeps its text and cannot change.
 */
export async function approveDrifts(tenant: Tenant, broadcastId: string, drifts: readonly Drift[]): Promise<number> {
  await sql`
    update recipients r set reason = 'contact_deleted', drifted_text = null
    where ${isDrift(tenant, broadcastId)} and exists (
      select from recipients x where x.organization_id = r.organization_id and x.broadcast_id = r.broadcast_id
        and x.contact_id = r.contact_id and x.id <> r.id
        and (x.status not in ('skipped', 'cancelled') or x.drifted_text is not null and x.id < r.id))`.execute(
    tenant.db,
  )
  const { numAffectedRows } = await sql`
    update recipients r set status = 'pending', reason = null, due_at = clock_timestamp(),
      approved_text = r.drifted_text, drifted_text = null, address = d.address, address_key = d.address_key
    from unnest(${drifts.map((d) => d.id)}::uuid[], ${drifts.map((d) => d.address)}::text[], ${drifts.map((d) => d.address_key)}::text[])
      as d (id, address, address_key)
    where ${isDrift(tenant, broadcastId)} and r.id = d.id and r.status = 'skipped' and r.attempts = 0`.execute(
    tenant.db,
  )
  return Number(numAffectedRows)
}

/** Defers recipients that must wait individually, so that others may be sent to. */
export async function deferRecipients(
  tenant: Tenant,
  waits: readonly { place: string; at: Date; reason: string }[],
): Promise<void> {
  const statement = sql`
    update recipients r set due_at = w.at, reason = w.reason
    from unnest(${waits.map((wait) => wait.place)}::tid[], ${waits.map((wait) => wait.at)}::timestamptz[], ${waits.map((wait) => wait.reason)}::text[])
      as w (place, at, reason)
    where r.ctid = w.place and r.organization_id = ${tenant.organization_id} and r.status = 'pending'`
  await withPlan(tenant, 'place', statement)
}

/** The outcome of a send, as far as the sender knows. */
export interface SendOutcome {
  wa_message_id: string
  status: 'pending' | 'accepted' | 'failed' | 'unknown'
  reason: string | null
  retryable: boolean | null
  /** By the database's clock: how long after the write a `pending` row is due again, or an `accepted` or `unknown` one is decided. */
  inMs: number
}

const placesOf = (places: MessageRows, messages: readonly { wa_message_id: string }[]) =>
  messages.map(({ wa_message_id }) => places.get(wa_message_id)?.place ?? null)

/**
 * Stores outcomes of sends. Only a row still in flight accepts one: an earlier acknowledgement is not overwritten.
 * A message that was certainly not sent returns to `pending` and retains its id. If an earlier attempt is unconfirmed it
 * stays `unknown`, and its one resend is not used up; nor is it by a lost connection: after a reconnect the row may still
 * be locked here. A refused resend says nothing about the attempt before it, which may have arrived: there is no second one.
 */
export async function applyOutcomes(
  tenant: Tenant,
  places: MessageRows,
  outcomes: readonly SendOutcome[],
): Promise<void> {
  const statement = sql`
    update recipients r set
      status = case when o.not_sent and r.status = 'unknown' then 'unknown' else o.status end,
      reason = case when o.status = 'failed' and r.resends > 0 then 'unconfirmed' else o.reason end,
      retryable = o.retryable,
      resends = case when o.not_sent and r.status = 'unknown' then greatest(r.resends - 1, 0) when o.status = 'unknown' then 0 else r.resends end,
      due_at = case when o.not_sent and r.status = 'sending' then o.at end,
      decide_at = case when o.status in ('accepted', 'unknown') or o.not_sent and r.status = 'unknown' then o.at end
    from (select *, status = 'pending' as not_sent, clock_timestamp() + make_interval(secs => ms / 1000) as at from unnest(${placesOf(places, outcomes)}::tid[], ${outcomes.map((o) => o.status)}::recipient_status[],
        ${outcomes.map((o) => o.reason)}::text[], ${outcomes.map((o) => o.retryable)}::boolean[], ${outcomes.map((o) => o.inMs)}::float8[])
      as given (place, status, reason, retryable, ms)) o
    where r.ctid = o.place and r.organization_id = ${tenant.organization_id}
      and (r.status in ('sending', 'unknown')
        or o.status = 'failed' and (r.status = 'accepted' or r.status = 'failed' and r.reason = 'unconfirmed'))`
  await withPlan(tenant, 'place', statement)
}

/** Cancels messages that came back unsent to a broadcast cancelled or failed in the meantime. */
export async function cancelReturned(tenant: Tenant, sessionId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update recipients r set due_at = null,
      status = case b.status when 'failed' then 'skipped' else 'cancelled' end::recipient_status,
      reason = case b.status when 'failed' then 'broadcast_failed' else r.reason end
    from broadcasts b
    where r.organization_id = ${tenant.organization_id} and r.session_id = ${sessionId} and r.wa_message_id = any (${ids})
      and r.status = 'pending' and b.organization_id = r.organization_id and b.id = r.broadcast_id
      and b.status in ('cancelled', 'failed')`.execute(tenant.db)
}

/** The highest status of a message, and when each step was first reached. */
export interface RecipientReceipt {
  wa_message_id: string
  status: 'sent' | 'delivered' | 'read' | 'played'
  sent_at: Date
  delivered_at: Date | null
  read_at: Date | null
}

/** Facts from the network: they only ever raise a status, so that duplicates and disorder do no harm. They need no fence. */
export async function applyReceipts(
  tenant: Tenant,
  places: MessageRows,
  receipts: readonly RecipientReceipt[],
): Promise<void> {
  const statement = sql`
    update recipients r set
      status = greatest(r.status, e.status), due_at = null, decide_at = null, reason = null, retryable = null,
      sent_at = coalesce(r.sent_at, e.sent_at),
      delivered_at = coalesce(r.delivered_at, e.delivered_at),
      read_at = coalesce(r.read_at, e.read_at)
    from unnest(${placesOf(places, receipts)}::tid[], ${receipts.map((e) => e.status)}::recipient_status[],
        ${receipts.map((e) => e.sent_at)}::timestamptz[], ${receipts.map((e) => e.delivered_at)}::timestamptz[], ${receipts.map((e) => e.read_at)}::timestamptz[])
      as e (place, status, sent_at, delivered_at, read_at)
    where r.ctid = e.place and r.organization_id = ${tenant.organization_id}
      and (r.status < e.status or r.delivered_at is null and e.delivered_at is not null)`
  await withPlan(tenant, 'place', statement)
}

/**
 * Recomputes the member counts of groups. A group is `delivered` with the first member's receipt and `read` with the first
 * reader: waiting for all of them, as WhatsApp's ticks do, would hardly ever end; the counts show how many they are.
 * By id: other receipts may have moved the row.
 */
export async function countMembers(tenant: Tenant, ids: readonly string[]): Promise<void> {
  const statement = sql`
    update recipients r set
      delivered_count = c.delivered, read_count = c.read,
      status = greatest(r.status, case when c.read > 0 then 'read' else 'delivered' end::recipient_status),
      due_at = null, decide_at = null, reason = null, retryable = null,
      sent_at = coalesce(r.sent_at, c.delivered_at),
      delivered_at = least(r.delivered_at, c.delivered_at),
      read_at = least(r.read_at, c.read_at)
    from unnest(${ids}::uuid[]) as counted (id)
    cross join lateral (
      select count(*) as delivered, count(m.read_at) as read, min(m.delivered_at) as delivered_at, min(m.read_at) as read_at
      from group_receipts m where m.organization_id = ${tenant.organization_id} and m.recipient_id = counted.id) c
    where r.organization_id = ${tenant.organization_id} and r.id = counted.id and c.delivered > 0
      and (r.delivered_count, r.read_count, r.delivered_at, r.read_at)
        is distinct from (c.delivered, c.read, c.delivered_at, c.read_at)`
  await withPlan(tenant, 'key', statement)
}

/**
 * On connecting: what an earlier term or connection left in flight becomes `unknown`; evidence may arrive for `evidenceMs`.
 * A resend interrupted by the end of the process or connection does not count: most of those were never sent.
 * Skips locked rows, here and in the two functions below: a receipt for them is being written concurrently.
 */
export async function markInFlightUnknown(tenant: Tenant, term: Term, evidenceMs: number): Promise<void> {
  await sql`
    update recipients set
      status = greatest(status, case when status = 'accepted' then 'accepted' else 'unknown' end::recipient_status),
      resends = 0,
      decide_at = clock_timestamp() + make_interval(secs => ${evidenceMs / 1000})
    where organization_id = ${tenant.organization_id} and id in (
      select id from recipients
      where organization_id = ${tenant.organization_id} and session_id = ${term.session_id} and decide_at is not null
        and (status <> 'sending' or fence < ${term.fence})
      for update skip locked)`.execute(tenant.db)
}

/** No acknowledgement in time: the row becomes `unknown`, with another period for evidence. */
export async function markOverdueUnknown(tenant: Tenant, sessionId: string, evidenceMs: number): Promise<void> {
  await sql`
    update recipients set status = 'unknown', decide_at = clock_timestamp() + make_interval(secs => ${evidenceMs / 1000})
    where organization_id = ${tenant.organization_id} and id in (
      select id from recipients
      where organization_id = ${tenant.organization_id} and session_id = ${sessionId} and decide_at <= clock_timestamp()
        and status in ('sending', 'accepted')
      for update skip locked)`.execute(tenant.db)
}

/** The attempt under the same id, committed before the send. */
export async function markResent(tenant: Tenant, term: Term, ids: readonly string[], settleMs: number): Promise<void> {
  await sql`
    update recipients set attempts = attempts + 1, resends = resends + 1, fence = ${term.fence}, decide_at = clock_timestamp() + make_interval(secs => ${settleMs / 1000})
    where organization_id = ${tenant.organization_id} and id = any (${ids}) and status = 'unknown'`.execute(tenant.db)
}

/** The message stays undecided until it may be resent. */
export async function postponeResend(tenant: Tenant, id: string, at: Date): Promise<void> {
  await sql`update recipients set decide_at = ${at}
    where organization_id = ${tenant.organization_id} and id = ${id} and status = 'unknown'`.execute(tenant.db)
}

/** No evidence and no further attempt: a person decides. Rows of a paused broadcast wait until it resumes. */
export async function failUnknown(tenant: Tenant, sessionId: string, mayResend: boolean): Promise<void> {
  await sql`
    update recipients set status = 'failed', reason = 'unconfirmed', retryable = false, decide_at = null
    where organization_id = ${tenant.organization_id} and id in (
      select r.id from recipients r
      join broadcasts b on b.organization_id = r.organization_id and b.id = r.broadcast_id and b.status <> 'paused'
      where r.organization_id = ${tenant.organization_id} and r.session_id = ${sessionId} and r.decide_at <= clock_timestamp() and r.status = 'unknown'
        and (not ${mayResend} or r.resends > 0 or r.attempts >= ${maxAttempts} or b.status <> 'sending' or ${isResendBlocked(tenant, sql`r`)})
      for update of r skip locked)`.execute(tenant.db)
}

/** WhatsApp stores undelivered messages for this long. Afterwards neither a receipt nor a resend proves anything. */
export const maxUnknownDays = 30

/**
 * Fails messages that stayed unconfirmed this long after the session last connected, even if it never connects again.
 * A concurrent reconnect either comes first, which gives them another minute, or finds nothing unconfirmed.
 */
export async function failUnknownOfSilentSession(tenant: Tenant, sessionId: string): Promise<void> {
  await sql`
    update recipients set status = 'failed', reason = 'unconfirmed', retryable = false, decide_at = null
    where organization_id = ${tenant.organization_id} and id in (
      select id from recipients
      where organization_id = ${tenant.organization_id} and session_id = ${sessionId}
        and decide_at <= clock_timestamp() - make_interval(days => ${maxUnknownDays})
      for update skip locked)`.execute(tenant.db)
}

/** No further evidence can arrive for messages in flight. */
export async function failInFlight(tenant: Tenant, sessionId: string): Promise<void> {
  await sql`
    update recipients set status = 'failed', reason = 'unconfirmed', retryable = false, decide_at = null
    where organization_id = ${tenant.organization_id} and decide_at is not null and id in (
      select id from recipients
      where organization_id = ${tenant.organization_id} and session_id = ${sessionId} and decide_at is not null
      order by wa_message_id collate "C", id for update)`.execute(tenant.db)
}

/** Cancels messages not sent yet. */
export async function cancelPending(tenant: Tenant, broadcastId: string): Promise<void> {
  await endPending(tenant, broadcastId, 'cancelled', null)
}

/** Fails messages not sent yet, because their broadcast failed. */
export async function failPending(tenant: Tenant, broadcastId: string): Promise<void> {
  await endPending(tenant, broadcastId, 'skipped', 'broadcast_failed')
}

/** Waits for rows being claimed or written, in the order in which those lock; with a million rows, for minutes. */
async function endPending(
  tenant: Tenant,
  broadcastId: string,
  status: 'cancelled' | 'skipped',
  reason: string | null,
): Promise<void> {
  await sql`select set_config('statement_timeout', '5min', true)`.execute(tenant.db)
  await sql`
    update recipients set status = ${status}::recipient_status, reason = coalesce(${reason}, reason), due_at = null
    where organization_id = ${tenant.organization_id} and due_at is not null and id in (
      select id from recipients
      where organization_id = ${tenant.organization_id} and broadcast_id = ${broadcastId} and due_at is not null
      order by wa_message_id collate "C", id for update)`.execute(tenant.db)
}

/**
 * Skips at most `limit` messages not sent yet, because they have expired. Leaves locked ones to the next call instead of waiting:
 * the cancellation of a million messages holds its locks for a minute.
 */
export async function expirePending(tenant: Tenant, broadcastId: string, limit: number): Promise<void> {
  await sql`
    update recipients set status = 'skipped', reason = 'expired', due_at = null
    where organization_id = ${tenant.organization_id} and id in (
      select id from recipients
      where organization_id = ${tenant.organization_id} and broadcast_id = ${broadcastId} and due_at is not null
      order by due_at, id limit ${limit} for update skip locked)`.execute(tenant.db)
}

/** Marks the recipient as replied; the first reply counts. */
export async function markReplied(tenant: Tenant, sessionId: string, messageId: string, at: Date): Promise<void> {
  await sql`
    update recipients set replied_at = ${at}
    where organization_id = ${tenant.organization_id} and session_id = ${sessionId} and wa_message_id = ${messageId}
      and replied_at is null`.execute(tenant.db)
}
