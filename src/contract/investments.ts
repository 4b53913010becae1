// Investments: one investor's position in one offering, from first interest to exit.

import * as z from 'zod/mini'
import { byId, Country, Day, Id, line, listQuery, prose, severalOf, Timestamp, wholeNumber } from './common.ts'
import { CustomFilter, customListQuery } from './custom-filters.ts'
import { CustomInput, CustomValues } from './custom-values.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './exports.ts'
import { Probability, StatusCategory } from './master-data.ts'
import { issue } from './messages/issue.ts'
import { Amount, Currency } from './money.ts'
import { recordEndpoints } from './record-endpoints.ts'
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
  /** The title is "Investor – Offering" and follows their names. */
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
  /** Percent: the investment's own, else the status's, else null. */
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
  /**
   * Unfunded commitment: committed less funded, never below 0 nor above committed, and 0 outside the
   * categories committed and funded.
   */
  outstanding: z.string(),
  /** Scheduled contributions that are due today, later or on no day. */
  due: z.string(),
  /** Scheduled contributions whose due day has passed. */
  overdue: z.string(),
  /** Earliest due day of a scheduled contribution; null if none has a day. */
  next_due_on: OptionalDay,
  /** Settled distributions and returns of capital. */
  distributed: z.string(),
  /** The currency is locked once there is one. */
  transaction_count: z.int(),
  custom: CustomValues,
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Investment = z.output<typeof Investment>

/** At least 0, at most 8 decimals. */
const Quantity = z.string().check(z.trim(), z.regex(/^\d{1,15}(\.\d{1,8})?$/, { error: issue('field.not_decimal') }))
const percent = (max: number) =>
  z.string().check(
    z.trim(),
    z.regex(/^\d{1,3}(\.\d{1,6})?$/, { error: issue('field.not_percentage') }),
    z.refine<string>((text) => Number(text) <= max, { error: issue('bounds.max', { bound: max }) }),
  )

export const InvestmentInput = z.strictObject({
  /** Empty means the next number, such as INV-0001. */
  reference: z.optional(line(40, 0)),
  investor_id: Id,
  offering_id: z.optional(z.nullable(Id)),
  /** Empty means the automatic title, from the names of investor and offering. */
  title: z.optional(line(200, 0)),
  /** Defaults to the default status. */
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
  custom: z.optional(CustomInput),
})
export type InvestmentInput = z.output<typeof InvestmentInput>
export const InvestmentChange = z.extend(z.partial(InvestmentInput), {
  version: z.int(),
  /**
   * First day on which a new investor, offering, stage, owner, currency, amount or probability counts;
   * defaults to today. A past day corrects the history from that day on; earlier days are unchanged.
   */
  valid_from: z.optional(Day),
})
export type InvestmentChange = z.output<typeof InvestmentChange>

const filters = {
  /** Filters by custom fields. */
  custom: z.optional(CustomFilter),
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
  /** With scheduled contributions: `due` counts all of them, `overdue` those whose day has passed. */
  payment: z.optional(z.enum(['due', 'overdue'])),
  /** Country of the investor. */
  country: z.optional(severalOf(Country)),
  /** As of the end of a past day: status, payments and dues. Today is the same as no day. */
  as_of: z.optional(Day),
  /** Only investments of this import: it created, updated or found them, or they belong to its payments. */
  import_id: z.optional(Id),
  /** Only investments that a bulk change selected. */
  bulk_change_id: z.optional(Id),
}
export const InvestmentQuery = z.strictObject({
  /** Amounts are sorted by their value in the base currency at the exchange rates of the day. Amounts without a rate come last. */
  ...customListQuery([
    'title',
    'reference',
    'investor',
    'offering',
    'status',
    'stage',
    'instrument',
    'expected_amount',
    'committed_amount',
    'funded',
    'outstanding',
    'due',
    'overdue',
    'distributed',
    'probability',
    'expected_close_on',
    'next_due_on',
    'committed_on',
    'owner',
    'created_at',
    'updated_at',
  ]),
  ...filters,
})
export type InvestmentQuery = z.output<typeof InvestmentQuery>
/** Columns of the list and of its export, in addition to the id. */
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

/** The transactions of the matching investments. They are current, so `as_of` is not supported. */
export const transactionExport = listExport(
  'transactions',
  z.omit(InvestmentQuery, { page: true, per_page: true, sort: true, as_of: true }),
  transactionColumns,
)

export const TotalsQuery = z.strictObject({
  ...filters,
  /** Defaults to the base currency. */
  in: z.optional(Currency),
})
export type TotalsQuery = z.output<typeof TotalsQuery>

const figures = {
  /** Categories prospect and soft: the expected amount, else the committed one. */
  pipeline: z.string(),
  /** The pipeline, each amount times its probability. */
  weighted: z.string(),
  /** Soft circle (category soft): the committed amount, else the expected one. */
  soft: z.string(),
  /** Categories committed, funded and exited. */
  committed: z.string(),
  /** Settled contributions less refunds, of all categories. */
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
  /** Day of the rate for committed, expected and due amounts; null if that rate is not old. */
  day: z.nullable(z.string()),
  /** The base currency if that rate is crossed. */
  through: z.nullable(z.string()),
  /** Number of payment days whose rate was old on that day. */
  payment_days: z.int(),
})
export type OldRate = z.output<typeof OldRate>

/** The sums over all pages of a list with the same filters. */
export const InvestmentTotals = z.object({
  count: z.int(),
  by_currency: z.array(InCurrency),
  base: z.object({
    currency: z.string(),
    /**
     * The day whose rates apply; funded and distributed amounts are converted at the rates of their own days.
     */
    as_of: z.string(),
    ...figures,
    /**
     * Amounts without a rate, in their own currency and in none of the sums above; `count` investments are
     * concerned.
     */
    not_converted: z.array(InCurrency),
    /** The old rates that the sums above use. */
    old_rates: z.array(OldRate),
  }),
})
export type InvestmentTotals = z.output<typeof InvestmentTotals>

export const BoardQuery = z.strictObject({
  ...filters,
  /** Whether the columns are statuses (the default) or stages. */
  by: z.optional(z.enum(['status', 'stage'])),
  /** Order of the cards in each column. */
  sort: InvestmentQuery.shape.sort,
  /** Currency of the sums; defaults to the base currency. */
  in: z.optional(Currency),
  /** Only this column: the id of a status or stage, or `none` for investments without a stage. */
  column: z.optional(z.union([z.literal('none'), Id])),
  /** Page of cards, in each column. */
  page: z.optional(wholeNumber(1, 1_000_000)),
  /** Cards on a page of a column, 20 by default. */
  per_column: z.optional(wholeNumber(1, 100)),
})
export type BoardQuery = z.output<typeof BoardQuery>

const columnSums = {
  count: z.int(),
  /** Sum of the expected amounts for prospect and soft, of the committed ones for all else. Where that one is empty, the other counts. */
  total: z.string(),
  /** The weighted pipeline: amounts of the categories prospect and soft, each times its probability. */
  weighted: z.string(),
}
export const BoardColumn = z.object({
  /** Status or stage; null for investments without a stage. */
  id: z.nullable(Id),
  name: z.nullable(z.string()),
  color: z.nullable(z.string()),
  /** Null for stages. */
  category: z.nullable(StatusCategory),
  /** Inactive statuses and stages are shown while they have investments. They accept no further ones. */
  is_active: z.boolean(),
  ...columnSums,
  /** Amounts without an exchange rate, in their own currency. The sums above do not include them. */
  not_converted: z.array(z.object({ currency: z.string(), ...columnSums })),
  cards: z.array(Investment),
})
export type BoardColumn = z.output<typeof BoardColumn>

/** The investments of the list in columns. All cards and sums are of the same moment. */
export const Board = z.object({
  /** Currency of the sums. */
  currency: z.string(),
  /** The day whose rates apply. */
  as_of: z.string(),
  columns: z.array(BoardColumn),
})
export type Board = z.output<typeof Board>

export const StatusChange = z.object({
  id: Id,
  from: z.nullable(z.object({ id: Id, name: z.string(), color: z.string() })),
  to: z.object({ id: Id, name: z.string(), color: z.string() }),
  at: Timestamp,
  /** The user who changed it; null if the user has left. */
  by: z.nullable(z.string()),
})
export type StatusChange = z.output<typeof StatusChange>

export const investments = {
  ...recordEndpoints('/v1/investments', {
    query: InvestmentQuery,
    record: Investment,
    input: InvestmentInput,
    change: InvestmentChange,
    amounts: 'to_read',
  }),
  totals: endpoint({
    permission: 'see_amounts',
    method: 'GET',
    path: '/v1/investments/totals',
    access: 'signed_in',
    query: TotalsQuery,
    response: InvestmentTotals,
  }),
  board: endpoint({
    permission: 'see_amounts',
    method: 'GET',
    path: '/v1/investments/board',
    access: 'signed_in',
    query: BoardQuery,
    response: Board,
  }),
  /** The status history, latest first. */
  statusChanges: endpoint({
    permission: 'see_amounts',
    method: 'GET',
    path: '/v1/investments/:id/status-changes',
    access: 'signed_in',
    params: byId,
    response: z.object({ data: z.array(StatusChange) }),
  }),
}
