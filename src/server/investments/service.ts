// Rules of investments: allowed changes and their history.
import { pagination } from '../../contract/common.ts'
import type {
  Investment,
  InvestmentChange,
  InvestmentInput,
  InvestmentQuery,
  InvestmentTotals,
  TotalsQuery,
} from '../../contract/investments.ts'
import { enableUsed } from '../currencies/service.ts'
import { dayOf } from '../db/day.ts'
import type { Tenant } from '../db/index.ts'
import { AppError, fieldError, notFound, orNotFound } from '../errors.ts'
import { needTags, setTags } from '../tags/service.ts'
import { unknownFilter } from './filters/queries.ts'
import * as queries from './queries.ts'
import * as shownRows from './rows/queries.ts'
import { automaticTitle, faultsOf, isSame } from './rules.ts'

export { columns } from './columns.ts'
export { isUnfiltered, matching } from './filters/queries.ts'
export {
  lock as lockInvestment,
  type Match,
  matches,
  moveStage,
  moveStatus,
  removeUnchanged,
  retitle,
} from './queries.ts'
export { get as getInvestment, getRows as getMany } from './rows/queries.ts'
export { automaticTitle, faultsOf } from './rules.ts'

export async function list(tenant: Tenant, asked: InvestmentQuery) {
  const query = await known(tenant, asked)
  const { data, total } = await shownRows.list(tenant, query)
  return { data, pagination: pagination(query, total) }
}

export async function* listAll(
  tenant: Tenant,
  query: Omit<InvestmentQuery, 'page' | 'per_page'>,
): AsyncGenerator<Investment[]> {
  yield* shownRows.all(tenant, await known(tenant, query))
}

export async function totals(tenant: Tenant, { in: target, ...filters }: TotalsQuery): Promise<InvestmentTotals> {
  return await totalsWhere(tenant, await known(tenant, filters), target)
}

/** The same sums for any condition on `investments i`. */
export async function totalsWhere(
  tenant: Tenant,
  of: Parameters<typeof queries.totals>[1],
  target?: string,
): Promise<InvestmentTotals> {
  const rows = await queries.totals(tenant, of, target)
  const part = (name: string) => rows.filter((row) => row.part === name)
  const [converted] = part('converted')
  return {
    count: converted!.count,
    by_currency: part('by_currency'),
    base: { ...converted!, not_converted: part('not_converted'), old_rates: converted!.old_rates ?? [] },
  }
}

/** Resolves the filters. Filtering by a missing id is a 404 that names it; as of today means now. */
export async function known<F extends TotalsQuery>(tenant: Tenant, filters: F): Promise<F> {
  await needTags(tenant, filters.tag_id)
  const path = await unknownFilter(tenant, filters)
  if (path) throw fieldError('not_found', path, 'A filter of this list no longer exists.')
  if (filters.as_of === undefined) return filters
  const today = await dayOf(tenant)
  if (filters.as_of > today) throw fieldError('invalid_request', 'as_of', 'This day is in the future.')
  return filters.as_of === today ? { ...filters, as_of: undefined } : filters
}

export async function create(tenant: Tenant, input: InvestmentInput): Promise<Investment> {
  const { tag_ids, reference = '', title = '', status_id, ...given } = input
  const kept = {
    ...blank,
    ...given,
    status_id: status_id ?? orNotFound(await queries.defaultStatus(tenant)),
    reference: reference || (await queries.nextReference(tenant)),
  }
  const names = await checked(tenant, kept)
  await enableUsed(tenant, [kept.currency])
  const id = await queries.insert(tenant, {
    ...kept,
    title: title || automaticTitle(names.investor, names.offering),
    title_is_automatic: title === '',
  })
  if (!id) throw referenceTaken(kept.reference)
  await queries.addStatusChange(tenant, id, null, kept.status_id)
  if (tag_ids) await setTags(tenant, 'investment', id, tag_ids)
  return orNotFound(await shownRows.get(tenant, id))
}

export type NewInvestment = Pick<
  queries.LockedInvestment,
  'investor_id' | 'status_id' | 'currency' | 'reference' | 'title'
> &
  Partial<queries.LockedInvestment> & { investor: string; offering: string | null }

/**
 * Creates many that `faultsOf` has validated, in their order; null if a reference was taken or a referenced
 * record was deleted since.
 */
export async function createMany(
  tenant: Tenant,
  investments: NewInvestment[],
): Promise<({ id: string; reference: string } | null)[]> {
  const kept: queries.LockedInvestment[] = []
  for (const { investor, offering, ...given } of investments)
    kept.push({
      ...blank,
      ...given,
      reference: given.reference || (await queries.nextReference(tenant)),
      title: given.title || automaticTitle(investor, offering),
      title_is_automatic: given.title === '',
    })
  await enableUsed(
    tenant,
    kept.map(({ currency }) => currency),
  )
  const made = new Map((await queries.insertMany(tenant, kept)).map((row) => [row.reference, row]))
  return kept.map(({ reference }) => made.get(reference) ?? null)
}

export async function update(
  tenant: Tenant,
  id: string,
  { version, tag_ids, reference, title, valid_from, ...change }: InvestmentChange,
): Promise<Investment> {
  if (valid_from !== undefined && valid_from > (await dayOf(tenant)))
    throw fieldError('invalid_request', 'valid_from', 'must not be after today')
  await queries.holdNamed(tenant, id, change)
  // If it refers to other records by now, its version has changed too.
  const current = orNotFound(await queries.lock(tenant, id))
  if (current.version !== version) throw await conflict(tenant, id)
  const next = { ...current, ...change }
  if (next.currency !== current.currency && current.transaction_count > 0)
    throw fieldError('currency_locked', 'currency', 'The currency is locked by transactions.')
  if (next.currency !== current.currency) await enableUsed(tenant, [next.currency])
  const names = await checked(tenant, next, current)
  const isAutomatic = title === undefined || title === current.title ? current.title_is_automatic : title === ''
  const changes: Partial<queries.LockedInvestment> = {
    ...change,
    // An emptied reference is unchanged: every investment has one.
    ...(reference ? { reference } : {}),
    title: isAutomatic ? automaticTitle(names.investor, names.offering) : title || current.title,
    title_is_automatic: isAutomatic,
  }
  const differing = Object.entries(changes).filter(
    ([key, value]) => !isSame(value, current[key as keyof queries.LockedInvestment]),
  )
  if (
    (differing.length > 0 || tag_ids) &&
    !(await queries.update(tenant, id, Object.fromEntries(differing), valid_from))
  )
    throw referenceTaken(reference!)
  if (next.status_id !== current.status_id) await queries.addStatusChange(tenant, id, current.status_id, next.status_id)
  if (tag_ids) await setTags(tenant, 'investment', id, tag_ids)
  return orNotFound(await shownRows.get(tenant, id))
}

export async function remove(tenant: Tenant, id: string): Promise<void> {
  orNotFound(await queries.lock(tenant, id))
  const settled = await queries.remove(tenant, id)
  if (settled !== 'gone')
    throw new AppError(
      'investment_has_transactions',
      settled === 1
        ? 'It has one settled transaction. Change its status instead, or delete the transaction first.'
        : `It has ${settled} settled transactions. Change its status instead, or delete the transactions first.`,
      { current: { transactions: settled } },
    )
}

/** Restoring a record that is not deleted changes nothing. */
export async function restore(tenant: Tenant, id: string): Promise<Investment> {
  const deleted = await queries.lockDeleted(tenant, id)
  if (deleted && !deleted.has_investor)
    throw new AppError('state_conflict', 'Its investor is deleted. Restore the investor first.')
  if (deleted && !(await queries.restore(tenant, id, deleted.reference))) throw referenceTaken(deleted.reference)
  return orNotFound(await shownRows.get(tenant, id))
}

export async function statusChanges(tenant: Tenant, id: string) {
  orNotFound(await shownRows.get(tenant, id))
  return { data: await queries.statusChanges(tenant, id) }
}

const blank = {
  offering_id: null,
  stage_id: null,
  instrument: null,
  expected_amount: null,
  committed_amount: null,
  probability: null,
  expected_close_on: null,
  committed_on: null,
  closed_on: null,
  lost_reason: '',
  units: null,
  unit_price: null,
  ownership_percent: null,
  interest_rate_percent: null,
  discount_percent: null,
  valuation_cap: null,
  maturity_on: null,
  owner_user_id: null,
  notes: '',
}

type Written = Omit<queries.LockedInvestment, 'title' | 'title_is_automatic'>

/** Validates references and rules. Previous values may be kept even if they are no longer offered. */
async function checked(tenant: Tenant, next: Written, before?: Written) {
  const names = await queries.named(tenant, next)
  const { investor, status } = names
  if (investor === null) throw unknown('investor_id', 'This investor no longer exists.')
  if (status === null) throw unknown('status_id', 'This status no longer exists.')
  if (next.offering_id !== null && names.offering === null)
    throw unknown('offering_id', 'This offering no longer exists.')
  if (next.stage_id !== null && names.stage === null) throw unknown('stage_id', 'This stage no longer exists.')
  if (next.owner_user_id !== null && names.owner === null)
    throw unknown('owner_user_id', 'This person is not in the organization.')
  if (!status.is_active && next.status_id !== before?.status_id)
    throw fieldError('invalid_request', 'status_id', 'This status is no longer active.')
  if (names.stage?.is_active === false && next.stage_id !== before?.stage_id)
    throw fieldError('invalid_request', 'stage_id', 'This stage is no longer active.')
  const faults = faultsOf(next, status.category)
  if (faults.length > 0)
    throw new AppError('invalid_request', '', {
      fields: faults.map(({ path, message }) => ({ path, code: 'invalid_request', message })),
    })
  return { ...names, investor }
}

const unknown = (path: string, message: string) => fieldError('not_found', path, message)

const referenceTaken = (reference: string) =>
  fieldError('name_taken', 'reference', `Another investment has the reference ${reference}.`)

async function conflict(tenant: Tenant, id: string) {
  const current = await shownRows.get(tenant, id)
  if (!current) return notFound()
  return new AppError('version_conflict', `${current.title} was changed by someone else. Review it, then save again.`, {
    current,
  })
}
