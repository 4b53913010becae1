// All SQL of the trash: deleted records of all kinds, as one list.
import { type RawBuilder, sql } from 'kysely'
import { type Trashed, type TrashKind, type TrashQuery, trashDays } from '../../../contract/trash.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { inOrder } from '../../platform/db/page.ts'
import { isInTrash } from './purge/queries.ts'

interface Kind {
  /** The table as `r`, joined to the parent record: a child of a deleted parent is not listed, because it cannot be restored alone. */
  from: RawBuilder<unknown>
  name: RawBuilder<unknown>
  code?: RawBuilder<unknown>
  amount?: RawBuilder<unknown>
  currency?: RawBuilder<unknown>
  investment_id?: RawBuilder<unknown>
}

const kinds: Record<TrashKind, Kind> = {
  contact: { from: sql`contacts r`, name: sql`r.name` },
  investor: { from: sql`investors r`, name: sql`r.name`, code: sql`r.code` },
  investment: {
    from: sql`investments r join investors v on v.organization_id = r.organization_id and v.id = r.investor_id and v.deleted_at is null`,
    ...{ name: sql`r.title`, code: sql`r.reference`, currency: sql`r.currency` },
    amount: sql`money(coalesce(r.committed_amount, r.expected_amount), r.currency)::text`,
  },
  transaction: {
    from: sql`transactions r join investments i on i.organization_id = r.organization_id and i.id = r.investment_id and i.deleted_at is null`,
    ...{ name: sql`i.title`, code: sql`i.reference`, currency: sql`i.currency`, investment_id: sql`i.id` },
    amount: sql`money(r.amount, i.currency)::text`,
  },
  offering: { from: sql`offerings r`, name: sql`r.name` },
  note: { from: sql`notes r`, name: sql`left(split_part(r.body, e'\n', 1), 200)` },
  task: { from: sql`tasks r`, name: sql`r.title` },
  template: { from: sql`templates r`, name: sql`r.name` },
  broadcast_group: { from: sql`broadcast_groups r`, name: sql`r.name` },
  broadcast: { from: sql`broadcasts r`, name: sql`r.name` },
  wa_group: { from: sql`wa_groups r`, name: sql`r.name` },
  custom_field: { from: sql`custom_fields r`, name: sql`r.name` },
}

const sortKeys = { deleted_at: sql`deleted_at`, name: sql`fold(name)` }

export async function list(tenant: Tenant, query: TrashQuery): Promise<{ data: Trashed[]; total: number }> {
  const { page = 1, per_page = 20, sort = '-deleted_at', q = '' } = query
  const { organization_id } = tenant
  const parts = (query.kind ?? (Object.keys(kinds) as TrashKind[])).map((kind) => {
    const { from, name, code, amount, currency, investment_id } = kinds[kind]
    return sql`select ${sql.lit(kind)} as kind, r.id, ${name} as name, ${code ?? sql`null::text`} as code, ${(tenant.sees_amounts && amount) || sql`null::text`} as amount,
      ${currency ?? sql`null::text`} as currency, ${investment_id ?? sql`null::uuid`} as investment_id, r.deleted_at
      from ${from} where r.organization_id = ${organization_id} and ${isInTrash(kind)} and strpos(fold(${name}), fold(${q})) > 0`
  })
  const deleted = sql.join(parts, sql` union all `)
  const { rows } = await sql<Trashed>`
    select t.*, t.deleted_at + make_interval(days => ${trashDays}) as purge_at, (select u.name from record_edits e join users u on u.organization_id = e.organization_id and u.id = e.user_id
        where e.organization_id = ${organization_id} and e.record_id = t.id and e.changes -> 'deleted_at' ->> 1 is not null
        order by e.at desc limit 1) as deleted_by
    from (select * from (${deleted}) d order by ${inOrder(sortKeys, sort, sql`id`)} limit ${per_page} offset ${(page - 1) * per_page}) t
    order by ${inOrder(sortKeys, sort, sql`id`)}`.execute(tenant.db)
  const counted = await sql<{ total: number }>`select count(*) as total from (${deleted}) d`.execute(tenant.db)
  return { data: rows, total: counted.rows[0]!.total }
}
