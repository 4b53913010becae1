// Investments: one investor's position in one offering, from first interest to exit.
import * as z from 'zod/mini'
import { byId, Country, Day, Id, line, listQuery, pageOf, prose, severalOf, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './exports.ts'
import { Probability, StatusCategory } from './master-data.ts'
import { Amount, Currency } from './money.ts'
import { TagFilter, TagIds, TagLabel } from './tags.ts'
import { transactionColumns } from './transactions.ts'

export const Instrument = z.enum([
  'equity',
  'preferred_equity',
  'safe',
  'convertible_note',
  'loan',
  'revenue_share',
  'profit_share',
  'fund_interest',
  'property_share',
  'other',
])
export type Instrument = z.output<typeof Instrument>

const OptionalDay = z.nullable(z.string())
const OptionalAmount = z.nullable(z.string())

export const Investment = z.object({
  id: Id,
  reference: z.string(),
  title: z.string(),
  /** "Investor – Offering", and follows their names. */
  title_is_automatic: z.boolean(),
  investor: z.object({ id: Id, code: z.string(), name: z.string() }),
  offering: z.nullable(z.object({ id: Id, name: z.string() })),
  status: z.object({ id: Id, name: z.string(), color: z.string(), category: StatusCategory }),
  status_since: Timestamp,
  stage: z.nullable(z.object({ id: Id, name: z.string(), color: z.string() })),
  instrument: z.nullable(Instrument),
  currency: z.string(),
  expected_amount: OptionalAmount,
  committed_amount: OptionalAmount,
  /** Percent. Its own, or the status's, or null. */
  probability: z.nullable(z.int()),
  probability_is_own: z.boolean(),
  expected_close_on: OptionalDay,
  committed_on: OptionalDay,
  closed_on: OptionalDay,
  lost_reason: z.string(),
  units: OptionalAmount,
  unit_price: OptionalAmount,
  ownership_percent: OptionalAmount,
  interest_rate_percent: OptionalAmount,
  discount_percent: OptionalAmount,
  valuation_cap: OptionalAmount,
  maturity_on: OptionalDay,
  owner: z.nullable(z.object({ id: Id, name: z.string() })),
  notes: z.string(),
  tags: z.array(TagLabel),
  /** Settled contributions less refunds. */
  funded: z.string(),
  /** What is committed and not yet funded; never below 0 nor above committed, and 0 outside the categories committed and funded. */
  outstanding: z.string(),
  /** Scheduled contributions, today or later or of no day. */
  due: z.string(),
  /** Scheduled contributions whose day has passed. */
  overdue: z.string(),
  /** The first day of a scheduled contribution; null when none has a day. */
  next_due_on: OptionalDay,
  /** Settled distributions and returns of capital. */
  distributed: z.string(),
  /** The currency is locked as soon as there is one. */
  transaction_count: z.int(),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Investment = z.output<typeof Investment>

/** At least 0, at most 8 decimals. */
const Quantity = z
  .string()
  .check(z.trim(), z.regex(/^\d{1,15}(\.\d{1,8})?$/, { error: 'is not a number such as 1500.25' }))
const percent = (max: number) =>
  z.string().check(
    z.trim(),
    z.regex(/^\d{1,3}(\.\d{1,6})?$/, { error: 'is not a percentage such as 12.5' }),
    z.refine<string>((text) => Number(text) <= max, { error: `at most ${max}` }),
  )

export const InvestmentInput = z.strictObject({
  /** Empty: the next number, INV-0001. */
  reference: z.optional(line(40, 0)),
  investor_id: Id,
  offering_id: z.optional(z.nullable(Id)),
  /** Empty: made of the names of investor and offering. */
  title: z.optional(line(200, 0)),
  /** Absent: the default status. */
  status_id: z.optional(Id),
  stage_id: z.optional(z.nullable(Id)),
  instrument: z.optional(z.nullable(Instrument)),
  currency: Currency,
  expected_amount: z.optional(z.nullable(Amount)),
  /** Required from the category committed on. */
  committed_amount: z.optional(z.nullable(Amount)),
  probability: z.optional(Probability),
  expected_close_on: z.optional(z.nullable(Day)),
  committed_on: z.optional(z.nullable(Day)),
  closed_on: z.optional(z.nullable(Day)),
  /** Required in the category lost. */
  lost_reason: z.optional(line(500, 0)),
  units: z.optional(z.nullable(Quantity)),
  unit_price: z.optional(z.nullable(Quantity)),
  ownership_percent: z.optional(z.nullable(percent(100))),
  interest_rate_percent: z.optional(z.nullable(percent(999))),
  discount_percent: z.optional(z.nullable(percent(100))),
  valuation_cap: z.optional(z.nullable(Amount)),
  maturity_on: z.optional(z.nullable(Day)),
  owner_user_id: z.optional(z.nullable(Id)),
  notes: z.optional(prose(20_000)),
  tag_ids: z.optional(TagIds),
})
export type InvestmentInput = z.output<typeof InvestmentInput>
export const InvestmentChange = z.extend(z.partial(InvestmentInput), {
  version: z.int(),
  /**
   * From which day a new investor, offering, stage, owner, currency, amount or probability counts, today when absent. A
   * day of the past amends or corrects what days from then on say; those before stay as they are.
   */
  valid_from: z.optional(Day),
})
export type InvestmentChange = z.output<typeof InvestmentChange>

const filters = {
  q: listQuery(['title']).q,
  investor_id: z.optional(Id),
  offering_id: z.optional(severalOf(Id)),
  status_id: z.optional(severalOf(Id)),
  category: z.optional(severalOf(StatusCategory)),
  stage_id: z.optional(severalOf(Id)),
  investor_type_id: z.optional(severalOf(Id)),
  owner_user_id: z.optional(Id),
  currency: z.optional(severalOf(Currency)),
  instrument: z.optional(severalOf(Instrument)),
  tag_id: z.optional(TagFilter),
  /** Those with scheduled contributions: `due` counts them all, `overdue` those whose day has passed. */
  payment: z.optional(z.enum(['due', 'overdue'])),
  /** Of the investor. */
  country: z.optional(severalOf(Country)),
  /** As they were at the end of a past day: status, what had moved, what was due. Today and none are the same. */
  as_of: z.optional(Day),
}
export const InvestmentQuery = z.strictObject({
  ...listQuery([
    'title',
    'reference',
    'expected_amount',
    'committed_amount',
    'funded',
    'expected_close_on',
    'next_due_on',
    'created_at',
    'updated_at',
  ]),
  ...filters,
})
export type InvestmentQuery = z.output<typeof InvestmentQuery>
/** The columns of a list and of its file, beside the id. */
export const investmentColumns = [
  'reference',
  'title',
  'investor_code',
  'investor',
  'offering',
  'status',
  'category',
  'stage',
  'instrument',
  'currency',
  'expected_amount',
  'committed_amount',
  'funded',
  'outstanding',
  'due',
  'overdue',
  'next_due_on',
  'distributed',
  'probability',
  'expected_close_on',
  'committed_on',
  'closed_on',
  'lost_reason',
  'units',
  'unit_price',
  'ownership_percent',
  'interest_rate_percent',
  'discount_percent',
  'valuation_cap',
  'maturity_on',
  'owner',
  'tags',
  'notes',
  'created_at',
  'updated_at',
] as const
export const investmentExport = listExport(
  'investments',
  z.omit(InvestmentQuery, { page: true, per_page: true }),
  investmentColumns,
)

/** The transactions of the investments that match: as they are now, so not by a past day. */
export const transactionExport = listExport(
  'transactions',
  z.omit(InvestmentQuery, { page: true, per_page: true, sort: true, as_of: true }),
  transactionColumns,
)

export const TotalsQuery = z.strictObject({
  ...filters,
  /** Another currency than the base. */
  in: z.optional(Currency),
})
export type TotalsQuery = z.output<typeof TotalsQuery>

const figures = {
  /** Of the categories prospect and soft: what is expected, else committed. */
  pipeline: z.string(),
  /** The pipeline, each times its probability. */
  weighted: z.string(),
  /** Of the category soft: what is committed, else expected. */
  soft: z.string(),
  /** Of the categories committed, funded and exited. */
  committed: z.string(),
  /** Settled contributions less refunds, of every category. */
  funded: z.string(),
  outstanding: z.string(),
  due: z.string(),
  overdue: z.string(),
  distributed: z.string(),
}
export type Figure = keyof typeof figures
export const figureNames = Object.keys(figures) as Figure[]
const InCurrency = z.object({ currency: z.string(), count: z.int(), ...figures })
export type InCurrency = z.output<typeof InCurrency>

/** A currency that a sum converts by rates more than 30 days older than the days they are used for. */
export const OldRate = z.object({
  from: z.string(),
  to: z.string(),
  /** Of the rate that values what is committed, expected and due; null when that one is not old. */
  day: z.nullable(z.string()),
  /** The base currency, when that rate is two rates crossed. */
  through: z.nullable(z.string()),
  /** On how many days money moved by a rate that was old on its day. */
  payment_days: z.int(),
})
export type OldRate = z.output<typeof OldRate>

/** The sums of everything that a list with the same filters shows, page by page. */
export const InvestmentTotals = z.object({
  count: z.int(),
  by_currency: z.array(InCurrency),
  base: z.object({
    currency: z.string(),
    /** The day whose rates count; what was funded and distributed is converted by the rates of its own days. */
    as_of: z.string(),
    ...figures,
    /** What has no rate, in its own currency, and is in none of the sums above; `count` investments are concerned. */
    not_converted: z.array(InCurrency),
    /** What is in the sums above by old rates. */
    old_rates: z.array(OldRate),
  }),
})
export type InvestmentTotals = z.output<typeof InvestmentTotals>

export const StatusChange = z.object({
  id: Id,
  from: z.nullable(z.object({ id: Id, name: z.string(), color: z.string() })),
  to: z.object({ id: Id, name: z.string(), color: z.string() }),
  at: Timestamp,
  /** Who did it; null when they are gone. */
  by: z.nullable(z.string()),
})
export type StatusChange = z.output<typeof StatusChange>

const one = { path: '/v1/investments/:id', access: 'signed_in', params: byId } as const

export const investments = {
  list: endpoint({
    method: 'GET',
    path: '/v1/investments',
    access: 'signed_in',
    query: InvestmentQuery,
    response: pageOf(Investment),
  }),
  totals: endpoint({
    method: 'GET',
    path: '/v1/investments/totals',
    access: 'signed_in',
    query: TotalsQuery,
    response: InvestmentTotals,
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/investments',
    access: 'signed_in',
    body: InvestmentInput,
    response: Investment,
    status: 201,
    adds: () => 1,
  }),
  get: endpoint({ ...one, method: 'GET', response: Investment }),
  update: endpoint({ ...one, method: 'PATCH', body: InvestmentChange, response: Investment }),
  remove: endpoint({ ...one, method: 'DELETE' }),
  restore: endpoint({ ...one, method: 'POST', path: '/v1/investments/:id/restore', response: Investment }),
  /** Every status it had, the latest first. */
  statusChanges: endpoint({
    ...one,
    method: 'GET',
    path: '/v1/investments/:id/status-changes',
    response: z.object({ data: z.array(StatusChange) }),
  }),
}
