// Rules of contacts: one number, one contact; an opt-out belongs to the number.

import type { Pagination } from '../../../contract/common.ts'
import { pagination } from '../../../contract/common.ts'
import type {
  Consent,
  Contact,
  ContactInput,
  ContactNames,
  ContactNamesQuery,
  ContactQuery,
} from '../../../contract/contacts.ts'
import { message } from '../../../contract/messages/message.ts'
import { type AppError, fieldError, notFound, orNotFound, recordChanged } from '../../errors.ts'
import { needBulkChange } from '../../platform/db/bulk-changed.ts'
import { hasImport } from '../../platform/db/imported.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { winnerOf } from '../../platform/db/merged.ts'
import { checkCustom, withCustom } from '../custom-fields/service.ts'
import { needTags, setTags } from '../tags/service.ts'
import { type ContactNumbers, changedNumbers, noNumbers, type TypedNumbers } from './numbers.ts'
import { parsePhone, phonePieces, phoneText } from './phone.ts'
import * as queries from './queries.ts'
import * as shownRows from './rows/queries.ts'
import { timeZoneOf } from './time-zone.ts'

export { columns } from './columns.ts'
export { manyContacts } from './many.ts'
export { numberPatterns } from './number-country.ts'
export { isMobile, isPlausible, parsePhone, phoneKey, phonePieces, phoneText } from './phone.ts'
export {
  addOptOuts,
  emptyMany,
  fillMany,
  homeCountry,
  homeOf,
  insertMany,
  type Match,
  matches,
  type NewContact,
  named,
  numbersOfContact,
  optedOut,
  removeUnchanged,
} from './queries.ts'
export { type Home, timeZoneOf } from './time-zone.ts'

export async function list(tenant: Tenant, asked: ContactQuery): Promise<{ data: Contact[]; pagination: Pagination }> {
  const query = await resolved(tenant, asked)
  const { data, total } = await shownRows.list(tenant, { query, pieces: await piecesOf(tenant, query.q) })
  return { data: data.map(shown), pagination: pagination(query, total) }
}

/** The names of the contacts that match the list's filters, sorted by name. */
export async function names(tenant: Tenant, asked: ContactNamesQuery): Promise<ContactNames> {
  const query = await resolved(tenant, asked)
  return await shownRows.names(tenant, { query, pieces: await piecesOf(tenant, query.q) })
}

/** All rows in list order, in batches. */
export async function* listAll(
  tenant: Tenant,
  asked: shownRows.ListedContact['query'],
): AsyncGenerator<ListedContact[]> {
  const query = await resolved(tenant, asked)
  for await (const rows of shownRows.all(tenant, { query, pieces: await piecesOf(tenant, query.q) }))
    yield rows.map(zoned)
}

/** Throws a 404 error on the filter's field if a filter names a record that does not exist. */
async function resolved<Q extends shownRows.ListedContact['query']>(tenant: Tenant, query: Q) {
  const { tag_id, import_id, bulk_change_id } = query
  await needTags(tenant, tag_id)
  if (import_id && !(await hasImport(tenant, import_id)))
    throw fieldError('not_found', 'import_id', message('filter.record_deleted'))
  await needBulkChange(tenant, bulk_change_id)
  return await withCustom(tenant, 'contact', query)
}

/** A query for the ids of the contacts that match the list's filters. */
export async function matchingIds(tenant: Tenant, asked: shownRows.ListedContact['query']) {
  const query = await resolved(tenant, asked)
  return shownRows.matchingIds(tenant, { query, pieces: await piecesOf(tenant, query.q) })
}

/** The existing contacts among these ids, in their order. */
export const getMany = async (tenant: Tenant, ids: string[]): Promise<ListedContact[]> =>
  (await shownRows.byIds(tenant, ids)).map(zoned)

/** Ids of the contacts of an import, sorted by name. */
export async function contactsOfImport(tenant: Tenant, import_id: string): Promise<string[]> {
  const ids: string[] = []
  for await (const some of shownRows.allIdsOf(tenant, { query: { import_id }, pieces: [] })) ids.push(...some)
  return ids
}

/** As `phonePieces`. Skips the query for the organization's country if the search cannot be a number. */
export const piecesOf = async (tenant: Tenant, q = '') =>
  phonePieces(q, '').length > 0 ? phonePieces(q, await queries.homeCountry(tenant)) : []

/** Without formatted numbers, which no export needs: they would take a second more for 50,000 contacts. */
export type ListedContact = Omit<shownRows.ContactRow, 'home'> & Pick<Contact, 'time_zone' | 'time_zone_is_default'>

const shown = (row: shownRows.ContactRow): Contact => ({
  ...zoned(row),
  phone_text: phoneText(row.phone),
  other_phones: row.other_phones.map((other) => ({ ...other, phone_text: phoneText(other.phone) })),
  former_phones: row.former_phones.map((phone) => ({ phone, phone_text: phoneText(phone) })),
})

function zoned({ time_zone, home, ...row }: shownRows.ContactRow): ListedContact {
  return { ...row, time_zone: time_zone ?? timeZoneOf(row.phone, home), time_zone_is_default: time_zone === null }
}

export async function get(tenant: Tenant, id: string): Promise<Contact> {
  return shown(orNotFound((await shownRows.get(tenant, id)) ?? (await mergedInto(tenant, id))))
}

/** The old address of a merged contact leads to the one it became. */
async function mergedInto(tenant: Tenant, id: string) {
  const winner = await winnerOf(tenant, id)
  return winner === undefined ? undefined : await shownRows.get(tenant, winner)
}

export async function create(
  tenant: Tenant,
  { phone, phone_label, other_phones, tag_ids, custom: values, ...input }: ContactInput,
): Promise<Contact> {
  const custom = await checkCustom(tenant, 'contact', values)
  const typed = { phone: phone ?? '', phone_label, other_phones }
  const numbers = changedNumbers(noNumbers, typed, await queries.homeCountry(tenant))
  const id = await queries.insert(tenant, { ...fieldsOf(input), ...numbers, name: input.name, custom })
  if (!id) throw await numberTaken(tenant, numbers)
  if (tag_ids) await setTags(tenant, 'contact', id, tag_ids)
  await keepConsent(tenant, numbers.phone_key, input.consent, input.consent_evidence)
  return await get(tenant, id)
}

export async function update(
  tenant: Tenant,
  id: string,
  {
    version,
    phone,
    phone_label,
    other_phones,
    tag_ids,
    custom: values,
    ...given
  }: Partial<ContactInput> & { version: number },
): Promise<Contact> {
  const custom = await checkCustom(tenant, 'contact', values)
  const typed = { phone, phone_label, other_phones }
  const isNumbered = Object.values(typed).some((value) => value !== undefined)
  // If the contact changes after this read, the version in the change's WHERE makes the change fail.
  const before = isNumbered || given.consent === 'unknown' ? await queries.numbersOf(tenant, id) : undefined
  if (isNumbered && !before) return await unchanged(tenant, id, version)
  const numbers = before && isNumbered ? changedNumbers(before, typed, await queries.homeCountry(tenant)) : undefined
  const known = before ? keysOf(before) : []
  const isMoreNumbers = numbers && keysOf(numbers).some((key) => !known.includes(key))
  // A form resends the consent as it was, without knowing that of a new number. Only a different consent is a new one.
  const isAsBefore = isMoreNumbers && given.consent === 'opted_in' && before?.consent === 'opted_in'
  const change = isAsBefore ? { ...given, consent: undefined } : given
  const changes = { ...fieldsOf(change), ...numbers, ...(custom && { custom }) }
  if (Object.keys(changes).length === 0 && !tag_ids) return await unchanged(tenant, id, version)
  const changed = await queries.update(tenant, id, version, changes)
  if (changed === 'phone_taken') throw await numberTaken(tenant, numbers!, id)
  if (!changed) return await unchanged(tenant, id, version)
  // With a new number, `unknown` may come from a form that does not know the number's opt-out, so the opt-out is kept.
  if (change.consent === 'unknown' && !isMoreNumbers && (await get(tenant, id)).consent === 'opted_out')
    throw fieldError('state_conflict', 'consent', optedOut)
  if (tag_ids) await setTags(tenant, 'contact', id, tag_ids)
  // An opt-in lifts an opt-out only if it is part of this change, never as the old consent of another number.
  const consent = changed.consent === 'opted_out' ? 'opted_out' : change.consent
  await keepConsent(tenant, changed.phone_key, consent, change.consent_evidence)
  return await get(tenant, id)
}

const keysOf = ({ phone_key, other_phone_keys }: ContactNumbers) => [phone_key ?? [], other_phone_keys].flat()

const optedOut = message('contact.opted_out')

/** Fields as given; an empty time zone means the default. */
function fieldsOf({
  time_zone,
  ...input
}: Omit<Partial<ContactInput>, keyof TypedNumbers | 'tag_ids' | 'custom'>): Partial<queries.ContactFields> {
  const defined = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  return { ...defined, ...(time_zone !== undefined && { time_zone: time_zone || null }) }
}

/** Called if nothing was written: correct if nothing was to change and the version is current. */
async function unchanged(tenant: Tenant, id: string, version: number): Promise<Contact> {
  const current = await get(tenant, id)
  if (current.version === version) return current
  throw recordChanged(current.name, current)
}

export async function remove(tenant: Tenant, id: string): Promise<void> {
  if (!(await queries.remove(tenant, id))) throw notFound()
}

/** Restoring a record that is not deleted changes nothing. */
export async function restore(tenant: Tenant, id: string): Promise<Contact> {
  if ((await queries.restore(tenant, id)) === 'phone_taken') throw phoneTaken(await queries.successor(tenant, id))
  return await get(tenant, id)
}

export async function parsedPhone(tenant: Tenant, typed: string) {
  if (typed.trim() === '') return { phone: null, phone_text: null, reason: null, contact: null }
  const parsed = parsePhone(typed, await queries.homeCountry(tenant))
  if (!parsed.ok) return { phone: null, phone_text: null, reason: parsed.reason, contact: null }
  const holder = await queries.holder(tenant, parsed.key)
  const contact = holder ? { id: holder.id, name: holder.name } : null
  return { phone: parsed.phone, phone_text: phoneText(parsed.phone), reason: null, contact }
}

/**
 * Records a consent that the person sent by message, and updates the contact with that number. Returns false
 * if it was recorded before or is outdated.
 */
export async function recordConsent(
  tenant: Tenant,
  phoneKey: string,
  consent: 'opted_in' | 'opted_out',
  { text, at }: { text: string; at: Date },
): Promise<boolean> {
  if (await queries.hasNewerConsent(tenant, phoneKey, consent, at)) return false
  const isNew = await queries.setConsent(tenant, phoneKey, consent, text, at)
  if (consent === 'opted_out') return (await queries.addOptOut(tenant, phoneKey, text, at)) || isNew
  return (await queries.removeOptOut(tenant, phoneKey)) || isNew
}

export async function holderOf(tenant: Tenant, phoneKey: string): Promise<string | null> {
  return (await queries.holder(tenant, phoneKey))?.id ?? null
}

/**
 * Only an opt-in lifts an opt-out: `unknown` comes from forms and files that do not know the number's
 * consent.
 */
async function keepConsent(
  tenant: Tenant,
  phoneKey: string | null,
  consent: Consent | undefined,
  evidence: string | undefined,
) {
  if (!phoneKey) return
  if (consent === 'opted_out') await queries.addOptOut(tenant, phoneKey, evidence || 'Entered on the contact')
  if (consent === 'opted_in') await queries.removeOptOut(tenant, phoneKey)
}

/** The error on the field of a taken number, naming the contact that has it. */
async function numberTaken(tenant: Tenant, numbers: ContactNumbers, but?: string): Promise<AppError> {
  const [holder] = await queries.holders(tenant, keysOf(numbers), but)
  const place = holder ? numbers.other_phone_keys.indexOf(holder.phone_key) : -1
  return phoneTaken(holder, place < 0 ? 'phone' : `other_phones.${place}.phone`)
}

function phoneTaken(holder: { id: string; name: string } | undefined, field = 'phone'): AppError {
  const current = holder && { id: holder.id, name: holder.name }
  return fieldError('phone_taken', field, message('phone.taken', { name: holder?.name ?? 'Another contact' }), current)
}
