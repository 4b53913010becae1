// All SQL of recipients: the statements that keep the promise.
import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from '../db/index.ts'
import { audienceGroupsOf } from './audience/people/queries.ts'
import { type AudienceSpec, audienceOf } from './audience/queries.ts'
import { isResendBlocked, type MessageRows, maxAttempts, planBy } from './claims/queries.ts'
import type { Term } from './leases/queries.ts'

/** Why one recipient waits while others may be written to. */
export const perRecipientReasons: readonly string[] = ['hours', 'recently_messaged', 'new_chat_cap', 'hold']

/** WhatsApp's own limit is over. */
export async function rescheduleAfterHold(tenant: Tenant, sessionId: string): Promise<void> {
  await dueAgain(tenant, sessionId, sql`and r.reason = 'hold'`)
}

/** Other limits hold from now on. */
export async function rescheduleAfterLimitChange(tenant: Tenant, sessionId: string): Promise<void> {
  await dueAgain(tenant, sessionId, sql``)
}

/** Somebody wrote to us: theirs is no new chat any more. */
export async function rescheduleAsKnownChat(tenant: Tenant, sessionId: string, addressKey: string): Promise<void> {
  await dueAgain(tenant, sessionId, sql`and r.address_key = ${addressKey} and r.reason in ('new_chat_cap', 'hold')`)
}

/** In the order in which `cancelPending` has them. */
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
 * Writes down who will get a broadcast, once and for good: to be called in the transaction that ends `preparing`. Of doubles
 * by number one stays that can be written to. Takes up to five minutes where everything else has half a one, and memory for
 * 100,000 of them: written to a file on their way into their counts they cost half as much again.
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

/** The one recipient of a test, with its text: it reads as for somebody else. */
export async function addTestRecipient(
  tenant: Tenant,
  test: { broadcast_id: string; session_id: string; name: string; address: string; address_key: string; text: string },
): Promise<void> {
  await tenant.db
    .insertInto('recipients')
    .values({ ...test, organization_id: tenant.organization_id })
    .execute()
}

/** `text` null means: do not send, for `reason`. */
export interface Decision {
  place: string
  wa_message_id: string | null
  text: string | null
  reason: string | null
}

/** The intent, committed before anything leaves: message id, text, attempt and term. Or why nothing will. */
export async function markSending(
  tenant: Tenant,
  term: Term,
  decisions: readonly Decision[],
  settleMs: number,
): Promise<void> {
  await planBy(tenant, 'place')
  await sql`
    update recipients r set
      status = case when d.text is null then 'skipped' else 'sending' end::recipient_status,
      reason = d.reason, due_at = null, wa_message_id = coalesce(r.wa_message_id, d.wa_message_id), text = coalesce(r.text, d.text),
      attempts = r.attempts + case when d.text is null then 0 else 1 end,
      fence = ${term.fence},
      settle_at = case when d.text is not null then clock_timestamp() + make_interval(secs => ${settleMs / 1000}) end
    from unnest(${decisions.map((d) => d.place)}::tid[], ${decisions.map((d) => d.wa_message_id)}::text[], ${decisions.map((d) => d.text)}::text[], ${decisions.map((d) => d.reason)}::text[])
      as d (place, wa_message_id, text, reason)
    where r.ctid = d.place and r.organization_id = ${tenant.organization_id} and r.status = 'pending'`.execute(
    tenant.db,
  )
}

/** Those who have to wait for reasons of their own stand back, so that others may be written to. */
export async function deferRecipients(
  tenant: Tenant,
  waits: readonly { place: string; at: Date; reason: string }[],
): Promise<void> {
  await planBy(tenant, 'place')
  await sql`
    update recipients r set due_at = w.at, reason = w.reason
    from unnest(${waits.map((wait) => wait.place)}::tid[], ${waits.map((wait) => wait.at)}::timestamptz[], ${waits.map((wait) => wait.reason)}::text[])
      as w (place, at, reason)
    where r.ctid = w.place and r.organization_id = ${tenant.organization_id} and r.status = 'pending'`.execute(
    tenant.db,
  )
}

/** What became of a send, as far as the sender can tell. */
export interface SendOutcome {
  wa_message_id: string
  status: 'pending' | 'accepted' | 'failed' | 'unknown'
  reason: string | null
  retryable: boolean | null
  /** How long after it is written a `pending` row is due again, or an `accepted` or `unknown` one must be decided: by the database's clock. */
  inMs: number
}

const placesOf = (places: MessageRows, messages: readonly { wa_message_id: string }[]) =>
  messages.map(({ wa_message_id }) => places.get(wa_message_id)?.place ?? null)

/**
 * Results of sends. Only a row still in flight takes one: an acknowledgement that came first stays.
 * A message that provably did not leave goes back to `pending` and keeps its id. Where an earlier attempt is in doubt
 * it stays `unknown`, and its one repeat is not used up. Neither is it by a line that was lost: whoever connects again may do so
 * before this is written, and finds the row locked. A repeat that is refused says nothing of the one before it, which may have
 * arrived: nobody gets another one for it.
 */
export async function applyOutcomes(
  tenant: Tenant,
  places: MessageRows,
  outcomes: readonly SendOutcome[],
): Promise<void> {
  await sql`
    update recipients r set
      status = case when o.not_sent and r.status = 'unknown' then 'unknown' else o.status end,
      reason = case when o.status = 'failed' and r.resends > 0 then 'unconfirmed' else o.reason end,
      retryable = o.retryable,
      resends = case when o.not_sent and r.status = 'unknown' then greatest(r.resends - 1, 0) when o.status = 'unknown' then 0 else r.resends end,
      due_at = case when o.not_sent and r.status = 'sending' then o.at end,
      settle_at = case when o.status in ('accepted', 'unknown') or o.not_sent and r.status = 'unknown' then o.at end
    from (select *, status = 'pending' as not_sent, clock_timestamp() + make_interval(secs => ms / 1000) as at from unnest(${placesOf(places, outcomes)}::tid[], ${outcomes.map((o) => o.status)}::recipient_status[],
        ${outcomes.map((o) => o.reason)}::text[], ${outcomes.map((o) => o.retryable)}::boolean[], ${outcomes.map((o) => o.inMs)}::float8[])
      as given (place, status, reason, retryable, ms)) o
    where r.ctid = o.place and r.organization_id = ${tenant.organization_id}
      and (r.status in ('sending', 'unknown')
        or o.status = 'failed' and (r.status = 'accepted' or r.status = 'failed' and r.reason = 'unconfirmed'))`.execute(
    tenant.db,
  )
}

/** What came back unsent to a broadcast that was cancelled or failed meanwhile goes nowhere any more. */
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

/** The highest a message was seen at, and when each step was first seen. */
export interface RecipientReceipt {
  wa_message_id: string
  status: 'sent' | 'delivered' | 'read' | 'played'
  sent_at: Date
  delivered_at: Date | null
  read_at: Date | null
}

/** Facts from the network: they only ever raise a status, so that doubles and disorder do no harm. They need no term. */
export async function applyReceipts(
  tenant: Tenant,
  places: MessageRows,
  receipts: readonly RecipientReceipt[],
): Promise<void> {
  await sql`
    update recipients r set
      status = greatest(r.status, e.status), due_at = null, settle_at = null, reason = null, retryable = null,
      sent_at = coalesce(r.sent_at, e.sent_at),
      delivered_at = coalesce(r.delivered_at, e.delivered_at),
      read_at = coalesce(r.read_at, e.read_at)
    from unnest(${placesOf(places, receipts)}::tid[], ${receipts.map((e) => e.status)}::recipient_status[],
        ${receipts.map((e) => e.sent_at)}::timestamptz[], ${receipts.map((e) => e.delivered_at)}::timestamptz[], ${receipts.map((e) => e.read_at)}::timestamptz[])
      as e (place, status, sent_at, delivered_at, read_at)
    where r.ctid = e.place and r.organization_id = ${tenant.organization_id}
      and (r.status < e.status or r.delivered_at is null and e.delivered_at is not null)`.execute(tenant.db)
}

/**
 * What the members of groups have done, counted anew. A group is `delivered` with the first of them and `read` with the first
 * who reads it: that is true, while all of them (when WhatsApp changes its ticks) are hardly ever reached; how many they
 * are is in its counts. By id: what else was heard of the row may have moved it.
 */
export async function countMembers(tenant: Tenant, ids: readonly string[]): Promise<void> {
  await planBy(tenant, 'key')
  await sql`
    update recipients r set
      delivered_count = c.delivered, read_count = c.read,
      status = greatest(r.status, case when c.read > 0 then 'read' else 'delivered' end::recipient_status),
      due_at = null, settle_at = null, reason = null, retryable = null,
      sent_at = coalesce(r.sent_at, c.delivered_at),
      delivered_at = least(r.delivered_at, c.delivered_at),
      read_at = least(r.read_at, c.read_at)
    from unnest(${ids}::uuid[]) as counted (id)
    cross join lateral (
      select count(*) as delivered, count(m.read_at) as read, min(m.delivered_at) as delivered_at, min(m.read_at) as read_at
      from group_receipts m where m.organization_id = ${tenant.organization_id} and m.recipient_id = counted.id) c
    where r.organization_id = ${tenant.organization_id} and r.id = counted.id and c.delivered > 0
      and (r.delivered_count, r.read_count, r.delivered_at, r.read_at)
        is distinct from (c.delivered, c.read, c.delivered_at, c.read_at)`.execute(tenant.db)
}

/**
 * On connecting: what an earlier term or line left in flight is unknown, and evidence may come until `evidenceMs` from now.
 * A repeat that the end of the process or of the line has cut off was none: most of what is under way then never left.
 * A row that is locked is skipped, here and in the two below: what is heard of it is being written in this moment.
 */
export async function markInFlightUnknown(tenant: Tenant, term: Term, evidenceMs: number): Promise<void> {
  await sql`
    update recipients set
      status = greatest(status, case when status = 'accepted' then 'accepted' else 'unknown' end::recipient_status),
      resends = 0,
      settle_at = clock_timestamp() + make_interval(secs => ${evidenceMs / 1000})
    where organization_id = ${tenant.organization_id} and id in (
      select id from recipients
      where organization_id = ${tenant.organization_id} and session_id = ${term.session_id} and settle_at is not null
        and (status <> 'sending' or fence < ${term.fence})
      for update skip locked)`.execute(tenant.db)
}

/** No acknowledgement in time: the row becomes `unknown`, with one more stretch for evidence. */
export async function markOverdueUnknown(tenant: Tenant, sessionId: string, evidenceMs: number): Promise<void> {
  await sql`
    update recipients set status = 'unknown', settle_at = clock_timestamp() + make_interval(secs => ${evidenceMs / 1000})
    where organization_id = ${tenant.organization_id} and id in (
      select id from recipients
      where organization_id = ${tenant.organization_id} and session_id = ${sessionId} and settle_at <= clock_timestamp()
        and status in ('sending', 'accepted')
      for update skip locked)`.execute(tenant.db)
}

/** The attempt under the same id, committed before the send. */
export async function markResent(tenant: Tenant, term: Term, ids: readonly string[], settleMs: number): Promise<void> {
  await sql`
    update recipients set attempts = attempts + 1, resends = resends + 1, fence = ${term.fence}, settle_at = clock_timestamp() + make_interval(secs => ${settleMs / 1000})
    where organization_id = ${tenant.organization_id} and id = any (${ids}) and status = 'unknown'`.execute(tenant.db)
}

/** It is not decided before it may be sent again. */
export async function postponeResend(tenant: Tenant, id: string, at: Date): Promise<void> {
  await sql`update recipients set settle_at = ${at}
    where organization_id = ${tenant.organization_id} and id = ${id} and status = 'unknown'`.execute(tenant.db)
}

/** No evidence and no further try: a person decides. A paused broadcast's rows wait for it to go on. */
export async function failUnknown(tenant: Tenant, sessionId: string, mayResend: boolean): Promise<void> {
  await sql`
    update recipients set status = 'failed', reason = 'unconfirmed', retryable = false, settle_at = null
    where organization_id = ${tenant.organization_id} and id in (
      select r.id from recipients r
      join broadcasts b on b.organization_id = r.organization_id and b.id = r.broadcast_id and b.status <> 'paused'
      where r.organization_id = ${tenant.organization_id} and r.session_id = ${sessionId} and r.settle_at <= clock_timestamp() and r.status = 'unknown'
        and (not ${mayResend} or r.resends > 0 or r.attempts >= ${maxAttempts} or b.status <> 'sending' or ${isResendBlocked(tenant, sql`r`)})
      for update of r skip locked)`.execute(tenant.db)
}

/** For so long WhatsApp keeps what it could not deliver. After that neither a receipt nor a repeat says anything of a message. */
export const maxUnknownDays = 30

/**
 * What is in doubt for so long, counted anew from each time that the session is connected, is for a person to decide, also
 * where nobody connects it again. Whoever connects in this moment comes first, and it has another minute; or comes second,
 * and finds nothing in doubt.
 */
export async function failUnknownOfSilentSession(tenant: Tenant, sessionId: string): Promise<void> {
  await sql`
    update recipients set status = 'failed', reason = 'unconfirmed', retryable = false, settle_at = null
    where organization_id = ${tenant.organization_id} and id in (
      select id from recipients
      where organization_id = ${tenant.organization_id} and session_id = ${sessionId}
        and settle_at <= clock_timestamp() - make_interval(days => ${maxUnknownDays})
      for update skip locked)`.execute(tenant.db)
}

/** Nobody will ever tell more of what is under way. */
export async function failInFlight(tenant: Tenant, sessionId: string): Promise<void> {
  await sql`
    update recipients set status = 'failed', reason = 'unconfirmed', retryable = false, settle_at = null
    where organization_id = ${tenant.organization_id} and settle_at is not null and id in (
      select id from recipients
      where organization_id = ${tenant.organization_id} and session_id = ${sessionId} and settle_at is not null
      order by wa_message_id collate "C", id for update)`.execute(tenant.db)
}

/** What has not left never will. */
export async function cancelPending(tenant: Tenant, broadcastId: string): Promise<void> {
  await endPending(tenant, broadcastId, 'cancelled', null)
}

/** Their broadcast failed before it came to them. */
export async function failPending(tenant: Tenant, broadcastId: string): Promise<void> {
  await endPending(tenant, broadcastId, 'skipped', 'broadcast_failed')
}

/** Their news is too old by now. */
export async function expirePending(tenant: Tenant, broadcastId: string): Promise<void> {
  await endPending(tenant, broadcastId, 'skipped', 'expired')
}

/** Waits for rows that are being claimed or written, in the order in which they are locked there; of a million for minutes. */
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

/** Somebody wrote back: the first time counts. */
export async function markReplied(tenant: Tenant, sessionId: string, messageId: string, at: Date): Promise<void> {
  await sql`
    update recipients set replied_at = ${at}
    where organization_id = ${tenant.organization_id} and session_id = ${sessionId} and wa_message_id = ${messageId}
      and replied_at is null`.execute(tenant.db)
}
