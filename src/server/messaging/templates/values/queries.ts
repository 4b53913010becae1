// Values of investors, investments and offerings in messages, for many contacts in one query.
import { type RawBuilder, sql } from 'kysely'
import { customPrefix, listedInvestments } from '../../../../contract/template-language.ts'
import { owed } from '../../../platform/db/as-of.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { outstanding, overdueCondition, sums } from '../../../platform/db/totals.ts'

/** `investor_id`: whose figures to use; null for the investor the contact speaks for first. */
export interface Addressed {
  contact_id: string | null
  investor_id: string | null
}

/** Amounts are strings in `currency`, or lists with one per currency; days are strings. */
export type ValueRow = Record<string, string | null> & { id: string; currency?: string }
export type InvestorValueRow = Record<string, string | null | { currency: string; amount: string }[]> & {
  id: string
  name: string
}

export interface Loaded {
  investor: InvestorValueRow
  /** The most relevant first: docs/templates.md. */
  investments: (ValueRow & { title: string })[]
  offering: InvestorValueRow | null
}

/** The fields used of each subject; nothing else is computed. */
export interface WantedFields {
  investor: ReadonlySet<string>
  investment: ReadonlySet<string>
  /** Maximum per investor. */
  investments: number
  offering: ReadonlySet<string>
}

/** Order of the investors a contact speaks for: docs/templates.md. */
const roles = ['self', 'primary', 'finance', 'legal', 'assistant', 'other']

/**
 * By index in `people`; undefined if the contact speaks for no investor, or not for the given one. Figures are those of the
 * records' pages (db/totals.ts). Rows are looked up one by one, as a join would read all investors of the organization for
 * every batch.
 */
export async function load(
  tenant: Tenant,
  wanted: WantedFields,
  people: readonly Addressed[],
): Promise<(Loaded | undefined)[]> {
  const { organization_id } = tenant
  const contacts = people.map(({ contact_id }) => contact_id)
  const investors = people.map(({ investor_id }) => investor_id)
  const { rows } = await sql<Loaded & { n: number }>`
    with chosen as materialized (
      select a.n, k.* from unnest(${contacts}::uuid[], ${investors}::uuid[]) with ordinality a (contact_id, investor_id, n)
      cross join lateral (
        select v.organization_id, v.id, v.name, v.code, v.email, v.city, v.investor_type_id, v.owner_user_id, v.custom
        from investor_contacts x
        cross join lateral (select * from investors y
          where y.organization_id = x.organization_id and y.id = x.investor_id and y.deleted_at is null limit 1) v
        where x.organization_id = ${organization_id} and x.contact_id = a.contact_id
          and (a.investor_id is null or v.id = a.investor_id)
        order by v.archived_at is not null, x.is_primary desc, array_position(${roles}::text[], x.role), x.created_at, v.id
        limit 1) k),
    listed as materialized (${wanted.investments > 0 ? investmentsOf(tenant, wanted) : sql`select null::bigint as n, null::json as investments, null::uuid as offering_id where false`}),
    offered as materialized (${wanted.offering.size > 0 ? offeringsOf(tenant, wanted.offering) : sql`select null::uuid as id, null::json as offering where false`})
    select c.n::int, ${investorOf(wanted.investor)} as investor, coalesce(l.investments, '[]') as investments, o.offering
    from chosen c
    left join listed l on l.n = c.n
    left join offered o on o.id = l.offering_id
    ${figuresOf(tenant, wanted.investor)}`.execute(tenant.db)
  const found = new Map(rows.map(({ n, ...loaded }) => [n, loaded]))
  return people.map((_, index) => found.get(index + 1))
}

/** The maximum number of investments a loop can iterate. */
export const allListed = listedInvestments.most

type Expression = RawBuilder<unknown>

const hasCustom = (wanted: ReadonlySet<string>) => [...wanted].some((field) => field.startsWith(customPrefix))

/** `{ field: … }` of the fields used, and of those always needed. */
const object = (fields: Readonly<Record<string, Expression>>, wanted: ReadonlySet<string>, always: readonly string[]) =>
  sql`json_build_object(${sql.join(
    Object.entries(fields)
      .filter(([field]) => wanted.has(field) || always.includes(field) || (field === 'custom' && hasCustom(wanted)))
      .flatMap(([field, value]) => [sql.lit(field), value]),
  )})`

const amount = (figure: Expression, currency: Expression) => sql`money(${figure}, ${currency})::text`
const nameIn = (table: 'offerings' | 'investment_stages' | 'investor_types' | 'users', id: string, of: string) =>
  sql`(select t.name from ${sql.table(table)} t
    where t.organization_id = ${sql.ref(`${of}.organization_id`)} and t.id = ${sql.ref(`${of}.${id}`)})`

const inOwn = (figure: Expression) => amount(figure, sql`i.currency`)
const investmentFields = {
  id: sql`i.id`,
  currency: sql`i.currency`,
  title: sql`i.title`,
  reference: sql`i.reference`,
  offering: nameIn('offerings', 'offering_id', 'i'),
  status: sql`i.status`,
  stage: nameIn('investment_stages', 'stage_id', 'i'),
  expected_amount: inOwn(sql`i.expected_amount`),
  committed_amount: inOwn(sql`i.committed_amount`),
  funded: inOwn(sql`i.funded`),
  outstanding: inOwn(outstanding(sql`i.category`, sql`i.committed_amount`, sql`i.funded`)),
  due: inOwn(sql`i.scheduled - late.amount`),
  overdue: inOwn(sql`late.amount`),
  distributed: inOwn(sql`i.distributed`),
  next_due_on: sql`i.next_due_on`,
  next_due_amount: inOwn(sql`(select sum(t.amount) from transactions t
    where t.organization_id = i.organization_id and t.investment_id = i.id and ${owed} and t.due_on = i.next_due_on)`),
  units: sql`trim_scale(i.units)::text`,
  ownership_percent: sql`trim_scale(i.ownership_percent)::text`,
  interest_rate_percent: sql`trim_scale(i.interest_rate_percent)::text`,
  committed_on: sql`i.committed_on`,
  expected_close_on: sql`i.expected_close_on`,
  maturity_on: sql`i.maturity_on`,
  custom: sql`i.custom`,
}

/** Investments with a scheduled or overdue payment first, then the newest open one, then the newest closed one. */
const investmentsOf = (tenant: Tenant, { investment: wanted, investments }: WantedFields) => sql`
  select i.n, json_agg(${object(investmentFields, wanted, ['id', 'currency', 'title'])} order by i.place) as investments,
    (array_agg(i.offering_id order by i.place))[1] as offering_id
  from (
    select c.n, h.* from chosen c cross join lateral (
      select i.*, s.name as status, s.category,
        row_number() over (order by i.next_due_on, s.category = 'exited', i.created_at desc, i.id desc) as place
      from investments i
      cross join lateral (select * from investment_statuses y
        where y.organization_id = i.organization_id and y.id = i.status_id limit 1) s
      where i.organization_id = ${tenant.organization_id} and i.investor_id = c.id and i.deleted_at is null
        and s.category <> 'lost'
      order by place limit ${investments}::int) h) i
  ${wanted.has('due') || wanted.has('overdue') ? overdueCondition(tenant) : sql``}
  group by i.n`

/** Sums over investments `i` of one currency, by field. */
const figures: Readonly<Record<string, Expression>> = {
  committed: sums.committed,
  funded: sums.funded,
  outstanding: sums.outstanding,
  distributed: sums.distributed,
  due: sql`sum(i.scheduled - late.amount)`,
  overdue: sql`sum(late.amount)`,
}
const figuresIn = (wanted: ReadonlySet<string>) => Object.keys(figures).filter((field) => wanted.has(field))
const isFigure = (field: string) => field in figures || field === 'next_due_on'

const investorOf = (wanted: ReadonlySet<string>) =>
  object(
    {
      id: sql`c.id`,
      name: sql`c.name`,
      code: sql`c.code`,
      type: nameIn('investor_types', 'investor_type_id', 'c'),
      email: sql`c.email`,
      city: sql`c.city`,
      owner: nameIn('users', 'owner_user_id', 'c'),
      next_due_on: sql`w.next_due_on`,
      custom: sql`c.custom`,
      ...Object.fromEntries(Object.keys(figures).map((field) => [field, sql.ref(`w.${field}`)])),
    },
    wanted,
    ['id', 'name'],
  )

const lines = (figure: string) =>
  sql`json_agg(json_build_object('currency', currency, 'amount', ${amount(sql.ref(figure), sql`currency`)}) order by currency)`

/** One row per currency of the investor's investments, as on its page. */
function figuresOf(tenant: Tenant, wanted: ReadonlySet<string>) {
  if (![...wanted].some(isFigure)) return sql``
  const chosen = figuresIn(wanted)
  return sql`
    left join lateral (
      select ${sql.join([sql`min(next_due_on) as next_due_on`, ...chosen.map((field) => sql`${lines(field)} as ${sql.ref(field)}`)])}
      from (
        select ${sql.join([
          sql`i.currency`,
          sql`min(i.next_due_on) as next_due_on`,
          ...chosen.map((field) => sql`${figures[field]!} as ${sql.ref(field)}`),
        ])}
        from investments i
        cross join lateral (select category from investment_statuses y
          where y.organization_id = i.organization_id and y.id = i.status_id limit 1) s
        ${wanted.has('due') || wanted.has('overdue') ? overdueCondition(tenant) : sql``}
        where i.organization_id = c.organization_id and i.investor_id = c.id and i.deleted_at is null
        group by i.currency) by_currency) w on true`
}

const ownLine = (figure: Expression) =>
  sql`case when ${figure} is not null then json_build_array(json_build_object('currency', o.currency, 'amount', ${amount(figure, sql`o.currency`)})) end`
const share = (figure: 'committed' | 'funded') => sql`case when f.${sql.ref(`${figure}_elsewhere`)} = 0 then
  trim_scale(trunc(f.${sql.ref(`${figure}_here`)} * 100 / nullif(o.target_amount, 0), 1))::text end`

const offeringFields = {
  id: sql`o.id`,
  name: sql`o.name`,
  target_amount: ownLine(sql`o.target_amount`),
  min_ticket: ownLine(sql`o.min_ticket`),
  opens_on: sql`o.opens_on`,
  closes_on: sql`o.closes_on`,
  committed: sql`f.committed`,
  funded: sql`f.funded`,
  percent_committed: share('committed'),
  percent_funded: share('funded'),
  custom: sql`o.custom`,
}

/**
 * Each offering of the first investments once. Nothing is converted: a share of the target exists only if all of it is in the
 * offering's currency. It is truncated to one decimal, so that 99.96 does not become 100.
 */
const offeringsOf = ({ organization_id }: Tenant, wanted: ReadonlySet<string>) => sql`
  select o.id, ${object(offeringFields, wanted, ['id', 'name'])} as offering
  from (select distinct offering_id from listed) h
  join offerings o on o.organization_id = ${organization_id} and o.id = h.offering_id
  ${
    ['committed', 'funded', 'percent_committed', 'percent_funded'].some((field) => wanted.has(field))
      ? sql`cross join lateral (
    select ${lines('committed')} as committed, ${lines('funded')} as funded,
      coalesce(sum(committed) filter (where currency = o.currency), 0) as committed_here,
      coalesce(sum(abs(committed)) filter (where currency <> o.currency), 0) as committed_elsewhere,
      coalesce(sum(funded) filter (where currency = o.currency), 0) as funded_here,
      coalesce(sum(abs(funded)) filter (where currency <> o.currency), 0) as funded_elsewhere
    from (
      select i.currency, ${sums.committed} as committed, ${sums.funded} as funded
      from investments i join investment_statuses s on s.organization_id = i.organization_id and s.id = i.status_id
      where i.organization_id = ${organization_id} and i.offering_id = o.id and i.deleted_at is null
      group by i.currency) by_currency) f`
      : sql``
  }`
