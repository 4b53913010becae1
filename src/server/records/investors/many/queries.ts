// SQL of bulk changes of investors: locks them, and finds what prevents deleting or restoring them.
import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/index.ts'
import type { LockedRecord } from '../../../platform/db/records.ts'

/** Types are locked before investors: docs/decisions/0007-order-of-locks.md. */
export async function lock(
  tenant: Tenant,
  ids: readonly string[],
  next: readonly { investor_type_id?: unknown }[],
): Promise<LockedRecord[]> {
  const { organization_id } = tenant
  const type_ids = [...new Set(next.map(({ investor_type_id }) => investor_type_id))]
  await sql`
    select from investor_types where organization_id = ${organization_id} and id in (
      select investor_type_id from investors where organization_id = ${organization_id} and id = any (${ids}::uuid[])
      union all select unnest(${type_ids}::uuid[]))
    order by id for share`.execute(tenant.db)
  const { rows } = await sql<LockedRecord>`
    select v.id, v.deleted_at is not null as is_deleted, jsonb_build_object('owner_user_id', v.owner_user_id,
      'investor_type_id', v.investor_type_id, 'country', v.country, 'source', v.source,
      'next_follow_up_on', v.next_follow_up_on, 'follow_up_note', v.follow_up_note,
      'do_not_contact', v.do_not_contact, 'is_archived', v.archived_at is not null, 'custom', v.custom) as values
    from investors v where v.organization_id = ${organization_id} and v.id = any (${ids}::uuid[]) and v.purged_at is null
    order by v.id for no key update of v`.execute(tenant.db)
  return rows
}

/** Ids of the investor types that exist. */
export async function types(tenant: Tenant): Promise<Set<unknown>> {
  const { rows } = await sql<{ id: string }>`
    select id from investor_types where organization_id = ${tenant.organization_id} and deleted_at is null`.execute(
    tenant.db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** How many investments each of these investors has, if any. The investors must be locked. */
export async function investmentCounts(
  tenant: Tenant,
  ids: readonly string[],
): Promise<{ id: string; count: number }[]> {
  const { rows } = await sql<{ id: string; count: number }>`
    select i.investor_id as id, count(*) as count from investments i
    where i.organization_id = ${tenant.organization_id} and i.investor_id = any (${ids}::uuid[]) and i.deleted_at is null
    group by i.investor_id`.execute(tenant.db)
  return rows
}

/** The deleted investors that cannot be restored, because another investor has been given their code since. */
export async function taken(tenant: Tenant, ids: readonly string[]): Promise<{ id: string; code: string }[]> {
  const { rows } = await sql<{ id: string; code: string }>`
    select gone.id, gone.code from investors gone
    where gone.organization_id = ${tenant.organization_id} and gone.id = any (${ids}::uuid[]) and gone.deleted_at is not null
      and exists (select from investors v where v.organization_id = gone.organization_id
        and lower(v.code) = lower(gone.code) and v.deleted_at is null)`.execute(tenant.db)
  return rows
}
