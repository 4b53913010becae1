// All SQL of the chats of a session: who has written to it, and the log of what was sent through it.
import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from '../../platform/db/index.ts'

/** Records the first message from this address; returns true if it was the first. */
export async function recordInbound(tenant: Tenant, sessionId: string, addressKey: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into wa_chats (organization_id, session_id, address_key, first_written_at)
    values (${tenant.organization_id}, ${sessionId}, ${addressKey}, ${at})
    on conflict do nothing`.execute(tenant.db)
  return numAffectedRows === 1n
}

/** The history of one network says nothing about another: neither which chats are known nor how much was sent. */
export async function deleteChats(tenant: Tenant, sessionId: string): Promise<void> {
  const ours = sql`organization_id = ${tenant.organization_id} and session_id = ${sessionId}`
  await sql`delete from wa_chats where ${ours}`.execute(tenant.db)
  await sql`delete from wa_sends where ${ours}`.execute(tenant.db)
}

/** The session has another number, to which no contact has written yet. Sent messages remain: their recipients may reply. */
export async function resetKnown(tenant: Tenant, sessionId: string): Promise<void> {
  await sql`delete from wa_chats where organization_id = ${tenant.organization_id} and session_id = ${sessionId}`.execute(
    tenant.db,
  )
}

export interface PlannedSend {
  wa_message_id: string
  address_key: string
  jitter: number
}

/** Condition on a row of `wa_sends`: it was certainly not sent. Every other row may have arrived. */
export const neverLeft = (send: RawBuilder<unknown>): RawBuilder<unknown> => sql`exists (select from recipients r
  where r.organization_id = ${send}.organization_id and r.session_id = ${send}.session_id and r.wa_message_id = ${send}.wa_message_id
    and (r.status in ('pending', 'skipped', 'cancelled') or r.status = 'failed' and r.reason is distinct from 'unconfirmed'))`

/** Until the transaction ends, no other session can decide whether to write to this address. */
export async function lockAddress(tenant: Tenant, addressKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('chat ' || ${tenant.organization_id} || ${addressKey}, 0))`.execute(
    tenant.db,
  )
}

/** Logged before sending. Whether the chat was known is decided here, permanently. */
export async function writeSends(
  tenant: Tenant,
  sessionId: string,
  at: Date,
  sends: readonly PlannedSend[],
): Promise<void> {
  await sql`
    insert into wa_sends (organization_id, session_id, at, wa_message_id, address_key, chat, jitter)
    select ${tenant.organization_id}, ${sessionId}, ${at}, s.wa_message_id, s.address_key,
      case when s.address_key like '%@g.us' then 'group'
        when exists (select from wa_chats c
          where c.organization_id = ${tenant.organization_id} and c.session_id = ${sessionId} and c.address_key = s.address_key) then 'known'
        else 'new' end,
      s.jitter
    from unnest(${sends.map((send) => send.wa_message_id)}::text[], ${sends.map((send) => send.address_key)}::text[], ${sends.map((send) => send.jitter)}::real[])
      as s (wa_message_id, address_key, jitter)`.execute(tenant.db)
}

export interface PastSend {
  at: string
  chat: 'new' | 'known' | 'group'
  jitter: number
}

/** Newest first: sends of the 24 hours before `now`, at most `limit`. Gaps and rests are shorter than that. */
export async function pastSends(tenant: Tenant, sessionId: string, now: Date, limit: number): Promise<PastSend[]> {
  const { rows } = await sql<PastSend>`
    select at, chat, jitter from wa_sends
    where organization_id = ${tenant.organization_id} and session_id = ${sessionId} and at > ${now}::timestamptz - interval '24 hours'
    order by at desc limit ${limit}`.execute(tenant.db)
  return rows
}

/** Number of messages sent in the last hour and the last 24 hours, and how many of the latter opened new chats. */
export async function recentSends(
  tenant: Tenant,
  sessionId: string,
): Promise<{ last_hour: number; last_day: number; new_chats: number; now: string }> {
  const { rows } = await sql<{ last_hour: number; last_day: number; new_chats: number; now: string }>`
    select count(*) filter (where at > clock_timestamp() - interval '1 hour') as last_hour, count(*) as last_day,
      count(*) filter (where chat = 'new') as new_chats, clock_timestamp() as now
    from wa_sends
    where organization_id = ${tenant.organization_id} and session_id = ${sessionId} and at > clock_timestamp() - interval '24 hours'`.execute(
    tenant.db,
  )
  return rows[0]!
}

/** The sending days of the linked account, each the 24 hours from its first message, at most `limit` of them. */
export async function sendingDays(tenant: Tenant, sessionId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ first: string | null }>`
    with recursive days as (
      select min(at) as first, 1 as n from wa_sends where organization_id = ${tenant.organization_id} and session_id = ${sessionId}
        and at >= coalesce((select account_since from wa_sessions where organization_id = ${tenant.organization_id} and id = ${sessionId}), '-infinity')
      union all
      select (select min(s.at) from wa_sends s
        where s.organization_id = ${tenant.organization_id} and s.session_id = ${sessionId} and s.at >= d.first + interval '24 hours'), d.n + 1
      from days d where d.first is not null and d.n < ${limit})
    select first from days where first is not null order by first`.execute(tenant.db)
  return rows.map(({ first }) => first!)
}

/**
 * Deletes one batch of sends older than 90 days, longer than any limit looks back; true if there may be more.
 * Preserves the first send of each warm-up day and the last one to each address, which may still be replied to.
 * If WhatsApp refused that one, the last that may have arrived is preserved too.
 */
export async function removeOldSends(tenant: Tenant, sessionId: string, limit = 10_000): Promise<boolean> {
  const days = await sendingDays(tenant, sessionId, maxWarmUpDays)
  // Materialized before any row is deleted: the planner would otherwise run the search for each row.
  const { numAffectedRows } = await sql`
    with old as materialized (
      select o.at, o.wa_message_id from wa_sends o
      where o.organization_id = ${tenant.organization_id} and o.session_id = ${sessionId} and o.at < now() - interval '90 days'
        and not exists (select from unnest(${days}::timestamptz[]) first where o.at >= first and o.at < first + interval '1 ms')
        and exists (select from wa_sends n where n.organization_id = o.organization_id and n.address_key = o.address_key
          and n.session_id = o.session_id and n.at > o.at and not ${neverLeft(sql`n`)})
      order by o.at limit ${limit})
    delete from wa_sends s using old
    where s.organization_id = ${tenant.organization_id} and s.session_id = ${sessionId}
      and s.at = old.at and s.wa_message_id = old.wa_message_id`.execute(tenant.db)
  return numAffectedRows === BigInt(limit)
}

/** After this many sending days every warm-up is complete, whatever its first allowance. */
export const maxWarmUpDays = 20

/** Which of these addresses have ever written to this number. */
export async function knownOf(tenant: Tenant, sessionId: string, addressKeys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ address_key: string }>`
    select address_key from wa_chats
    where organization_id = ${tenant.organization_id} and session_id = ${sessionId} and address_key = any (${addressKeys}::text[])`.execute(
    tenant.db,
  )
  return new Set(rows.map((row) => row.address_key))
}

/**
 * The id of the message that a reply refers to: the quoted one, otherwise the last one sent to this address before
 * `before`. Messages that were never sent, or were sent to other addresses, do not count.
 */
export async function latestSend(
  tenant: Tenant,
  sessionId: string,
  addressKey: string,
  before: Date,
  quoted?: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ wa_message_id: string }>`
    select w.wa_message_id from wa_sends w
    where w.organization_id = ${tenant.organization_id} and w.address_key = ${addressKey} and w.session_id = ${sessionId}
      -- WhatsApp reports whole seconds.
      and w.at < ${before}::timestamptz + interval '1 second' and not ${neverLeft(sql`w`)}
    order by w.wa_message_id = ${quoted ?? ''} desc, w.at desc limit 1`.execute(tenant.db)
  return rows[0]?.wa_message_id
}

/** Merges the chat of a network's hidden id into the chat of its phone number. */
export async function recognize(tenant: Tenant, sessionId: string, hidden: string, addressKey: string): Promise<void> {
  await sql`
    with gone as (delete from wa_chats
      where organization_id = ${tenant.organization_id} and session_id = ${sessionId} and address_key = ${hidden} returning first_written_at)
    insert into wa_chats (organization_id, session_id, address_key, first_written_at)
    select ${tenant.organization_id}, ${sessionId}, ${addressKey}, first_written_at from gone
    on conflict (organization_id, session_id, address_key) do update
      set first_written_at = least(wa_chats.first_written_at, excluded.first_written_at)`.execute(tenant.db)
}
