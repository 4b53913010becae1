// The dashboard: exact sums in one currency, as of a day, each of which a list's foot shows as well.
import * as z from 'zod/mini'
import { Day, Id, severalOf } from './common.ts'
import { endpoint } from './endpoint.ts'
import { type Figure, type InvestmentQuery, InvestmentTotals, OldRate } from './investments.ts'
import { Currency } from './money.ts'

export const DashboardQuery = z.strictObject({
  /** The end of a past day; none is now. */
  as_of: z.optional(Day),
  /** Another currency than the base. */
  in: z.optional(Currency),
  offering_id: z.optional(severalOf(Id)),
  investor_type_id: z.optional(severalOf(Id)),
  stage_id: z.optional(severalOf(Id)),
  owner_user_id: z.optional(Id),
})
export type DashboardQuery = z.output<typeof DashboardQuery>

/** Sums of some of the investments, in the dashboard's currency. */
const sums = {
  /** How many investments. */
  count: z.int(),
  pipeline: z.string(),
  committed: z.string(),
  funded: z.string(),
  /** Of how many investments something has no rate, and is in none of these sums. */
  not_converted: z.int(),
}
const DashboardGroup = z.object({
  /** Of a status, stage, type or investor; a currency's or country's code. Null: those without one. */
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
  /** By the rate of the day; null when there is none, or no rate. */
  target: z.nullable(z.string()),
  /** What is not funded yet of the target; never below 0 nor above the target. */
  remaining: z.nullable(z.string()),
  ...sums,
})
export type OfferingSums = z.output<typeof OfferingSums>

const Month = z.object({
  /** `2026-11` */
  month: z.string(),
  /** Of investments that were committed in this month, by the rate of the dashboard's day. */
  committed: z.string(),
  /** Settled in this month, by the rates of the days. */
  funded: z.string(),
  /** With all months before. */
  committed_total: z.string(),
  funded_total: z.string(),
})
export type Month = z.output<typeof Month>

export const Dashboard = z.object({
  /** Its base is in the dashboard's currency. */
  totals: InvestmentTotals,
  /** Those of the totals and of the offerings' targets. */
  old_rates: z.array(OldRate),
  /** In the order of the master data. */
  by_status: z.array(DashboardGroup),
  by_stage: z.array(DashboardGroup),
  /** The biggest committed first. */
  by_type: z.array(DashboardGroup),
  by_currency: z.array(DashboardGroup),
  by_country: z.array(DashboardGroup),
  offerings: z.array(OfferingSums),
  /** The last 36 at most, up to the dashboard's day, without a gap. */
  months: z.array(Month),
  /** The ten with the most committed; `share` is percent of all that is committed, with one decimal. */
  top_investors: z.array(z.extend(DashboardGroup, { share: z.nullable(z.string()) })),
  /** Of investors of these types, as they are now: with a contact who has a number and wants messages. */
  reach: z.object({ investors: z.int(), reachable: z.int() }),
})
export type Dashboard = z.output<typeof Dashboard>

/** Which list a figure is of: its foot shows the same sum. With the dashboard's own filters beside. */
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
/** By what the list of a group's investments is filtered: the group's id. */
export const filterOfGroup = {
  by_status: 'status_id',
  by_stage: 'stage_id',
  by_type: 'investor_type_id',
  by_currency: 'currency',
  by_country: 'country',
  top_investors: 'investor_id',
  offerings: 'offering_id',
} as const satisfies Partial<Record<keyof Dashboard, keyof InvestmentQuery>>

/** Messages of the broadcasts that were started within `days` days; each is in all steps that it came to. */
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
    method: 'GET',
    path: '/v1/dashboard',
    access: 'signed_in',
    query: DashboardQuery,
    response: Dashboard,
  }),
  broadcasts: endpoint({
    method: 'GET',
    path: '/v1/dashboard/broadcasts',
    access: 'signed_in',
    response: BroadcastFunnel,
  }),
}
