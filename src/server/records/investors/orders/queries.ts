// SQL of the orders of the investor list.
import { type RawBuilder, sql } from 'kysely'
import { countryCodes } from '../../../../contract/country.ts'
import type { CustomSort } from '../../../../contract/custom-filters.ts'
import type { InvestorQuery } from '../../../../contract/investors.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { computed, indexed, type Order } from '../../../platform/db/page.ts'
import { sums, valueInBase } from '../../../platform/db/totals.ts'

type Sort = NonNullable<InvestorQuery['sort']>
type Field = Exclude<Sort, `-${string}` | CustomSort>

const text = (column: string) => sql`nullif(${sql.ref(column)}, '') collate "und-x-icu"`

/** The order of `investors v`. */
export function orderOf(tenant: Tenant, sort: Sort): Order {
  const orders: Record<Field, () => Order> = {
    name: () => indexed(sql`v.name collate "und-x-icu"`),
    code: () => indexed(sql`v.code collate "und-x-icu"`),
    // Types have the order that the organization gave them.
    type: () => ({
      ...computed(sql`y.position`),
      joins: sql`join investor_types y on y.organization_id = v.organization_id and y.id = v.investor_type_id`,
    }),
    relationship: () => ({
      ...computed(sql`case when h.is_active then 0 when h.is_past then 2 else 1 end`),
      joins: held(
        tenant,
        sql`bool_or(s.category in ('committed', 'funded')) as is_active, bool_or(s.category = 'exited') as is_past`,
      ),
    }),
    // The list shows the primary contact, or the first if none is primary: sort by the same one.
    contact: () =>
      computed(sql`(select c.name collate "und-x-icu" from investor_contacts x
        join contacts c on c.organization_id = x.organization_id and c.id = x.contact_id and c.deleted_at is null
        where x.organization_id = v.organization_id and x.investor_id = v.id
        order by x.is_primary desc, x.created_at, c.id limit 1)`),
    committed: () => byFigure(tenant, 'committed'),
    funded: () => byFigure(tenant, 'funded'),
    outstanding: () => byFigure(tenant, 'outstanding'),
    distributed: () => byFigure(tenant, 'distributed'),
    owner: () => ({
      ...computed(sql`u.name collate "und-x-icu"`),
      joins: sql`left join users u on u.organization_id = v.organization_id and u.id = v.owner_user_id`,
    }),
    next_follow_up_on: () => ({
      ...indexed(sql`v.next_follow_up_on`),
      filled: sql`v.next_follow_up_on is not null`,
    }),
    email: () => computed(text('v.email')),
    country: () => computed(sql`array_position(${byName(tenant)}, v.country)`),
    city: () => computed(text('v.city')),
    website: () => computed(text('v.website')),
    source: () => computed(text('v.source')),
    investment_count: () => ({ ...computed(sql`coalesce(h.count, 0)`), joins: held(tenant, sql`count(*) as count`) }),
    last_contacted_at: () =>
      computed(sql`(select max(r.sent_at) from investor_contacts x
        join recipients r on r.organization_id = x.organization_id and r.contact_id = x.contact_id
        where x.organization_id = v.organization_id and x.investor_id = v.id)`),
    created_at: () => indexed(sql`v.created_at`),
    updated_at: () => indexed(sql`v.updated_at`),
  }
  return orders[sort.replace('-', '') as Field]()
}

/** Joins aggregates over each investor's investments, as `h`. */
const held = (tenant: Tenant, columns: RawBuilder<unknown>) => sql`
  left join (
    select i.investor_id, ${columns} from ${investmentsOf(tenant)} group by i.investor_id) h on h.investor_id = v.id`

const investmentsOf = ({ organization_id }: Tenant) => sql`investments i
  join investment_statuses s on s.organization_id = i.organization_id and s.id = i.status_id
  where i.organization_id = ${organization_id} and i.deleted_at is null`

/** Sorts by value in the base currency; then investors whose amounts all lack an exchange rate, then investors without an amount. */
function byFigure(tenant: Tenant, figure: keyof typeof sums): Order {
  return {
    keys: [sql`h.value`],
    rank: sql`case when h.value is not null then 0 when h.is_some then 1 else 2 end`,
    joins: sql`
      left join (
        select b.investor_id, bool_or(b.amount <> 0) as is_some,
          sum(${valueInBase(tenant, sql`nullif(b.amount, 0)`, sql`b.currency`)}) as value
        from (
          select i.investor_id, i.currency, ${sums[figure]} as amount
          from ${investmentsOf(tenant)} group by i.investor_id, i.currency) b
        group by b.investor_id) h on h.investor_id = v.id`,
  }
}

/** All country codes, sorted by country name in the user's language. */
const byName = ({
  user_id,
}: Tenant) => sql`case when (select locale from users where id = ${user_id ?? null}::uuid) like 'id%'
  then ${countriesIn('id')}::text[] else ${countriesIn('en')}::text[] end`

function countriesIn(language: string): string[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const { compare } = new Intl.Collator(language)
  return countryCodes().sort((a, b) => compare(names.of(a)!, names.of(b)!))
}
