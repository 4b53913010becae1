// Imports rows as investors: matches them by code, else by name and email; each may bring a contact.
import { type Message, message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { attempt } from '../../platform/db/savepoint.ts'
import { timeSlices } from '../../time-slices.ts'
import { insertMany as addContacts, matches as contactsLike } from '../contacts/service.ts'
import { createMany, fill, type Match, matches, setContact } from '../investors/service.ts'
import { list as masterData } from '../master-data/service.ts'
import { distinct, isTotal, totalRow } from './cells.ts'
import { labelOf } from './custom-cells.ts'
import { newCustom } from './decision.ts'
import { fieldLabel } from './field-labels.ts'
import type { CustomCells, PendingRow, PlannedRow, RecordImporter, RowOutcome, UndoStep } from './importer.ts'
import { type InvestorData as Data, readInvestor } from './investor-row.ts'
import { addTags, idsOfTags, newTags, tagsBy } from './marks.ts'
import { lockKind } from './queries.ts'
import { madeBefore } from './rows/queries.ts'
import { doNotContactStays } from './yes-no.ts'

type PendingInvestorRow = PendingRow<Data>

export const investors: RecordImporter = {
  batchRows: 100,
  needs: { fields: ['name'] },
  planner: async (tenant, context) => {
    const types = (await masterData(tenant, 'investor_types')).data
    const seen = new Map<string, Seen>()
    return async (records) => {
      const read = await timeSlices.map(records, (record) => readInvestor(record, context, types))
      const existing = await matches(
        tenant,
        read.map(({ data }) => data.code).filter(Boolean),
        read.map(({ data }) => data.name),
      )
      const linked = await linkedContacts(tenant, read)
      const tagged = await tagsBy(
        tenant,
        'investor',
        existing.map(({ id }) => id),
      )
      const planned = (row: (typeof read)[number]): PlannedRow => {
        const decided = planOf(row)
        const isSaved = decided.action === 'create' || decided.action === 'update'
        return row.doubt && isSaved ? { ...decided, remarks: [row.doubt] } : decided
      }
      const planOf = ({ line, cells, data, problems, isTorn }: (typeof read)[number]): PlannedRow => {
        const row = { line, cells, data, key: keyOf(data), record_id: null }
        if (problems.length > 0) {
          const decided = isTorn ? undefined : decideInvestor(data, existing, context.custom)
          const faults = decided?.action === 'error' ? decided.reasons : []
          return { ...row, action: 'error' as const, reasons: distinct([...problems, ...faults]) }
        }
        if (isFoot(data, existing)) return { ...row, action: 'skip' as const, reasons: [totalRow] }
        const before = seen.get(row.key)
        const there = findInvestor(data, existing)
        const match = only(there)
        if (before === undefined) {
          const has = (match && tagged.get(match.id)) ?? new Set<string>()
          const decided = decideInvestor(data, existing, context.custom, { linked, has })
          const tags = match ? has : new Set(data.tags?.map((tag) => tag.toLowerCase()))
          seen.set(row.key, { line, tags, isOff: Boolean(data.do_not_contact || match?.do_not_contact) })
          return { ...row, ...decided }
        }
        const fields = data.do_not_contact && !before.isOff ? [fieldLabel('do_not_contact')] : []
        if (newTags(data.tags, before.tags).tags.length > 0) fields.push(fieldLabel('tags'))
        before.isOff ||= Boolean(data.do_not_contact)
        if (match && data.contact && fields.length === 0 && linked(data.contact, match))
          return { ...row, ...decideInvestor(data, existing, context.custom, { linked, has: before.tags }) }
        if (data.contact && !(match && linked(data.contact, match))) fields.push(message('column.contact'))
        const { line: earlier } = before
        return fields.length > 0
          ? { ...row, action: 'update' as const, reasons: [message('row.adds_to_line', { fields, line: earlier })] }
          : { ...row, action: 'skip' as const, reasons: [message('row.investor_repeated', { line: earlier })] }
      }
      return await timeSlices.map(read, planned)
    }
  },
  apply: async (tenant, { id, custom }, rows) => {
    await lockKind(tenant, 'investors')
    const outcomes: RowOutcome[] = []
    const made = new Set<string>()
    const isMade = async (record: string) => made.has(record) || (await madeBefore(tenant, id!, [record])).size > 0
    for (const row of rows as PendingInvestorRow[]) {
      const outcome = await applyOne(tenant, custom, row, isMade)
      if (outcome.action === 'create') made.add(outcome.record_id!)
      outcomes.push(outcome)
    }
    return outcomes
  },
}

/** An investor as earlier rows describe it, including its values from before. */
interface Seen {
  line: number
  tags: Set<string>
  isOff: boolean
}

const keyOf = ({ code, name, email }: Data) =>
  code ? `code ${code.toLowerCase()}` : `name ${name.toLowerCase()} ${email.toLowerCase()}`

/** A total row: the word for a total, which names no investor here, and nothing but numbers. */
const isFoot = (data: Data, existing: Match[]) =>
  isTotal(data.name) &&
  [data.code, data.email, data.country, data.city, data.website, data.contact].every((each) => !each) &&
  findInvestor(data, existing) === undefined

type Decided = Pick<PlannedRow, 'action' | 'reasons' | 'record_id'>

/** By code, else by name; of several with one name the one with the email address. */
export function findInvestor<I extends { code: string; name: string; email?: string }>(
  { code, name, email = '' }: { code: string; name: string; email?: string },
  existing: I[],
): I | 'several' | undefined {
  if (code) return existing.find((each) => each.code.toLowerCase() === code.toLowerCase())
  const named = existing.filter((each) => each.name.toLowerCase() === name.toLowerCase())
  const same = email ? named.filter((each) => each.email?.toLowerCase() === email.toLowerCase()) : []
  const candidates = same.length > 0 ? same : named
  return candidates.length > 1 ? 'several' : candidates[0]
}

interface Had {
  /** Tells whether the contact is linked to the investor; undefined if unknown. */
  linked?: Linked
  /** Its tags, in lower case. */
  has?: Set<string>
}

function decideInvestor(
  data: Data,
  existing: Match[],
  cells: CustomCells,
  { linked = noneLinked, has }: Had = {},
): Decided {
  const match = findInvestor(data, existing)
  if (match === 'several')
    return { action: 'error', reasons: [message('row.investors_alike', { name: data.name })], record_id: null }
  if (!match) {
    const namesake = data.code ? findInvestor({ ...data, code: '' }, existing) : undefined
    const isCalled = namesake && namesake !== 'several'
    const reasons = isCalled ? [message('row.also_called', { code: namesake.code, name: data.name })] : []
    return { action: 'create', reasons, record_id: null }
  }
  const { name } = match
  const custom = Object.keys(newCustom(data.custom, match.custom)).map((key) => `custom.${key}`)
  const fields = [...Object.keys(newsOf(data, match)), ...custom].map((field) => labelOf(cells, field))
  const { tags, remark } = newTags(data.tags, has)
  if (tags.length > 0) fields.push(fieldLabel('tags'))
  const stays = data.do_not_contact === false && match.do_not_contact ? doNotContactStays : null
  const said = (what: Message) => distinct([what, stays, remark])
  // A contact without a number and an address cannot be matched.
  const isContact = data.contact !== null && (data.contact.phone_key !== null || data.contact.email !== '')
  // Matched only when it is written, because someone may add that contact in the meantime.
  if (data.contact && match.contact_ids.length === 0 && isContact) fields.push(message('column.contact'))
  const bringsContact = isContact && !linked(data.contact!, match)
  if (fields.length > 0 || bringsContact)
    return {
      action: 'update',
      reasons: said(fields.length > 0 ? message('row.adds', { fields, name }) : message('row.adds_contact', { name })),
      record_id: match.id,
    }
  return { action: 'skip', reasons: said(message('row.already_there', { name })), record_id: match.id }
}

/** Tells whether the contact of a row is linked to the investor. */
type Linked = (contact: NonNullable<Data['contact']>, match: Match) => boolean
const noneLinked: Linked = () => false

/** Matches as `addContact` does: by number, or by address if there is none. */
async function linkedContacts(tenant: Tenant, rows: { data: Data }[]): Promise<Linked> {
  const contacts = rows.flatMap(({ data }) => data.contact ?? [])
  const emails = contacts.filter(({ phone_key }) => !phone_key).map(({ email }) => email.toLowerCase())
  const existing = await contactsLike(
    tenant,
    contacts.flatMap(({ phone_key }) => phone_key ?? []),
    emails.filter(Boolean),
  )
  const byPhone = new Map(existing.flatMap(({ phone_keys, id }) => phone_keys.map((key) => [key, id])))
  const byEmail = new Map([...existing].reverse().flatMap(({ email_keys, id }) => email_keys.map((key) => [key, id])))
  return ({ phone_key, email }, { contact_ids }) =>
    contact_ids.includes((phone_key ? byPhone.get(phone_key) : byEmail.get(email.toLowerCase())) ?? '')
}

const fillable = [
  'email',
  'country',
  'city',
  'website',
  'source',
  'notes',
  'next_follow_up_on',
  'follow_up_note',
] as const

/** Only empty fields are filled: a value entered in Kabar takes precedence over one from a file. */
function newsOf(data: Data, match: Match): { [field: string]: string } {
  // A reason belongs to its day: if the existing day stays, so does the existing reason.
  const skipped = match.next_follow_up_on ? 'follow_up_note' : undefined
  const filled = fillable.flatMap((field) =>
    field !== skipped && data[field] && !match[field] ? [[field, data[field]]] : [],
  )
  // A wish not to be contacted always counts, and no file removes it.
  return Object.fromEntries(
    data.do_not_contact && !match.do_not_contact ? [...filled, ['do_not_contact', 'true']] : filled,
  )
}

/** `isMade`: an earlier row created the investor, and reverting that row deletes it. */
async function applyOne(
  tenant: Tenant,
  cells: CustomCells,
  row: PendingInvestorRow,
  isMade: (id: string) => Promise<boolean>,
): Promise<RowOutcome> {
  const { line, data } = row
  const said = { line, undo: null }
  try {
    return await attempt(tenant, async () => {
      const existing = await matches(tenant, data.code ? [data.code] : [], [data.name])
      const match = only(findInvestor(data, existing))
      const has = match && (await tagsBy(tenant, 'investor', [match.id])).get(match.id)
      const lacking = newTags(data.tags, new Set(has)).tags
      const decided = decideInvestor(data, existing, cells, { has: has ?? new Set<string>() })
      if (decided.action === 'error' || decided.action === 'skip') return { ...said, ...decided }
      const undo: UndoStep = { made: [] }
      const id = match?.id ?? (await make(tenant, data, undo))
      const news = match ? newsOf(data, match) : {}
      const custom = match ? newCustom(data.custom, match.custom) : {}
      const hasNews = Object.keys({ ...news, ...custom }).length > 0 || lacking.length > 0
      const isOwn = match !== undefined && hasNews && (await isMade(id))
      if (match && hasNews) await fill(tenant, id, news, custom, isOwn)
      if (match && hasNews && !isOwn) undo.filled = { what: 'investor', id, values: news, custom }
      const tag_ids = (
        await addTags(tenant, 'investor', [{ id, tags: lacking }], await idsOfTags(tenant, lacking))
      ).get(id)
      if (match && tag_ids && !isOwn) undo.tagged = { what: 'investor', id, tag_ids }
      const added = data.contact ? await addContact(tenant, id, data.contact, match?.contact_ids ?? [], undo) : false
      if (match && !hasNews && !added)
        return { ...said, action: 'skip', reasons: [message('row.already_there', { name: match.name })], record_id: id }
      return { line, action: match ? 'update' : 'create', reasons: decided.reasons, record_id: id, undo }
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...said, action: 'error', reasons: [error.fields?.[0]?.message ?? error.said], record_id: null }
  }
}

const only = <I>(match: I | 'several' | undefined): I | undefined => (match === 'several' ? undefined : match)

async function make(
  tenant: Tenant,
  { contact: _, tags: __, do_not_contact, ...investor }: Data,
  undo: UndoStep,
): Promise<string> {
  const [made] = await createMany(tenant, [{ ...investor, do_not_contact: do_not_contact ?? false }])
  if (!made) throw new AppError('name_taken', message('investor.code_taken', { code: investor.code }))
  undo.made!.push({ what: 'investor', id: made.id, version: 1 })
  return made.id
}

/** True if the investor did not have this contact before. */
async function addContact(
  tenant: Tenant,
  investor_id: string,
  { role, ...contact }: NonNullable<Data['contact']>,
  before: string[],
  undo: UndoStep,
): Promise<boolean> {
  const email = contact.email.toLowerCase()
  if (!contact.phone_key && !email) return false
  const existing = await contactsLike(
    tenant,
    contact.phone_key ? [contact.phone_key] : [],
    contact.phone_key ? [] : [email],
  )
  let id = existing[0]?.id
  if (id && before.includes(id)) return false
  if (!id) {
    const [made] = await addContacts(tenant, [
      { ...contact, preferred_name: '', company: '', job_title: '', notes: '', consent: 'unknown' },
    ])
    if (!made) throw new AppError('phone_taken', message('import.number_just_added'))
    id = made.id
    undo.made!.push({ what: 'contact', id, version: 1 })
  }
  await setContact(tenant, investor_id, { id, role, is_primary: undefined })
  if (!undo.made!.some(({ what }) => what === 'investor'))
    undo.made!.push({ what: 'link', id, version: 1, of: investor_id })
  return true
}
