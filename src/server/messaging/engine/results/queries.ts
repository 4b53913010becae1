// Read-only queries about recipients.
import { sql } from 'kysely'
import type { RecipientStatus } from '../../../../contract/broadcasts.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { type NamedMedia, named } from '../../media/service.ts'

/** For the frequency cap: which of these addresses another broadcast was sent to since `since`, and when. */
export async function messagedSince(
  tenant: Tenant,
  broadcastId: string,
  addressKeys: readonly string[],
  since: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ address_key: string; at: string }>`
    select k.address_key, m.at from unnest(${addressKeys}::text[]) k (address_key)
    cross join lateral (select s.at from wa_sends s
      join recipients r on r.organization_id = s.organization_id and r.session_id = s.session_id and r.wa_message_id = s.wa_message_id
      where s.organization_id = ${tenant.organization_id} and s.address_key = k.address_key and s.at > ${since}
        and r.broadcast_id <> ${broadcastId} and r.status not in ('pending', 'skipped', 'cancelled')
        and not exists (select from broadcasts b where b.organization_id = r.organization_id and b.id = r.broadcast_id and b.test_of is not null)
        and not (r.status = 'failed' and r.reason <> 'unconfirmed')
      order by s.at desc limit 1) m`.execute(tenant.db)
  return new Map(rows.map((row) => [row.address_key, Date.parse(row.at)]))
}

/** Outcomes of the latest messages, newest first: the input of the circuit breakers. */
export interface LatestResult {
  broadcast_id: string
  status: RecipientStatus
  reason: string | null
  acknowledged: boolean
  at: string
}

export async function latestResults(
  tenant: Tenant,
  sessionId: string,
  since: string,
  limit = 300,
): Promise<LatestResult[]> {
  const { rows } = await sql<LatestResult>`
    select r.broadcast_id, r.status, r.reason, r.sent_at is not null as acknowledged, s.at
    from (select l.wa_message_id, max(l.at) as at from (select wa_message_id, at from wa_sends
        where organization_id = ${tenant.organization_id} and session_id = ${sessionId} and at > ${since}::timestamptz
        order by at desc limit ${limit}) l group by 1) s
    join recipients r on r.organization_id = ${tenant.organization_id} and r.session_id = ${sessionId} and r.wa_message_id = s.wa_message_id
    order by s.at desc`.execute(tenant.db)
  return rows
}

/** True if no recipient is pending, sending, accepted or unknown. One index lookup. */
export async function isBroadcastDone(tenant: Tenant, broadcast: { id: string; session_id: string }): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select
      (select due_at from recipients where organization_id = ${tenant.organization_id} and broadcast_id = ${broadcast.id}
        and due_at is not null order by due_at limit 1) is null
      and (select decide_at from recipients where organization_id = ${tenant.organization_id} and session_id = ${broadcast.session_id}
        and decide_at is not null and broadcast_id = ${broadcast.id} order by decide_at limit 1) is null as done`.execute(
    tenant.db,
  )
  return rows[0]!.done
}

/** True if messages in flight or unconfirmed are decided within `ms`; those of a paused broadcast wait for a person. */
export async function hasUnknownUntil(tenant: Tenant, sessionId: string, ms: number): Promise<boolean> {
  const { rows } = await sql`
    select from recipients r
    join broadcasts b on b.organization_id = r.organization_id and b.id = r.broadcast_id and b.status <> 'paused'
    where r.organization_id = ${tenant.organization_id} and r.session_id = ${sessionId} and r.status in ('sending', 'unknown')
      and r.decide_at <= clock_timestamp() + make_interval(secs => ${ms / 1000}) limit 1`.execute(tenant.db)
  return rows.length > 0
}

/** The text sent under a message id, for a recipient's device that requests it again. */
export async function sentText(
  tenant: Tenant,
  sessionId: string,
  messageId: string,
): Promise<{ to: string; text: string; media: NamedMedia | null } | undefined> {
  const { rows } = await sql<{ to: string; text: string; media: NamedMedia | null }>`
    select r.address as "to", r.text, ${named(tenant, sql`b.media_id`)} as media from recipients r
    join broadcasts b on b.organization_id = r.organization_id and b.id = r.broadcast_id
    where r.organization_id = ${tenant.organization_id} and r.session_id = ${sessionId} and r.wa_message_id = ${messageId}
      and r.text is not null`.execute(tenant.db)
  return rows[0]
}
