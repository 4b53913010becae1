// All SQL of what people write to a session and of what it answers.
import { type RawBuilder, sql } from 'kysely'
import type { RecipientStatus } from '../../contract/broadcasts.ts'
import type { Tenant } from '../db/index.ts'

export interface Heard {
  /** As its sender chose it. */
  wa_message_id: string
  address: string
  address_key: string
  contact_id: string | null
  text: string
  at: Date
}

/** Its id; nothing when it was kept before: a message may come twice. */
export async function keepReply(tenant: Tenant, sessionId: string, heard: Heard): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into wa_messages (organization_id, session_id, wa_message_id, address, address_key, contact_id, text, at)
    values (${tenant.organization_id}, ${sessionId}, ${heard.wa_message_id}, ${heard.address}, ${heard.address_key},
      ${heard.contact_id}::uuid, ${heard.text}, ${heard.at})
    on conflict do nothing returning id`.execute(tenant.db)
  return rows[0]?.id
}

/** It leaves when its turn comes: see `nextDue`. */
export async function addAnswer(tenant: Tenant, sessionId: string, replyId: string, text: string): Promise<void> {
  await sql`
    insert into wa_answers (organization_id, session_id, reply_id, text)
    values (${tenant.organization_id}, ${sessionId}, ${replyId}, ${text})`.execute(tenant.db)
}

export interface Due {
  id: string
  address: string
  address_key: string
  text: string
  status: RecipientStatus
  wa_message_id: string | null
  attempts: number
  resends: number
}

/** The answer whose turn it is, locked: to be sent, or, where nothing was heard of it, to be sent once more or given up. */
export async function nextDue(tenant: Tenant, sessionId: string): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select a.id, m.address, m.address_key, a.text, a.status, a.wa_message_id, a.attempts, a.resends
    from wa_answers a join wa_messages m on m.organization_id = a.organization_id and m.id = a.reply_id
    where a.organization_id = ${tenant.organization_id} and a.session_id = ${sessionId} and a.due_at <= clock_timestamp()
    order by a.due_at, a.id limit 1 for update of a skip locked`.execute(tenant.db)
  return rows[0]
}

/** The intent, committed before it leaves. `settleMs`: how long until its fate is asked for. */
export async function markLeaving(
  tenant: Tenant,
  { id, status }: Due,
  { wa_message_id, settleMs }: { wa_message_id: string; settleMs: number },
): Promise<void> {
  await sql`
    update wa_answers set status = greatest(status, 'sending'), reason = null, wa_message_id = ${wa_message_id},
      attempts = attempts + 1, resends = resends + ${status === 'pending' ? 0 : 1},
      due_at = clock_timestamp() + make_interval(secs => ${settleMs / 1000})
    where organization_id = ${tenant.organization_id} and id = ${id}`.execute(tenant.db)
}

/** It will not leave (any more). */
export async function giveUp(tenant: Tenant, id: string, reason: string): Promise<void> {
  await sql`
    update wa_answers set status = 'failed', reason = ${reason}, due_at = null
    where organization_id = ${tenant.organization_id} and id = ${id}`.execute(tenant.db)
}

/** Locked in the order of their ids: nobody who changes answers waits for another in a circle. */
const locked = (tenant: Tenant, sessionId: string, ids: RawBuilder<unknown>) => sql`
  select a.id from wa_answers a
  where a.organization_id = ${tenant.organization_id} and a.session_id = ${sessionId} and a.wa_message_id = any (${ids}::text[])
  order by a.id for update`

/** What became of a send, as the engine tells it of recipients; of a message that is no answer nothing follows. */
export interface Outcome {
  wa_message_id: string
  status: 'pending' | 'accepted' | 'failed' | 'unknown'
  reason: string | null
  /** When it is due again, or must be decided. */
  at: Date
}

/**
 * Only an answer still in flight takes one: an acknowledgement that came first stays. What provably did not leave goes
 * back to `pending`; where an earlier attempt is in doubt it stays so, and its one repeat is not used up.
 */
export async function applyOutcomes(tenant: Tenant, sessionId: string, outcomes: readonly Outcome[]): Promise<void> {
  const ids = sql`${outcomes.map((o) => o.wa_message_id)}`
  await sql`
    with mine as materialized (${locked(tenant, sessionId, ids)})
    update wa_answers a set
      status = case when o.not_sent and a.resends > 0 then 'unknown' else o.status end,
      reason = o.reason,
      resends = case when o.not_sent then greatest(a.resends - 1, 0) else a.resends end,
      due_at = case when o.status <> 'failed' then o.at end
    from (select *, status = 'pending' as not_sent from unnest(${ids}::text[], ${outcomes.map((o) => o.status)}::recipient_status[],
        ${outcomes.map((o) => o.reason)}::text[], ${outcomes.map((o) => o.at)}::timestamptz[]) as given (wa_message_id, status, reason, at)) o
    where a.organization_id = ${tenant.organization_id} and a.id in (select id from mine) and a.wa_message_id = o.wa_message_id
      and (a.status in ('sending', 'unknown') or a.status = 'accepted' and o.status = 'failed')`.execute(tenant.db)
}

export interface Receipt {
  wa_message_id: string
  status: 'sent' | 'delivered' | 'read' | 'played'
  sent_at: Date
  delivered_at: Date | null
  read_at: Date | null
}

/** Facts from the network: they only ever raise a status. */
export async function applyReceipts(tenant: Tenant, sessionId: string, receipts: readonly Receipt[]): Promise<void> {
  const ids = sql`${receipts.map((e) => e.wa_message_id)}`
  await sql`
    with mine as materialized (${locked(tenant, sessionId, ids)})
    update wa_answers a set
      status = greatest(a.status, least(e.status, 'read')), due_at = null, reason = null,
      sent_at = coalesce(a.sent_at, e.sent_at), delivered_at = coalesce(a.delivered_at, e.delivered_at), read_at = coalesce(a.read_at, e.read_at)
    from unnest(${ids}::text[], ${receipts.map((e) => e.status)}::recipient_status[],
        ${receipts.map((e) => e.sent_at)}::timestamptz[], ${receipts.map((e) => e.delivered_at)}::timestamptz[], ${receipts.map((e) => e.read_at)}::timestamptz[])
      as e (wa_message_id, status, sent_at, delivered_at, read_at)
    where a.organization_id = ${tenant.organization_id} and a.id in (select id from mine) and a.wa_message_id = e.wa_message_id
      and (a.status < e.status or a.delivered_at is null and e.delivered_at is not null)`.execute(tenant.db)
}

/** What was answered under an id, for a phone that could not read it. */
export async function answerText(
  tenant: Tenant,
  sessionId: string,
  id: string,
): Promise<{ to: string; text: string } | undefined> {
  const { rows } = await sql<{ to: string; text: string }>`
    select m.address as "to", a.text from wa_answers a
    join wa_messages m on m.organization_id = a.organization_id and m.id = a.reply_id
    where a.organization_id = ${tenant.organization_id} and a.session_id = ${sessionId} and a.wa_message_id = ${id}`.execute(
    tenant.db,
  )
  return rows[0]
}
