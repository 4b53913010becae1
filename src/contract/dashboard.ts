// The dashboard: exact sums in one currency as of a day, each equal to the footer of a list.
import * as z from 'zod/mini'
import { Day, Id, severalOf } from './common.ts'
import { endpoint } from './endpoint.ts'
import { type Figure, figureNames, type InvestmentQuery, InvestmentTotals, OldRate } from './investments.ts'
import { Currency } from './money.ts'

export const DashboardQuery = z.strictObject({
  /** End of a past day; defaults to now. */
  as_of: z.optional(Day),
  /** Defaults to the base currency. */
  in: z.optional(Currency),
  offering_id: z.optional(severalOf(Id)),
  investor_type_id: z.optional(severalOf(Id)),
  stage_id: z.optional(severalOf(Id)),
  owner_user_id: z.optional(Id),
})
export type DashboardQuery = z.output<typeof DashboardQuery>

/** How far back the earlier day is: a month, a quarter, a year, or `year_start` for the last day of the previous year. */
export const comparisons = ['month', 'quarter', 'year', 'year_start'] as const
export const Comparison = z.enum(comparisons)
export type Comparison = z.output<typeof Comparison>
const ComparisonQuery = z.extend(DashboardQuery, { with: Comparison })
export type ComparisonQuery = z.output<typeof ComparisonQuery>

/** The figures of two days, each converted at the exchange rates of its own day. */
export const DashboardComparison = z.object({
  currency: z.string(),
  /** The earlier day, `YYYY-MM-DD`. */
  day: z.string(),
  figures: z.array(
    z.object({
      figure: z.enum(figureNames),
      now: z.string(),
      before: z.string(),
      /** The later figure minus the earlier one; null if an amount in either has no exchange rate. */
      change: z.nullable(z.string()),
      /** The change as a percentage of `before`, with one decimal; null if `before` is zero. */
      percent: z.nullable(z.string()),
    }),
  ),
})
export type DashboardComparison = z.output<typeof DashboardComparison>

/** Sums of a group of investments, in the dashboard's currency. */
const sums = {
  /** Number of investments. */
  count: z.int(),
  pipeline: z.string(),
  committed: z.string(),
  funded: z.string(),
  /** Number of investments with an amount that has no rate; their missing amounts are in none of the sums. */
  not_converted: z.int(),
}
const DashboardGroup = z.object({
  /**
   * Id of the status, stage, type or investor, or code of the currency or country; null for investments
   * without one.
   */
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  color: z.nullable(z.string()),
  ...sums,
})
export type DashboardGroup = z.output<typeof DashboardGroup>

const OfferingSums = z.object({
  /** Null: investments in no offering. */
  id: z.nullable(Id),
  name: z.nullable(z.string()),
  /** Converted by the day's rate; null without a target or a rate. */
  target: z.nullable(z.string()),
  /** Target less funded; never below 0 nor above the target. */
  remaining: z.nullable(z.string()),
  ...sums,
})
export type OfferingSums = z.output<typeof OfferingSums>

const Month = z.object({
  /** `2026-11` */
  month: z.string(),
  /** Investments committed in this month, at the rate of the dashboard's day. */
  committed: z.string(),
  /** Settled in this month, at the rate of each settlement day. */
  funded: z.string(),
  /** Cumulative, including all earlier months. */
  committed_total: z.string(),
  funded_total: z.string(),
})
export type Month = z.output<typeof Month>

export const Dashboard = z.object({
  /** Its base is in the dashboard's currency. */
  totals: InvestmentTotals,
  /** Old rates behind the totals and the offerings' targets. */
  old_rates: z.array(OldRate),
  /** In the order of the master data. */
  by_status: z.array(DashboardGroup),
  by_stage: z.array(DashboardGroup),
  /** Largest commitment first. */
  by_type: z.array(DashboardGroup),
  by_currency: z.array(DashboardGroup),
  by_country: z.array(DashboardGroup),
  offerings: z.array(OfferingSums),
  /** At most the last 36, up to the dashboard's day, without gaps. */
  months: z.array(Month),
  /** The ten largest by commitment; `share` is the percentage of all commitments, with one decimal. */
  top_investors: z.array(z.extend(DashboardGroup, { share: z.nullable(z.string()) })),
  /** Investors of these types today; reachable: has a contact with a number that has not opted out. */
  reach: z.object({ investors: z.int(), reachable: z.int() }),
})
export type Dashboard = z.output<typeof Dashboard>

/** The list whose footer shows the same sum as a figure, apart from the dashboard's own filters. */
export const listOfFigure: Readonly<Record<Figure, Pick<InvestmentQuery, 'category' | 'payment'>>> = {
  pipeline: { category: ['prospect', 'soft'] },
  weighted: { category: ['prospect', 'soft'] },
  soft: { category: ['soft'] },
  committed: { category: ['committed', 'funded', 'exited'] },
  outstanding: { category: ['committed', 'funded'] },
  due: { payment: 'due' },
  overdue: { payment: 'overdue' },
  funded: {},
  distributed: {},
}
/** The filter that takes the id of a group. */
export const filterOfGroup = {
  by_status: 'status_id',
  by_stage: 'stage_id',
  by_type: 'investor_type_id',
  by_currency: 'currency',
  by_country: 'country',
  top_investors: 'investor_id',
  offerings: 'offering_id',
} as const satisfies Partial<Record<keyof Dashboard, keyof InvestmentQuery>>

/**
 * Funnel of the messages of broadcasts started within `days` days; a message counts in each step it reached.
 */
export const BroadcastFunnel = z.object({
  days: z.int(),
  broadcasts: z.int(),
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  replied: z.int(),
})
export type BroadcastFunnel = z.output<typeof BroadcastFunnel>

export const dashboard = {
  get: endpoint({
    permission: 'see_amounts',
    method: 'GET',
    path: '/v1/dashboard',
    access: 'signed_in',
    query: DashboardQuery,
    response: Dashboard,
  }),
  compare: endpoint({
    permission: 'see_amounts',
    method: 'GET',
    path: '/v1/dashboard/comparison',
    access: 'signed_in',
    query: ComparisonQuery,
    response: DashboardComparison,
  }),
  broadcasts: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/dashboard/broadcasts',
    access: 'signed_in',
    response: BroadcastFunnel,
  }),
}
