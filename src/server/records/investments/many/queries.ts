// SQL of bulk changes of investments: locks them, and finds what prevents a change.
import { sql } from 'kysely'
import type { StatusCategory } from '../../../../contract/master-data.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import type { LockedRecord } from '../../../platform/db/records.ts'

/** Statuses, stages and investors are locked before investments: docs/decisions/0007-order-of-locks.md. */
export async function lock(
  tenant: Tenant,
  ids: readonly string[],
  next: readonly { status_id?: unknown; stage_id?: unknown }[],
): Promise<LockedRecord[]> {
  const { organization_id } = tenant
  const held = [
    ['investment_statuses', 'status_id', next.map(({ status_id }) => status_id)],
    ['investment_stages', 'stage_id', next.map(({ stage_id }) => stage_id)],
    ['investors', 'investor_id', []],
  ] as const
  for (const [table, column, more] of held)
    await sql`
      select from ${sql.table(table)} where organization_id = ${organization_id} and id in (
        select ${sql.ref(column)} from investments where organization_id = ${organization_id} and id = any (${ids}::uuid[])
        union all select unnest(${[...new Set(more)]}::uuid[]))
      order by id for share`.execute(tenant.db)
  const { rows } = await sql<LockedRecord>`
    select i.id, i.deleted_at is not null as is_deleted, jsonb_build_object('status_id', i.status_id,
      'lost_reason', i.lost_reason, 'stage_id', i.stage_id, 'owner_user_id', i.owner_user_id, 'instrument', i.instrument,
      'expected_close_on', i.expected_close_on, 'probability', i.probability, 'currency', i.currency,
      'expected_amount', i.expected_amount::text, 'committed_amount', i.committed_amount::text,
      'valuation_cap', i.valuation_cap::text, 'custom', i.custom) as values
    from investments i where i.organization_id = ${organization_id} and i.id = any (${ids}::uuid[])
    order by i.id for no key update of i`.execute(tenant.db)
  return rows
}

/** The statuses that exist, by id. */
export async function statuses(tenant: Tenant): Promise<Map<string, { category: StatusCategory; is_active: boolean }>> {
  const { rows } = await sql<{ id: string; category: StatusCategory; is_active: boolean }>`
    select id, category, is_active from investment_statuses
    where organization_id = ${tenant.organization_id} and deleted_at is null`.execute(tenant.db)
  return new Map(rows.map(({ id, ...status }) => [id, status]))
}

/** Ids of the stages that exist. */
export async function stages(tenant: Tenant): Promise<Set<unknown>> {
  const { rows } = await sql<{ id: string }>`
    select id from investment_stages where organization_id = ${tenant.organization_id} and deleted_at is null`.execute(
    tenant.db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Returns which of these the organization does not have or no longer offers. */
export async function missing(
  tenant: Tenant,
  { stage_id, owner_user_id }: { stage_id?: unknown; owner_user_id?: unknown },
): Promise<'stage' | 'inactive_stage' | 'owner' | undefined> {
  const { organization_id } = tenant
  const { rows } = await sql<{ stage: boolean | null; owner: boolean }>`
    select (select is_active from investment_stages where organization_id = ${organization_id} and id = ${stage_id ?? null} and deleted_at is null) as stage,
      exists (select from users where organization_id = ${organization_id} and id = ${owner_user_id ?? null}) as owner`.execute(
    tenant.db,
  )
  const { stage, owner } = rows[0]!
  if (stage_id && stage === null) return 'stage'
  if (stage_id && !stage) return 'inactive_stage'
  return owner_user_id && !owner ? 'owner' : undefined
}

/** How many settled transactions each of these investments has, if any. The investments must be locked. */
export async function settledCounts(tenant: Tenant, ids: readonly string[]): Promise<{ id: string; count: number }[]> {
  const { rows } = await sql<{ id: string; count: number }>`
    select t.investment_id as id, count(*) as count from transactions t
    where t.organization_id = ${tenant.organization_id} and t.investment_id = any (${ids}::uuid[])
      and t.state = 'settled' and t.deleted_at is null
    group by t.investment_id`.execute(tenant.db)
  return rows
}

/** Deleted investments that cannot be restored: their investor is deleted, or their reference is taken. */
export async function unrestorable(
  tenant: Tenant,
  ids: readonly string[],
): Promise<{ id: string; reference: string; has_investor: boolean }[]> {
  const { rows } = await sql<{ id: string; reference: string; has_investor: boolean }>`
    select * from (
      select i.id, i.reference, v.deleted_at is null as has_investor, exists (select from investments x
        where x.organization_id = i.organization_id and lower(x.reference) = lower(i.reference) and x.deleted_at is null) as is_taken
      from investments i join investors v on v.organization_id = i.organization_id and v.id = i.investor_id
      where i.organization_id = ${tenant.organization_id} and i.id = any (${ids}::uuid[]) and i.deleted_at is not null) gone
    where is_taken or not has_investor`.execute(tenant.db)
  return rows
}
