// Scheduling queries of the engine: which broadcasts start, which continue, and which is next.
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tenant } from '../../../platform/db/index.ts'
import { mayLeave } from '../../../platform/db/restored.ts'
import type { ActiveBroadcast, BroadcastTurn } from '../../engine/service.ts'
import { named } from '../../media/service.ts'

export async function active(database: Database, now: Date): Promise<ActiveBroadcast[]> {
  const { rows } = await sql<ActiveBroadcast>`
    select organization_id, id, version, session_id, status, approval, all_contacts, source_broadcast_id, source_part, request_id, coalesce(expires_at <= ${now}, false) as is_expired from broadcasts
    where status in ('preparing', 'sending') order by started_at`.execute(database.system)
  return rows
}

/** The database's clock, which all processes share. */
export async function clock(database: Database): Promise<Date> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(database.system)
  return new Date(rows[0]!.now)
}

/** Broadcasts whose scheduled time has come. */
export async function due(
  database: Database,
  now: Date,
): Promise<{ organization_id: string; id: string; request_id: string | null; send_at: string }[]> {
  const { rows } = await sql<{ organization_id: string; id: string; request_id: string | null; send_at: string }>`
    select organization_id, id, request_id, send_at from broadcasts
    where status = 'scheduled' and send_at <= ${now} and ${mayLeave('broadcasts')} order by send_at`.execute(
    database.system,
  )
  return rows
}

/**
 * Round robin over a session's broadcasts: the next one after `last` with a due recipient. Selects the first due recipient, as
 * `exists` would be planned as a join over all recipients of the organization for every batch.
 */
export async function nextInTurn(
  tenant: Tenant,
  sessionId: string,
  last: string,
  now: string,
): Promise<BroadcastTurn | undefined> {
  const { rows } = await sql<BroadcastTurn>`
    ${turns(tenant, sql`now()`)}
    where b.organization_id = ${tenant.organization_id} and b.session_id = ${sessionId} and b.status = 'sending'
      and (b.expires_at is null or b.expires_at > ${now})
      and (select r.due_at from recipients r
        where r.organization_id = b.organization_id and r.broadcast_id = b.id and r.due_at is not null order by r.due_at limit 1) <= ${now}
    order by b.id::text <= ${last}, b.id limit 1`.execute(tenant.db)
  return rows[0]
}

/** A broadcast that is being prepared for approval; `today` is the day on which it would start. */
export async function asked(tenant: Tenant, id: string): Promise<BroadcastTurn | undefined> {
  const { rows } = await sql<BroadcastTurn>`
    ${turns(tenant, sql`greatest(now(), b.send_at)`)}
    where b.organization_id = ${tenant.organization_id} and b.id = ${id} and b.status = 'preparing' and b.approval = 'asked'
      and b.deleted_at is null`.execute(tenant.db)
  return rows[0]
}

const turns = (tenant: Tenant, at: RawBuilder<unknown>) => sql`
  select b.id, b.body, b.language, ${named(tenant, sql`b.media_id`)} as media, b.request_id, o.name as organization_name,
    (${at} at time zone o.time_zone)::date as today, o.country, o.time_zone, b.test_of is not null as is_test,
    b.approval is not distinct from 'approved' as is_approved
  from broadcasts b join organizations o on o.organization_id = b.organization_id`
