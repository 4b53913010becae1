// All SQL of organizations.
import { sql } from 'kysely'
import type { Organization, OrganizationInput } from '../../contract/organization.ts'
import type { QuotaKind } from '../../contract/quotas.ts'
import type { Tenant } from '../db/index.ts'

export async function create(tenant: Tenant, input: OrganizationInput): Promise<void> {
  await tenant.db
    .insertInto('organizations')
    .values({ ...input, organization_id: tenant.organization_id })
    .execute()
}

export async function get(tenant: Tenant): Promise<Organization | undefined> {
  return await tenant.db
    .selectFrom('organizations')
    .select(['name', 'country', 'time_zone', 'base_currency', 'created_at', 'updated_at', 'version'])
    .where('organization_id', '=', tenant.organization_id)
    .executeTakeFirst()
}

/** False when it has another version by now. */
export async function update(tenant: Tenant, version: number, change: Partial<OrganizationInput>): Promise<boolean> {
  const { numUpdatedRows } = await tenant.db
    .updateTable('organizations')
    .set({ ...change, updated_at: sql`now()`, version: sql`version + 1` })
    .where('organization_id', '=', tenant.organization_id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The same name again is no change. */
export async function rename(tenant: Tenant, name: string): Promise<void> {
  await tenant.db
    .updateTable('organizations')
    .set({ name, updated_at: sql`now()`, version: sql`version + 1` })
    .where('organization_id', '=', tenant.organization_id)
    .where('name', '<>', name)
    .execute()
}

/** No new version: it is not among the settings that people edit. */
export async function setPremium(tenant: Tenant, premium_until: string | null): Promise<void> {
  await tenant.db
    .updateTable('organizations')
    .set({ premium_until })
    .where('organization_id', '=', tenant.organization_id)
    .execute()
}

/** Null: what the installation gives everybody. */
export async function setQuota(tenant: Tenant, kind: QuotaKind, limit: number | null): Promise<void> {
  await tenant.db
    .updateTable('organizations')
    .set({ [`quota_${kind}`]: limit })
    .where('organization_id', '=', tenant.organization_id)
    .execute()
}

/** Keeps everybody else from adding to it, removing members and leaving, until this transaction ends. */
export async function hold(tenant: Tenant): Promise<void> {
  await tenant.db
    .selectFrom('organizations')
    .select('organization_id')
    .where('organization_id', '=', tenant.organization_id)
    .forUpdate()
    .execute()
}

/** With everything in it, in every table. */
export async function remove(tenant: Tenant): Promise<void> {
  // A million rows take longer than any other statement may.
  await sql`set local statement_timeout = 0`.execute(tenant.db)
  await sql`select remove_organization()`.execute(tenant.db)
}
