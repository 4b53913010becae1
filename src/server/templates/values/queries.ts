// What messages say of investors, investments and offerings: the values of many contacts in one statement.
import { type RawBuilder, sql } from 'kysely'
import { listedInvestments } from '../../../contract/template-language.ts'
import { owed } from '../../db/as-of.ts'
import { prepared } from '../../db/connections.ts'
import type { Tenant } from '../../db/index.ts'
import { late, outstanding, sums } from '../../db/totals.ts'

/** Somebody to write to. `investor_id`: whose figures are meant; null: those of whom the contact speaks for first. */
export interface Addressed {
  contact_id: string | null
  investor_id: string | null
}

/** Amounts are texts in `currency`, or lists with one for each currency; days are texts. */
export type Held = Record<string, string | null> & { id: string; currency?: string }
export type HeldInvestor = Record<string, string | null | { currency: string; amount: string }[]> & {
  id: string
  name: string
}

export interface Loaded {
  investor: HeldInvestor
  /** The one that matters now comes first: docs/templates.md. */
  investments: (Held & { title: string })[]
  offering: HeldInvestor | null
}

/** How much of it is wanted. */
export interface Wanted {
  figures: boolean
  /** At most so many of each investor's. */
  investments: number
  offering: boolean
}

/** Who speaks first for an investor speaks for it in a message: docs/templates.md. */
const roles = ['self', 'primary', 'finance', 'legal', 'assistant', 'other']

/**
 * By the place in `people`; undefined where the contact speaks for no investor, or not for the one that is meant.
 * Figures are those of the records' pages: db/totals.ts.
 */
export async function load(
  tenant: Tenant,
  wanted: Wanted,
  people: readonly Addressed[],
): Promise<(Loaded | undefined)[]> {
  const { organization_id } = tenant
  const { rows } = await sql<Loaded & { n: number }>`
    ${prepared} with asked as materialized (
      select * from unnest(${people.map(({ contact_id }) => contact_id)}::uuid[], ${people.map(({ investor_id }) => investor_id)}::uuid[])
        with ordinality a (contact_id, investor_id, n)),
    chosen as materialized (
      select a.n, k.id as investor_id from asked a cross join lateral (
        select v.id from investor_contacts x join investors v on v.organization_id = x.organization_id and v.id = x.investor_id
        where x.organization_id = ${organization_id} and x.contact_id = a.contact_id and v.deleted_at is null
          and (a.investor_id is null or v.id = a.investor_id)
        order by v.archived_at is not null, x.is_primary desc, array_position(${roles}::text[], x.role), x.created_at, v.id
        limit 1) k),
    held as materialized (
      select c.n, h.* from chosen c cross join lateral (
        select i.*, s.name as status, s.category,
          row_number() over (order by i.next_due_on, s.category = 'exited', i.created_at desc, i.id desc) as place
        from investments i join investment_statuses s on s.organization_id = i.organization_id and s.id = i.status_id
        where i.organization_id = ${organization_id} and i.investor_id = c.investor_id and i.deleted_at is null
          and s.category <> 'lost'
        order by place limit ${wanted.investments}::int) h),
    listed as materialized (
      select i.n, json_agg(${investment} order by i.place) as investments
      from held i
      left join offerings o on o.organization_id = i.organization_id and o.id = i.offering_id
      left join investment_stages g on g.organization_id = i.organization_id and g.id = i.stage_id
      ${late(tenant)}
      cross join lateral (select sum(t.amount) as amount from transactions t
        where t.organization_id = i.organization_id and t.investment_id = i.id and ${owed} and t.due_on = i.next_due_on) next
      group by i.n),
    offered as materialized (${offering(tenant, wanted.offering)})
    select c.n::int, ${investor(wanted.figures)} as investor, coalesce(l.investments, '[]') as investments, f.offering
    from chosen c
    join investors v on v.organization_id = ${organization_id} and v.id = c.investor_id
    join investor_types y on y.organization_id = v.organization_id and y.id = v.investor_type_id
    left join users u on u.organization_id = v.organization_id and u.id = v.owner_user_id
    left join listed l on l.n = c.n
    left join held first on first.n = c.n and first.place = 1
    left join offered f on f.id = first.offering_id
    ${wanted.figures ? figures(tenant) : sql``}`.execute(tenant.db)
  const found = new Map(rows.map(({ n, ...loaded }) => [n, loaded]))
  return people.map((_, index) => found.get(index + 1))
}

/** As many investments as a loop may go through. */
export const allListed = listedInvestments.most

const amount = (figure: RawBuilder<unknown>, currency: RawBuilder<unknown>) => sql`money(${figure}, ${currency})::text`

const investment = sql`json_build_object('id', i.id, 'currency', i.currency, 'title', i.title, 'reference', i.reference,
  'offering', o.name, 'status', i.status, 'stage', g.name,
  'expected_amount', ${amount(sql`i.expected_amount`, sql`i.currency`)},
  'committed_amount', ${amount(sql`i.committed_amount`, sql`i.currency`)},
  'funded', ${amount(sql`i.funded`, sql`i.currency`)},
  'outstanding', ${amount(outstanding(sql`i.category`, sql`i.committed_amount`, sql`i.funded`), sql`i.currency`)},
  'due', ${amount(sql`i.scheduled - late.amount`, sql`i.currency`)}, 'overdue', ${amount(sql`late.amount`, sql`i.currency`)},
  'distributed', ${amount(sql`i.distributed`, sql`i.currency`)},
  'next_due_on', i.next_due_on, 'next_due_amount', ${amount(sql`next.amount`, sql`i.currency`)},
  'units', trim_scale(i.units)::text, 'ownership_percent', trim_scale(i.ownership_percent)::text,
  'interest_rate_percent', trim_scale(i.interest_rate_percent)::text,
  'committed_on', i.committed_on, 'expected_close_on', i.expected_close_on, 'maturity_on', i.maturity_on)`

const investor = (
  withFigures: boolean,
) => sql`jsonb_build_object('id', v.id, 'name', v.name, 'code', v.code, 'type', y.name,
  'email', v.email, 'city', v.city, 'owner', u.name) ${withFigures ? sql`|| coalesce(w.figures, '{}')` : sql``}`

const lines = (figure: string) =>
  sql`json_agg(json_build_object('currency', currency, 'amount', ${amount(sql.ref(figure), sql`currency`)}) order by currency)`

/** One line for each currency in which the investor has investments, as on its page. */
const figures = (tenant: Tenant) => sql`
  left join lateral (
    select jsonb_build_object('committed', ${lines('committed')}, 'funded', ${lines('funded')}, 'outstanding', ${lines('outstanding')},
      'due', ${lines('due')}, 'overdue', ${lines('overdue')}, 'distributed', ${lines('distributed')},
      'next_due_on', min(next_due_on)) as figures
    from (
      select i.currency, ${sums.committed} as committed, ${sums.funded} as funded, ${sums.outstanding} as outstanding,
        ${sums.distributed} as distributed, sum(i.scheduled - late.amount) as due, sum(late.amount) as overdue,
        min(i.next_due_on) as next_due_on
      from investments i join investment_statuses s on s.organization_id = i.organization_id and s.id = i.status_id
      ${late(tenant)}
      where i.organization_id = v.organization_id and i.investor_id = v.id and i.deleted_at is null
      group by i.currency) by_currency
    having count(*) > 0) w on true`

/**
 * Of the first investments, each offering once. Nothing is converted: a share of the target has a value only while all
 * of it is in the offering's own currency. It is cut after one decimal, so that 99.96 is not all of it.
 */
const offering = ({ organization_id }: Tenant, isWanted: boolean) =>
  isWanted
    ? sql`
      select o.id, jsonb_build_object('id', o.id, 'name', o.name,
        'target_amount', ${ownLine(sql`o.target_amount`)}, 'min_ticket', ${ownLine(sql`o.min_ticket`)},
        'opens_on', o.opens_on, 'closes_on', o.closes_on, 'committed', f.committed, 'funded', f.funded,
        'percent_committed', case when f.committed_elsewhere = 0 then trim_scale(trunc(f.committed_here * 100 / nullif(o.target_amount, 0), 1))::text end,
        'percent_funded', case when f.funded_elsewhere = 0 then trim_scale(trunc(f.funded_here * 100 / nullif(o.target_amount, 0), 1))::text end) as offering
      from (select distinct offering_id from held where place = 1) h
      join offerings o on o.organization_id = ${organization_id} and o.id = h.offering_id
      cross join lateral (
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
    : sql`select null::uuid as id, null::jsonb as offering where false`

const ownLine = (figure: RawBuilder<unknown>) =>
  sql`case when ${figure} is not null then jsonb_build_array(jsonb_build_object('currency', o.currency, 'amount', ${amount(figure, sql`o.currency`)})) end`
