// SQL of the filters of investment lists and their sums.
import { type RawBuilder, sql } from 'kysely'
import type { InvestmentQuery } from '../../../../contract/investments.ts'
import { isBulkChanged } from '../../../platform/db/bulk-changed.ts'
import { type CustomQuery, customConditions } from '../../../platform/db/custom-values.ts'
import { today } from '../../../platform/db/day.ts'
import { isImported } from '../../../platform/db/imported.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { contains, words } from '../../../platform/db/search.ts'
import { hasTag } from '../../../platform/db/tag-labels.ts'

export type Filters = Omit<InvestmentQuery, 'page' | 'per_page' | 'sort'> & CustomQuery

export const live = ({ organization_id }: Tenant) =>
  sql`i.organization_id = ${organization_id} and i.deleted_at is null`

/** A condition on `investments i`. */
export const matching = (tenant: Tenant, filters: Filters) =>
  sql.join([live(tenant), ...conditions(tenant, filters)], sql` and `)

/** The ids of the investments that match. */
export const matchingIds = (tenant: Tenant, filters: Filters): RawBuilder<{ id: string }> =>
  sql`select i.id from investments i where ${matching(tenant, filters)}`

export function conditions(tenant: Tenant, query: Filters): RawBuilder<unknown>[] {
  const { organization_id } = tenant
  const among = (column: string, values: readonly string[] | undefined) =>
    values && sql`${sql.ref(column)} = any (${values})`
  const all = [
    ...words(query.q).map((word) => contains('i', word)),
    query.investor_id && sql`i.investor_id = ${query.investor_id}`,
    among('i.offering_id', query.offering_id),
    among('i.status_id', query.status_id),
    query.category &&
      // An array, looked up once: a join would be executed first and prevent a scan of the sort index.
      sql`i.status_id = any (array(select id from investment_statuses
        where organization_id = ${organization_id} and category = any (${query.category})))`,
    among('i.stage_id', query.stage_id),
    query.investor_type_id &&
      sql`i.investor_id in (select id from investors
        where organization_id = ${organization_id} and investor_type_id = any (${query.investor_type_id}))`,
    query.owner_user_id && sql`i.owner_user_id = ${query.owner_user_id}`,
    among('i.currency', query.currency),
    among('i.instrument', query.instrument),
    query.tag_id && hasTag('investment', 'i', query.tag_id),
    query.payment === 'due' && sql`i.scheduled > 0`,
    query.payment === 'overdue' && sql`i.next_due_on < ${query.as_of ?? today(tenant)}`,
    query.country &&
      sql`i.investor_id in (select id from investors
        where organization_id = ${organization_id} and country = any (${query.country}))`,
    query.import_id && isImported.investment(tenant, sql`i.id`, query.import_id),
    query.bulk_change_id && isBulkChanged.investment(tenant, sql`i.id`, query.bulk_change_id),
    ...customConditions(tenant, 'i', query),
    // Some investments did not exist on that day: the source `i` filters them (db/as-of.ts), so this counts
    // as a filter.
    query.as_of && sql`true`,
  ]
  return all.filter((condition) => typeof condition === 'object')
}

/** The first filter with an id that is not in this organization. */
export async function unknownFilter(tenant: Tenant, filters: Filters): Promise<string | undefined> {
  const tables = {
    investor_id: 'investors',
    offering_id: 'offerings',
    status_id: 'investment_statuses',
    stage_id: 'investment_stages',
    investor_type_id: 'investor_types',
    owner_user_id: 'users',
    import_id: 'imports',
    bulk_change_id: 'bulk_changes',
  } as const
  const references = Object.entries(tables).flatMap(([name, table]) => {
    const value = filters[name as keyof typeof tables]
    return value === undefined ? [] : [{ name, table, ids: [value].flat() }]
  })
  if (references.length === 0) return undefined
  const checks = references.map(
    ({ name, table, ids }) => sql`
      select ${name} as name where exists (select from unnest(${ids}::uuid[]) requested (id) where not exists (
        select from ${sql.table(table)} t where t.organization_id = ${tenant.organization_id} and t.id = requested.id))`,
  )
  const { rows } = await sql<{ name: string }>`${sql.join(checks, sql` union all `)}`.execute(tenant.db)
  return rows[0]?.name
}
