// Rules of currencies and exchange rates: the base is always enabled, a pair has one rate a day.

import { type Pagination, pagination } from '../../../contract/common.ts'
import type {
  CurrencyQuery,
  EnabledCurrency,
  ExchangeRate,
  ExchangeRateInput,
  ExchangeRateQuery,
  RateFeed,
  RateImport,
  RateImportInput,
} from '../../../contract/currencies.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError, fieldError, notFound, orNotFound, versionConflict } from '../../errors.ts'
import { allowComputation, type Tenant } from '../../platform/db/index.ts'
import { feedState } from './feed/queries.ts'
import * as queries from './queries.ts'
import { type FileRow, readRateFile } from './rate-file.ts'

export { startRateFeed } from './feed/feed.ts'

/** Currencies of a new organization. */
export async function seedCurrencies(tenant: Tenant): Promise<void> {
  const base = await queries.holdBase(tenant)
  await queries.enable(tenant, [base, 'USD', 'EUR', 'GBP', 'SGD', 'IDR', 'INR', 'BRL', 'AED', 'SAR'])
  await queries.fillFromFeed(tenant)
}

/** Called when the base changes: keeps the old base enabled and enables the new one. No rate is rewritten. */
export async function rebase(tenant: Tenant, before: string, after: string): Promise<void> {
  if (before === after) return
  await queries.enable(tenant, [before, after])
  await queries.fillFromFeed(tenant, { codes: [after] })
}

export async function list(tenant: Tenant, query: CurrencyQuery, now: Date) {
  const all = await queries.list(tenant, query, now)
  const per_page = query.per_page ?? Math.max(all.length, 1)
  const from = ((query.page ?? 1) - 1) * per_page
  return { data: all.slice(from, from + per_page), pagination: pagination({ ...query, per_page }, all.length) }
}

export async function enable(tenant: Tenant, code: string, now: Date): Promise<EnabledCurrency> {
  const added = await queries.enable(tenant, [code])
  if (added.length > 0) await queries.fillFromFeed(tenant, { codes: added })
  return orNotFound(await queries.get(tenant, code, now))
}

/** Enables currencies that records use, so that users can add rates and cannot disable them while in use. */
export async function enableUsed(tenant: Tenant, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return
  const added = await queries.enable(tenant, [...codes])
  if (added.length > 0) await queries.fillFromFeed(tenant, { codes: added })
}

export async function disable(tenant: Tenant, code: string, now: Date): Promise<void> {
  const base = await queries.holdBase(tenant)
  if (await queries.disable(tenant, code)) return
  const current = orNotFound(await queries.get(tenant, code, now))
  if (code === base) {
    throw new AppError('in_use', message('currency.is_base', { code }), { current })
  }
  throw new AppError('in_use', message('currency.in_use', { count: current.in_use, code }), { current })
}

export async function listRates(
  tenant: Tenant,
  query: ExchangeRateQuery,
): Promise<{ data: ExchangeRate[]; pagination: Pagination }> {
  const { data, total } = await queries.listRates(tenant, query)
  return { data, pagination: pagination(query, total) }
}

export async function createRate(tenant: Tenant, rate: ExchangeRateInput): Promise<ExchangeRate> {
  refuseSame(rate)
  const id = await queries.insertRate(tenant, rate)
  if (!id) throw rateTaken(await queries.rateOf(tenant, rate))
  await queries.dropReversedFeedRate(tenant, rate)
  return orNotFound(await queries.getRate(tenant, id))
}

export async function updateRate(
  tenant: Tenant,
  id: string,
  { version, ...change }: Partial<ExchangeRateInput> & { version: number },
): Promise<ExchangeRate> {
  const before = orNotFound(await queries.getRate(tenant, id))
  const after = { ...before, ...change }
  refuseSame(after)
  const changed = Object.keys(change).length > 0 && (await queries.updateRate(tenant, id, version, change))
  if (changed === 'rate_taken') throw rateTaken(await queries.rateOf(tenant, after))
  const current = orNotFound(await queries.getRate(tenant, id))
  if (!changed && current.version !== version) throw versionConflict(message('rate.changed'), current)
  if (changed) await queries.dropReversedFeedRate(tenant, current)
  return orNotFound(await queries.getRate(tenant, id))
}

export async function removeRate(tenant: Tenant, id: string): Promise<void> {
  if (!(await queries.removeRate(tenant, id))) throw notFound()
}

export async function previewImport(tenant: Tenant, input: RateImportInput): Promise<RateImport> {
  return (await read(tenant, input)).answer
}

/** Imports the valid lines; reports the others. */
export async function importRates(tenant: Tenant, input: RateImportInput): Promise<RateImport> {
  const { answer, rates } = await read(tenant, input)
  if (!answer.number_style) {
    throw fieldError('invalid_request', 'number_style', message('rate_file.numbers_ambiguous'))
  }
  await queries.importRates(tenant, rates)
  return answer
}

export async function feed(tenant: Tenant, name: 'ecb' | undefined): Promise<RateFeed> {
  return { feed: name ?? null, ...(await feedState(tenant)) }
}

const shownRows = 200

async function read(tenant: Tenant, { text, number_style }: RateImportInput) {
  await allowComputation(tenant)
  const { style, rows: read } = await readRateFile(text, number_style)
  const good = read.filter(({ message }) => message === null)
  const rates = good.map(({ day, from_currency, to_currency, rate }) => ({ day, from_currency, to_currency, rate }))
  const outcomes = await queries.compareRates(tenant, rates)
  const outcomeOf = new Map<FileRow, (typeof outcomes)[number]>(good.map((row, index) => [row, outcomes[index]!]))
  const rows = read.map((row) => ({ ...row, outcome: outcomeOf.get(row) ?? ('error' as const) }))
  const count = (wanted: string) => rows.filter(({ outcome }) => outcome === wanted).length
  const isError = ({ outcome }: { outcome: string }) => outcome === 'error'
  const answer: RateImport = {
    number_style: style,
    create: count('create'),
    update: count('update'),
    unchanged: count('unchanged'),
    error: count('error'),
    rows: [...rows.filter(isError).slice(0, shownRows), ...rows.filter((row) => !isError(row)).slice(0, shownRows)],
  }
  return { answer, rates }
}

function refuseSame({ from_currency, to_currency }: Pick<ExchangeRate, 'from_currency' | 'to_currency'>) {
  if (from_currency !== to_currency) return
  throw fieldError('invalid_request', 'to_currency', message('field.same_currency'))
}

function rateTaken(current: ExchangeRate | undefined): AppError {
  const { from_currency, to_currency, rate } = current!
  const said = message('rate.day_taken', { from: from_currency, rate, to: to_currency })
  return fieldError('rate_taken', 'day', said, current)
}
