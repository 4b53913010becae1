// The rules of investors.

import { pagination } from '../../../contract/common.ts'
import type { CustomValues } from '../../../contract/custom-values.ts'
import type { InvestmentTotals } from '../../../contract/investments.ts'
import type {
  ContactRole,
  Investor,
  InvestorChange,
  InvestorCreate,
  InvestorQuery,
  InvestorTotalsQuery,
} from '../../../contract/investors.ts'
import { message } from '../../../contract/messages/message.ts'
import { precisionFault } from '../../../contract/money.ts'
import { AppError, fieldError, notFound, orNotFound, recordChanged } from '../../errors.ts'
import { requireAmounts } from '../../platform/db/amounts.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { winnerOf } from '../../platform/db/merged.ts'
import { create as createContact, phoneText } from '../contacts/service.ts'
import { checkCustom, withCustom } from '../custom-fields/service.ts'
import { retitle, totalsWhere } from '../investments/service.ts'
import { needTags, setTags } from '../tags/service.ts'
import * as queries from './queries.ts'
import { hasInvestments, needOwner, needType } from './references.ts'
import * as shownRows from './rows/queries.ts'

export { columnsIn, contactsText } from './columns.ts'
export { manyInvestors } from './many.ts'
export { empty, fill, type Match, matches, movePreferredStage, moveType } from './queries.ts'

export async function list(tenant: Tenant, asked: InvestorQuery) {
  const query = await resolved(tenant, asked)
  requireAmountsToSort(tenant, asked)
  const { data, total } = await shownRows.list(tenant, query)
  return { data: data.map(shown), pagination: pagination(query, total) }
}

export async function get(tenant: Tenant, id: string): Promise<Investor> {
  return shown(orNotFound((await shownRows.get(tenant, id)) ?? (await mergedInto(tenant, id))))
}

/** The old address of a merged investor leads to the one it became. */
async function mergedInto(tenant: Tenant, id: string) {
  const winner = await winnerOf(tenant, id)
  return winner === undefined ? undefined : await shownRows.get(tenant, winner)
}

function shown({ contacts, ...row }: shownRows.InvestorRow): Investor {
  return { ...row, contacts: contacts.map((contact) => ({ ...contact, phone_text: phoneText(contact.phone) })) }
}

/** Sorting by these figures would reveal them. */
function requireAmountsToSort(tenant: Tenant, { sort = 'name' }: Pick<InvestorQuery, 'sort'>) {
  if (/^-?(committed|funded|outstanding|distributed)$/.test(sort)) requireAmounts(tenant)
}

/** For exports: numbers as stored. */
export type ListedInvestor = shownRows.InvestorRow

/** All rows in list order, in batches. */
export async function* listAll(
  tenant: Tenant,
  query: Omit<InvestorQuery, 'page' | 'per_page'>,
): AsyncGenerator<ListedInvestor[]> {
  requireAmountsToSort(tenant, query)
  yield* shownRows.all(tenant, await resolved(tenant, query))
}

/** A query for the ids of the investors that match the list's filters. */
export async function matchingIds(tenant: Tenant, query: InvestorTotalsQuery) {
  return shownRows.matchingIds(tenant, await resolved(tenant, query))
}

/** The existing investors among these ids. */
export const getMany = async (tenant: Tenant, ids: string[]): Promise<ListedInvestor[]> =>
  await shownRows.getRows(tenant, ids)

export async function totals(
  tenant: Tenant,
  { in: target, ...filters }: InvestorTotalsQuery,
): Promise<InvestmentTotals> {
  return await totalsWhere(tenant, shownRows.ofMatching(tenant, await resolved(tenant, filters)), target)
}

export async function create(
  tenant: Tenant,
  { tag_ids, preferred_stage_ids, contact, code = '', custom: asked, ...given }: InvestorCreate,
): Promise<Investor> {
  if ('ticket_min' in given || 'ticket_max' in given) requireAmounts(tenant)
  const custom = await checkCustom(tenant, 'investor', asked)
  const investor = { ...blank, ...given, code: code || (await queries.nextCode(tenant)) }
  if (investor.next_follow_up_on === null) investor.follow_up_note = ''
  await check(tenant, investor, preferred_stage_ids)
  const id = await queries.insert(tenant, { ...investor, custom })
  if (!id) throw codeTaken(investor.code)
  if (preferred_stage_ids) await queries.setStages(tenant, id, preferred_stage_ids)
  if (tag_ids) await setTags(tenant, 'investor', id, tag_ids)
  if (contact) await addContact(tenant, id, investor, contact)
  return await get(tenant, id)
}

export type NewInvestor = Pick<queries.LockedInvestor, 'code' | 'name' | 'kind' | 'investor_type_id'> &
  Partial<queries.LockedInvestor> & { custom?: CustomValues | undefined }

/**
 * Creates many whose codes and names were looked up before, in their order; null if the code has been taken
 * since.
 */
export async function createMany(
  tenant: Tenant,
  investors: NewInvestor[],
): Promise<({ id: string; code: string } | null)[]> {
  const coded: Parameters<typeof queries.insertMany>[1] = []
  for (const investor of investors)
    coded.push({ ...blank, ...investor, code: investor.code || (await queries.nextCode(tenant)) })
  for (const id of new Set(coded.map(({ investor_type_id }) => investor_type_id)))
    orNotFound(await queries.holdType(tenant, id))
  const made = new Map((await queries.insertMany(tenant, coded)).map((row) => [row.code, row]))
  return coded.map(({ code }) => made.get(code) ?? null)
}

/** An individual is their own contact; an entity's new contact is its primary one. */
async function addContact(
  tenant: Tenant,
  id: string,
  { name, kind, email }: queries.LockedInvestor,
  { id: known, phone, preferred_name }: NonNullable<InvestorCreate['contact']>,
) {
  if (known !== undefined && (await queries.unknownId(tenant, { contact_id: known })))
    throw fieldError('not_found', 'contact.id', message('contact.deleted'))
  const contact_id =
    known ??
    (
      await createContact(tenant, { name, email, preferred_name, phone }).catch((error: unknown) => {
        throw onContact(error)
      })
    ).id
  const role = kind === 'individual' ? 'self' : 'primary'
  await queries.setContact(tenant, id, { id: contact_id, role, is_primary: true })
}

/** Maps errors of the contact to the contact's part of the form. */
function onContact(error: unknown) {
  if (!(error instanceof AppError) || !error.fields) return error
  const fields = error.fields.map((field) => ({ ...field, path: `contact.${field.path}` }))
  return new AppError(error.code, error.said, { fields, current: error.current })
}

export async function update(
  tenant: Tenant,
  id: string,
  { version, tag_ids, preferred_stage_ids, code, custom: asked, ...change }: InvestorChange,
): Promise<Investor> {
  if ('ticket_min' in change || 'ticket_max' in change) requireAmounts(tenant)
  const custom = await checkCustom(tenant, 'investor', asked)
  await queries.holdNamed(tenant, id, {
    investor_type_id: change.investor_type_id,
    stage_ids: preferred_stage_ids ?? [],
  })
  // If it has another type by now, its version has changed too.
  const { version: present, is_deleted, is_archived, ...current } = orNotFound(await queries.lock(tenant, id))
  if (is_deleted) throw notFound()
  if (present !== version) throw recordChanged(current.name, await get(tenant, id))
  // An emptied code is unchanged: every investor has one.
  const changes = { ...change, ...(code ? { code } : {}) }
  // A reason without a follow-up day would be out of date, so it is removed with the day.
  if (change.next_follow_up_on === null) changes.follow_up_note = ''
  if (Object.keys(changes).length === 0 && !tag_ids && !preferred_stage_ids && !custom) return await get(tenant, id)
  await check(tenant, { ...current, ...changes }, preferred_stage_ids, current)
  if (code && (await queries.isTaken(tenant, code, id))) throw codeTaken(code)
  await queries.update(tenant, id, { ...changes, custom })
  if (preferred_stage_ids) await queries.setStages(tenant, id, preferred_stage_ids)
  if (tag_ids) await setTags(tenant, 'investor', id, tag_ids)
  if (change.name !== undefined && change.name !== current.name) await retitle(tenant, { investor_id: id })
  return await get(tenant, id)
}

/** `version`: throws `version_conflict` if the investor has another one. */
export async function remove(tenant: Tenant, id: string, version?: number): Promise<void> {
  const current = orNotFound(await queries.lock(tenant, id))
  if (current.is_deleted) throw notFound()
  if (version !== undefined && current.version !== version) throw recordChanged(current.name, await get(tenant, id))
  // After the lock: an investment added concurrently is already committed and counted, and a later one finds
  // the investor deleted.
  const count = await queries.investmentCount(tenant, id)
  if (count > 0)
    throw new AppError('investor_has_investments', hasInvestments(count), { current: { investments: count } })
  await queries.mark(tenant, id, 'deleted')
}

/** Restoring a record that is not deleted changes nothing. */
export async function restore(tenant: Tenant, id: string): Promise<Investor> {
  const { is_deleted, code } = orNotFound(await queries.lock(tenant, id))
  if (is_deleted) {
    if (await queries.isTaken(tenant, code, id)) throw codeTaken(code)
    await queries.mark(tenant, id, 'live')
  }
  return await get(tenant, id)
}

export async function setContact(
  tenant: Tenant,
  id: string,
  contact: { id: string; role: ContactRole; is_primary: boolean | undefined },
): Promise<Investor> {
  if (orNotFound(await queries.lock(tenant, id)).is_deleted) throw notFound()
  if (await queries.unknownId(tenant, { contact_id: contact.id })) throw notFound()
  await queries.setContact(tenant, id, contact)
  return await get(tenant, id)
}

export async function removeContact(tenant: Tenant, id: string, contact_id: string): Promise<Investor> {
  if (orNotFound(await queries.lock(tenant, id)).is_deleted) throw notFound()
  if (!(await queries.removeContact(tenant, id, contact_id))) throw notFound()
  return await get(tenant, id)
}

const blank = {
  email: '',
  country: null,
  city: '',
  website: '',
  preferred_currency: null,
  ticket_min: null,
  ticket_max: null,
  source: '',
  owner_user_id: null,
  next_follow_up_on: null,
  follow_up_note: '',
  do_not_contact: false,
  notes: '',
}

/** Validates references and amounts. Previous values may be kept even if they are no longer offered. */
async function check(tenant: Tenant, next: queries.LockedInvestor, stages?: string[], before?: queries.LockedInvestor) {
  await needType(tenant, next.investor_type_id, 'investor_type_id', before?.investor_type_id)
  await needOwner(tenant, next.owner_user_id, 'owner_user_id')
  const path = await queries.unknownId(tenant, { preferred_stage_ids: stages })
  if (path) throw fieldError('not_found', path, message('stage.some_deleted'))
  checkTicket(next)
}

export function checkTicket({
  preferred_currency: currency,
  ticket_min,
  ticket_max,
}: Pick<queries.LockedInvestor, 'preferred_currency' | 'ticket_min' | 'ticket_max'>) {
  const amounts = Object.entries({ ticket_min, ticket_max }).filter(([, amount]) => amount !== null)
  if (amounts.length === 0) return
  if (currency === null)
    throw fieldError('invalid_request', 'preferred_currency', message('field.required_with_ticket'))
  const fields = amounts.flatMap(([path, amount]) => {
    const fault = precisionFault(amount!, currency)
    return fault ? [{ path, message: fault }] : []
  })
  if (fields.length > 0) throw new AppError('invalid_request', undefined, { fields })
  if (ticket_min !== null && ticket_max !== null && exceeds(ticket_min, ticket_max))
    throw fieldError('invalid_request', 'ticket_max', message('field.less_than_smallest_ticket'))
}

/** Exact, for any number of digits. */
function exceeds(a: string, b: string) {
  const units = (amount: string) => {
    const [whole = '', decimals = ''] = amount.split('.')
    return BigInt(whole + decimals.padEnd(4, '0').slice(0, 4))
  }
  return units(a) > units(b)
}

/** Filtering by a missing id is a 404 that names it. */
async function resolved<Q extends InvestorTotalsQuery>(tenant: Tenant, filters: Q) {
  const { investor_type_id, stage_id, owner_user_id, contact_id, import_id, bulk_change_id } = filters
  await needTags(tenant, filters.tag_id)
  const path = await queries.unknownId(tenant, {
    investor_type_id,
    stage_id,
    owner_user_id,
    contact_id,
    import_id,
    bulk_change_id,
  })
  if (path) throw fieldError('not_found', path, message('filter.record_deleted'))
  return await withCustom(tenant, 'investor', filters)
}

const codeTaken = (code: string) => fieldError('name_taken', 'code', message('investor.code_taken', { code }))
