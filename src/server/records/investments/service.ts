// Rules of investments: allowed changes and their history.

import { pagination } from '../../../contract/common.ts'
import type { CustomValues } from '../../../contract/custom-values.ts'
import type {
  Board,
  BoardQuery,
  Investment,
  InvestmentChange,
  InvestmentInput,
  InvestmentQuery,
  InvestmentTotals,
  TotalsQuery,
} from '../../../contract/investments.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import { AppError, fieldError, notFound, orNotFound, recordChanged } from '../../errors.ts'
import type { CustomQuery } from '../../platform/db/custom-values.ts'
import { dayOf } from '../../platform/db/day.ts'
import type { Tenant } from '../../platform/db/index.ts'
import type { TotalsRow } from '../../platform/db/totals.ts'
import { enableUsed } from '../currencies/service.ts'
import { checkCustom, withCustom } from '../custom-fields/service.ts'
import { needTags, setTags } from '../tags/service.ts'
import * as boards from './board/queries.ts'
import * as filterQueries from './filters/queries.ts'
import * as queries from './queries.ts'
import * as shownRows from './rows/queries.ts'
import { automaticTitle, faultsOf, hasSettled, isSame } from './rules.ts'

export { columns } from './columns.ts'
export { matching } from './filters/queries.ts'
export { manyInvestments } from './many.ts'
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

export async function list(tenant: Tenant, filters: InvestmentQuery) {
  const query = await resolveFilters(tenant, filters)
  const { data, total } = await shownRows.list(tenant, query)
  return { data, pagination: pagination(query, total) }
}

export async function* listAll(
  tenant: Tenant,
  query: Omit<InvestmentQuery, 'page' | 'per_page'>,
): AsyncGenerator<Investment[]> {
  yield* shownRows.all(tenant, await resolveFilters(tenant, query))
}

/** A query for the ids of the investments that match the list's filters. */
export async function matchingIds(tenant: Tenant, filters: filterQueries.Filters) {
  return filterQueries.matchingIds(tenant, await resolveFilters(tenant, filters))
}

export async function totals(tenant: Tenant, { in: target, ...filters }: TotalsQuery): Promise<InvestmentTotals> {
  return await totalsWhere(tenant, await resolveFilters(tenant, filters), target)
}

/** Sums and cards are of one snapshot: that of the request. */
export async function board(tenant: Tenant, { in: target, ...query }: BoardQuery): Promise<Board> {
  const { columns, ...rest } = await boards.board(tenant, await resolveFilters(tenant, query), target)
  const rows = await shownRows.getRows(
    tenant,
    columns.flatMap(({ ids }) => ids),
    query.as_of,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const cards = (ids: string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  return { ...rest, columns: columns.map(({ ids, ...column }) => ({ ...column, cards: cards(ids) })) }
}

/** The same sums for any condition on `investments i`. */
export async function totalsWhere(
  tenant: Tenant,
  of: Parameters<typeof queries.totals>[1],
  target?: string,
): Promise<InvestmentTotals> {
  return totalsIn(await queries.totals(tenant, of, target))
}

export function totalsIn(rows: readonly TotalsRow[]): InvestmentTotals {
  const part = (name: string) => rows.filter((row) => row.part === name)
  const [converted] = part('converted')
  return {
    count: converted!.count,
    by_currency: part('by_currency'),
    base: { ...converted!, not_converted: part('not_converted'), old_rates: converted!.old_rates ?? [] },
  }
}

/** Resolves the filters. Filtering by a missing id is a 404 that names it; as of today means now. */
export async function resolveFilters<F extends TotalsQuery>(tenant: Tenant, asked: F): Promise<F & CustomQuery> {
  const filters = await withCustom(tenant, 'investment', asked)
  await needTags(tenant, filters.tag_id)
  const path = await filterQueries.unknownFilter(tenant, filters)
  if (path) throw fieldError('not_found', path, message('filter.record_deleted'))
  if (filters.as_of === undefined) return filters
  const today = await dayOf(tenant)
  if (filters.as_of > today) throw fieldError('invalid_request', 'as_of', message('day.in_future'))
  return filters.as_of === today ? { ...filters, as_of: undefined } : filters
}

export async function get(tenant: Tenant, id: string): Promise<Investment> {
  return orNotFound(await shownRows.get(tenant, id))
}

export async function create(tenant: Tenant, input: InvestmentInput): Promise<Investment> {
  const { tag_ids, reference = '', title = '', status_id, custom: given, ...fields } = input
  const custom = await checkCustom(tenant, 'investment', given)
  const investment = {
    ...blank,
    ...fields,
    status_id: status_id ?? orNotFound(await queries.defaultStatus(tenant)),
    reference: reference || (await queries.nextReference(tenant)),
  }
  const names = await checked(tenant, investment)
  await enableUsed(tenant, [investment.currency])
  const id = await queries.insert(tenant, {
    ...investment,
    title: title || automaticTitle(names.investor, names.offering),
    title_is_automatic: title === '',
    custom,
  })
  if (!id) throw referenceTaken(investment.reference)
  await queries.addStatusChanges(tenant, [{ id, from: null, to: investment.status_id }])
  if (tag_ids) await setTags(tenant, 'investment', id, tag_ids)
  return await get(tenant, id)
}

export type NewInvestment = Pick<
  queries.LockedInvestment,
  'investor_id' | 'status_id' | 'currency' | 'reference' | 'title'
> &
  Partial<queries.LockedInvestment> & { investor: string; offering: string | null; custom?: CustomValues | undefined }

/**
 * Creates many that `faultsOf` has validated, in their order; null if a reference was taken or a referenced
 * record was deleted since.
 */
export async function createMany(
  tenant: Tenant,
  investments: NewInvestment[],
): Promise<({ id: string; reference: string } | null)[]> {
  const rows: Parameters<typeof queries.insertMany>[1] = []
  for (const { investor, offering, ...fields } of investments)
    rows.push({
      ...blank,
      ...fields,
      reference: fields.reference || (await queries.nextReference(tenant)),
      title: fields.title || automaticTitle(investor, offering),
      title_is_automatic: fields.title === '',
    })
  await enableUsed(
    tenant,
    rows.map(({ currency }) => currency),
  )
  const inserted = new Map((await queries.insertMany(tenant, rows)).map((row) => [row.reference, row]))
  return rows.map(({ reference }) => inserted.get(reference) ?? null)
}

export async function update(
  tenant: Tenant,
  id: string,
  { version, tag_ids, reference, title, valid_from, custom: given, ...change }: InvestmentChange,
): Promise<Investment> {
  const custom = await checkCustom(tenant, 'investment', given)
  if (valid_from !== undefined && valid_from > (await dayOf(tenant)))
    throw fieldError('invalid_request', 'valid_from', message('field.after_today'))
  await queries.holdNamed(tenant, id, change)
  // If it refers to other records by now, its version has changed too.
  const current = orNotFound(await queries.lock(tenant, id))
  if (current.version !== version) throw await conflict(tenant, id)
  const next = { ...current, ...change }
  if (next.currency !== current.currency && current.transaction_count > 0)
    throw fieldError('currency_locked', 'currency', message('investment.currency_locked'))
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
    (differing.length > 0 || tag_ids || custom) &&
    !(await queries.update(tenant, id, { ...Object.fromEntries(differing), custom }, valid_from))
  )
    throw referenceTaken(reference!)
  if (next.status_id !== current.status_id)
    await queries.addStatusChanges(tenant, [{ id, from: current.status_id, to: next.status_id }])
  if (tag_ids) await setTags(tenant, 'investment', id, tag_ids)
  return await get(tenant, id)
}

export async function remove(tenant: Tenant, id: string): Promise<void> {
  orNotFound(await queries.lock(tenant, id))
  const settled = await queries.remove(tenant, id)
  if (settled !== 'gone')
    throw new AppError('investment_has_transactions', hasSettled(settled), { current: { transactions: settled } })
}

/** Restoring a record that is not deleted changes nothing. */
export async function restore(tenant: Tenant, id: string): Promise<Investment> {
  const deleted = await queries.lockDeleted(tenant, id)
  if (deleted && !deleted.has_investor) throw new AppError('state_conflict', message('investment.investor_deleted'))
  if (deleted && !(await queries.restore(tenant, id, deleted.reference))) throw referenceTaken(deleted.reference)
  return await get(tenant, id)
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
  if (investor === null) throw unknown('investor_id', message('investor.deleted'))
  if (status === null) throw unknown('status_id', message('status.deleted'))
  if (next.offering_id !== null && names.offering === null) throw unknown('offering_id', message('offering.deleted'))
  if (next.stage_id !== null && names.stage === null) throw unknown('stage_id', message('stage.deleted'))
  if (next.owner_user_id !== null && names.owner === null) throw unknown('owner_user_id', message('owner.not_member'))
  if (!status.is_active && next.status_id !== before?.status_id)
    throw fieldError('invalid_request', 'status_id', message('status.inactive'))
  if (names.stage?.is_active === false && next.stage_id !== before?.stage_id)
    throw fieldError('invalid_request', 'stage_id', message('stage.inactive'))
  const faults = faultsOf(next, status.category)
  if (faults.length > 0)
    throw new AppError('invalid_request', undefined, {
      fields: faults,
    })
  return { ...names, investor }
}

const unknown = (path: string, said: Message) => fieldError('not_found', path, said)

const referenceTaken = (reference: string) =>
  fieldError('name_taken', 'reference', message('investment.reference_taken', { reference }))

async function conflict(tenant: Tenant, id: string) {
  const current = await shownRows.get(tenant, id)
  if (!current) return notFound()
  return recordChanged(current.title, current)
}
