// Currencies enabled by an organization and its dated exchange rates: `1 from = rate to`, valid until a newer
// one.

import * as z from 'zod/mini'
import { byId, Day, Id, listQuery, pageOf, prose, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { MessageData } from './messages/data.ts'
import { issue } from './messages/issue.ts'
import { Amount, Currency, Money } from './money.ts'

/** A rate is old if it is more than this many days older than the day it is used for. */
export const oldRateDays = 30

/** As entered, inverted, or two rates crossed through the base currency. */
export const RatePath = z.enum(['direct', 'inverse', 'crossed'])
export type RatePath = z.output<typeof RatePath>

const Conversion = z.object({
  /** Value of 1 `from`, rounded to 15 decimals; null if there is no rate on or before the day. */
  rate: z.nullable(z.string()),
  reason: z.nullable(z.literal('no_rate')),
  /** Day of the rate used; of two crossed rates, the older. */
  day: z.nullable(z.string()),
  /**
   * The newest path wins; on equal days direct, then inverse, then crossed. Null without a rate, and for one
   * currency.
   */
  path: z.nullable(RatePath),
  /** The base currency if two rates were crossed. */
  through: z.nullable(z.string()),
  /** More than 30 days older than the requested day. */
  is_old: z.boolean(),
})

export const EnabledCurrency = z.object({
  code: z.string(),
  /** Decimals by ISO 4217. */
  decimals: z.int(),
  is_base: z.boolean(),
  /** Number of live investments, offerings and investors that use it. */
  in_use: z.int(),
  /** Value of 1 unit in the base currency today. */
  in_base: Conversion,
  /** Whether the European Central Bank publishes a rate for it. */
  has_feed: z.boolean(),
})
export type EnabledCurrency = z.output<typeof EnabledCurrency>
export const CurrencyChoice = z.strictObject({ code: Currency })
/** Without `per_page` the whole list is returned: it is short. */
export const CurrencyQuery = z.strictObject(listQuery(['code']))
export type CurrencyQuery = z.output<typeof CurrencyQuery>

export const RateSource = z.enum(['manual', 'import', 'ecb'])
export type RateSource = z.output<typeof RateSource>

/** Above 0, up to 15 digits before the decimal point and 15 after it. */
export const Rate = z.string().check(
  z.trim(),
  z.regex(/^\d{1,15}(\.\d{1,15})?$/, { error: issue('field.not_rate') }),
  z.refine<string>((rate) => /[1-9]/.test(rate), { error: issue('field.not_more_than', { bound: 0 }) }),
)

export const ExchangeRate = z.object({
  id: Id,
  day: z.string(),
  from_currency: z.string(),
  to_currency: z.string(),
  /** Without trailing zeros. */
  rate: z.string(),
  source: RateSource,
  /** The reverse rate of the same day, if entered: each applies in its own direction. */
  reversed: z.nullable(z.string()),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type ExchangeRate = z.output<typeof ExchangeRate>

const rateFields = { day: Day, from_currency: Currency, to_currency: Currency, rate: Rate }
export const ExchangeRateInput = z.strictObject(rateFields)
export type ExchangeRateInput = z.output<typeof ExchangeRateInput>
export const ExchangeRateChange = z.extend(z.partial(ExchangeRateInput), { version: z.int() })
export const ExchangeRateQuery = z.strictObject({
  ...listQuery(['day', 'from_currency', 'to_currency', 'updated_at']),
  /** Pairs that contain this currency. */
  currency: z.optional(Currency),
  /** With `currency`: the other currency of the pair. */
  other: z.optional(Currency),
  from_day: z.optional(Day),
  to_day: z.optional(Day),
  source: z.optional(RateSource),
})
export type ExchangeRateQuery = z.output<typeof ExchangeRateQuery>

export const ConversionQuery = z.strictObject({ amount: Amount, from: Currency, to: Currency, on: z.optional(Day) })
export type ConversionQuery = z.output<typeof ConversionQuery>
export const Converted = z.extend(Conversion, { money: z.nullable(Money), on: z.string() })
export type Converted = z.output<typeof Converted>

/** Number format of a file: `16,400.50` or `16.400,50`. */
export const NumberStyle = z.enum(['point', 'comma'])
export type NumberStyle = z.output<typeof NumberStyle>
export const RateImportInput = z.strictObject({
  text: prose(2_000_000, 1),
  /** Detected if absent; an ambiguous file is rejected. */
  number_style: z.optional(NumberStyle),
})
export type RateImportInput = z.output<typeof RateImportInput>

export const RateImportRow = z.object({
  line: z.int(),
  day: z.string(),
  from_currency: z.string(),
  to_currency: z.string(),
  rate: z.string(),
  outcome: z.enum(['create', 'update', 'unchanged', 'error']),
  /** Why the line is invalid. */
  message: z.nullable(MessageData),
})
export type RateImportRow = z.output<typeof RateImportRow>
export const RateImport = z.object({
  /** Null: the numbers are ambiguous, and the caller must give `number_style`. */
  number_style: z.nullable(NumberStyle),
  create: z.int(),
  update: z.int(),
  unchanged: z.int(),
  error: z.int(),
  /** The first 200 errors, then the first 200 others, by line. */
  rows: z.array(RateImportRow),
})
export type RateImport = z.output<typeof RateImport>

export const RateFeed = z.object({
  /** Source of automatic rates; null if off. */
  feed: z.nullable(z.literal('ecb')),
  fetched_at: z.nullable(Timestamp),
  /** The newest day with published rates. */
  day: z.nullable(z.string()),
  /** Why the last attempt failed; null if it succeeded. */
  failure: z.nullable(z.enum(['unreachable', 'refused', 'too_large', 'unreadable'])),
})
export type RateFeed = z.output<typeof RateFeed>

/** Currencies in use that have no rate to the base today. */
export const MissingRates = z.object({
  base: z.string(),
  on: z.string(),
  data: z.array(z.object({ currency: z.string(), in_use: z.int() })),
})
export type MissingRates = z.output<typeof MissingRates>

const byCode = z.object({ code: Currency })
const signedIn = 'signed_in' as const
const rates = '/v1/exchange-rates'

export const currencies = {
  list: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/currencies',
    access: signedIn,
    query: CurrencyQuery,
    response: pageOf(EnabledCurrency),
  }),
  get: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/currencies/:code',
    access: signedIn,
    params: byCode,
    response: EnabledCurrency,
  }),
  /** Enabling an enabled currency changes nothing. */
  enable: endpoint({
    permission: 'manage_settings',
    audited: 'currency_enabled',
    method: 'POST',
    path: '/v1/currencies',
    access: signedIn,
    body: CurrencyChoice,
    response: EnabledCurrency,
    status: 201,
  }),
  disable: endpoint({
    permission: 'manage_settings',
    method: 'DELETE',
    path: '/v1/currencies/:code',
    access: signedIn,
    audited: 'currency_disabled',
    params: byCode,
  }),
}

export const exchangeRates = {
  list: endpoint({
    permission: 'view',
    method: 'GET',
    path: rates,
    access: signedIn,
    query: ExchangeRateQuery,
    response: pageOf(ExchangeRate),
  }),
  create: endpoint({
    permission: 'manage_settings',
    audited: 'rate_added',
    method: 'POST',
    path: rates,
    access: signedIn,
    body: ExchangeRateInput,
    response: ExchangeRate,
    status: 201,
  }),
  convert: endpoint({
    permission: 'view',
    method: 'GET',
    path: `${rates}/convert`,
    access: signedIn,
    query: ConversionQuery,
    response: Converted,
  }),
  missing: endpoint({
    permission: 'see_amounts',
    method: 'GET',
    path: `${rates}/missing`,
    access: signedIn,
    response: MissingRates,
  }),
  feed: endpoint({ permission: 'view', method: 'GET', path: `${rates}/feed`, access: signedIn, response: RateFeed }),
  previewImport: endpoint({
    permission: 'manage_settings',
    method: 'POST',
    path: `${rates}/import/preview`,
    access: signedIn,
    reads: true,
    body: RateImportInput,
    body_limit: 5_000_000,
    response: RateImport,
  }),
  import: endpoint({
    permission: 'manage_settings',
    audited: 'rates_imported',
    method: 'POST',
    path: `${rates}/import`,
    access: signedIn,
    body: RateImportInput,
    body_limit: 5_000_000,
    response: RateImport,
  }),
  get: endpoint({
    permission: 'view',
    method: 'GET',
    path: `${rates}/:id`,
    access: signedIn,
    params: byId,
    response: ExchangeRate,
  }),
  update: endpoint({
    permission: 'manage_settings',
    audited: 'rate_changed',
    method: 'PATCH',
    path: `${rates}/:id`,
    access: signedIn,
    params: byId,
    body: ExchangeRateChange,
    response: ExchangeRate,
  }),
  remove: endpoint({
    permission: 'manage_settings',
    method: 'DELETE',
    path: `${rates}/:id`,
    access: signedIn,
    audited: 'rate_deleted',
    params: byId,
  }),
}
