// Imports rows as contacts: matches them by number or address and fills only empty fields.
import { type Message, message } from '../../../contract/messages/message.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { timeSlices } from '../../time-slices.ts'
import { addOptOuts, fillMany, insertMany, type Match, matches, parsePhone } from '../contacts/service.ts'
import { distinct } from './cells.ts'
import { decide, emailKey, type Further, type Subject } from './decision.ts'
import type { ImportContext, PendingRow, PlannedRow, RecordImporter, RowOutcome, UndoStep } from './importer.ts'
import { addTags, idsOfTags, tagsBy } from './marks.ts'
import { type ContactRow, type ReadContact, readRow, withOthers } from './row.ts'
import { madeBefore } from './rows/queries.ts'

type ContactRowData = ReadContact &
  Pick<ContactRow, 'phone_key' | 'others'> &
  Partial<Pick<ContactRow, 'other_numbers' | 'tags' | 'custom' | 'isWelcome'>>
type Planned = PlannedRow<ContactRowData>

export const contacts: RecordImporter = {
  batchRows: 1_000,
  needs: {
    fields: ['phone', 'email'],
    otherwise: message('import.no_phone_column'),
  },
  planner: async (tenant, context) => {
    const seen: SeenContacts = { phones: new Map(), emails: new Map(), out: new Set() }
    return async (records) => {
      const rows = await timeSlices.map(records, (record) => readRow(record, context))
      const planned = await plan(tenant, context, rows, seen)
      return planned.map((row, index) => ({ ...row, cells: records[index]!.cells }))
    }
  },
  apply: async (tenant, context, rows) => await apply(tenant, context, rows as PendingRow<ContactRowData>[]),
}

export const isPhone = (country: string) => (cell: string) => parsePhone(cell, country).ok

interface SeenContacts {
  phones: Map<string, number>
  emails: Map<string, number>
  /** Phone keys whose rows say that they must not be contacted. */
  out: Set<string>
}

async function plan(
  tenant: Tenant,
  { custom: cells }: ImportContext,
  rows: ContactRow[],
  seen: SeenContacts,
): Promise<Omit<Planned, 'cells'>[]> {
  const refusals = new Map(
    rows.map((row) => [
      row,
      row.problems.length > 0 ? { action: 'error' as const, reasons: row.problems } : repeated(row, seen),
    ]),
  )
  const open = rows.filter((row) => !refusals.get(row))
  const matched = await existingMatches(tenant, open)
  const decisions = new Map(
    decide(open, matched, await tagged(tenant, matched), cells).map((decision) => [decision.subject, decision]),
  )
  const taken = takenNumbers(matched)
  return rows.map((row) => {
    const { line, contact, phone_key, other_numbers, others, tags, custom, isWelcome, remarks, doubt } = row
    const data = { ...contact, phone_key, other_numbers, others, tags, custom, isWelcome }
    const planned = { line, data, key: keyOf(row) }
    const refusal = refusals.get(row)
    if (refusal) return { ...planned, record_id: null, ...refusal }
    const { action, reasons, match } = decisions.get(row)!
    return {
      ...planned,
      record_id: match?.id ?? null,
      action,
      reasons:
        action === 'create'
          ? distinct([...row.remarksAsNew, ofAnother(placed(row, taken))])
          : distinct([...reasons, lost(row, match)]),
      remarks: action === 'skip' ? remarks : distinct([doubt, ...remarks]),
    }
  })
}

/** Existing notes are never extended, so further numbers and addresses would not be stored anywhere. */
const lost = ({ others, contact }: Pick<ContactRow, 'others' | 'contact'>, match: Match) =>
  others && match.notes !== contact.notes ? message('row.notes_stay', { name: match.name, others }) : null

/** Numbers that existing contacts have. `placed` adds those of earlier rows. */
const takenNumbers = (matched: readonly Match[]) => new Set(matched.flatMap(({ phone_keys }) => phone_keys))

/** Splits the numbers of a new contact: `away` are those that somebody else has, so they go to the notes. */
function placed({ phone_key, other_numbers = [] }: Pick<Subject, 'phone_key' | 'other_numbers'>, taken: Set<string>) {
  const numbers = other_numbers.filter(({ key }) => !taken.has(key))
  const away = other_numbers.filter(({ key }) => taken.has(key))
  for (const key of [phone_key ?? [], numbers.map(({ key }) => key)].flat()) taken.add(key)
  return { numbers, away: away.map(({ phone }) => phone).join(', ') }
}

const ofAnother = ({ away }: { away: string }) => (away ? message('row.number_of_another', { others: away }) : null)

const keyOf = (row: Subject) => row.phone_key ?? (emailKey(row) ? `mail ${emailKey(row)}` : null)

const existingMatches = (tenant: Tenant, rows: Subject[]) =>
  matches(
    tenant,
    rows.flatMap(({ phone_key, other_numbers = [] }) => [phone_key ?? [], other_numbers.map(({ key }) => key)].flat()),
    rows.filter((row) => !row.phone_key).map(emailKey),
  )

const tagged = (tenant: Tenant, matched: Match[]) =>
  tagsBy(
    tenant,
    'contact',
    matched.map(({ id }) => id),
  )

const keysOf = ({ numbers, emails }: Further) => ({
  ...(numbers.length > 0 && { numbers: numbers.map(({ key }) => key) }),
  ...(emails.length > 0 && { emails: emails.map((email) => email.toLowerCase()) }),
})

/** A row whose number, or whose address where it has no number, was in an earlier row. */
function repeated(row: ContactRow, seen: SeenContacts): { action: 'skip' | 'update'; reasons: Message[] } | undefined {
  const email = emailKey(row)
  const key = keyOf(row)
  const isOut = row.contact.consent === 'opted_out' && key !== null && !seen.out.has(key)
  if (isOut) seen.out.add(key)
  const before = row.phone_key ? seen.phones.get(row.phone_key) : seen.emails.get(email)
  // An opt-out counts wherever it is found.
  if (before !== undefined && isOut)
    return { action: 'update', reasons: [message('row.adds_opt_out', { line: before })] }
  if (before !== undefined) {
    const said = message(row.phone_key ? 'row.phone_repeated' : 'row.email_repeated', { line: before })
    return { action: 'skip', reasons: [said] }
  }
  if (row.phone_key) seen.phones.set(row.phone_key, row.line)
  for (const { key } of row.other_numbers) if (!seen.phones.has(key)) seen.phones.set(key, row.line)
  if (email && !seen.emails.has(email)) seen.emails.set(email, row.line)
  return undefined
}

/**
 * Decides again: records may have changed since the preview was made. Existing contacts are written first:
 * after the new ones are counted, this transaction waits for no contact (docs/decisions/0007-order-of-locks.md).
 */
async function apply(
  tenant: Tenant,
  { id: importId, fileName, custom: cells }: ImportContext,
  rows: PendingRow<ContactRowData>[],
): Promise<RowOutcome[]> {
  const subjects = rows.map(
    ({
      line,
      data: { phone_key, other_numbers = [], others, tags = [], custom = {}, isWelcome = false, ...contact },
    }) => ({
      line,
      contact,
      phone_key,
      other_numbers,
      others,
      tags,
      custom,
      isWelcome,
    }),
  )
  const idOf = await idsOfTags(
    tenant,
    subjects.flatMap(({ tags }) => tags),
  )
  const outcomes: RowOutcome[] = []
  const creates: { subject: (typeof subjects)[number]; placed: ReturnType<typeof placed> }[] = []
  const touched = new Map<Match, Further>()
  const carrying: { line: number; id: string; tags: string[] }[] = []
  const matched = await existingMatches(tenant, subjects)
  const coming = new Set<string>()
  const taken = takenNumbers(matched)
  // Made by earlier rows of this import: changes to them are reverted together with them.
  const asMade = await madeBefore(
    tenant,
    importId!,
    matched.map(({ id }) => id),
  )
  for (const decision of decide(subjects, matched, await tagged(tenant, matched), cells)) {
    const { subject, action, reasons, match, news, custom, further, tags } = decision
    if (action === 'create') {
      // A second row with the same number waits until the first has been inserted.
      const key = keyOf(subject) ?? `line ${subject.line}`
      if (!coming.has(key) && !taken.has(key)) creates.push({ subject, placed: placed(subject, taken) })
      coming.add(key)
      continue
    }
    if (tags.length > 0) carrying.push({ line: subject.line, id: match.id, tags })
    const earlier = touched.get(match)
    if (action === 'update')
      touched.set(match, {
        numbers: [...(earlier?.numbers ?? []), ...further.numbers],
        emails: [...(earlier?.emails ?? []), ...further.emails],
      })
    // An opt-out is the person's wish, so it is never reverted together with the import.
    const { consent, ...others } = news
    const values = consent === 'opted_in' ? { ...others, consent } : others
    const undo: UndoStep | null =
      action === 'update' && !asMade.has(match.id)
        ? { filled: { what: 'contact' as const, id: match.id, values, custom, ...keysOf(further) } }
        : null
    const said = distinct([...reasons, lost(subject, match)])
    outcomes.push({ line: subject.line, action, reasons: said, record_id: match.id, undo })
  }
  await fillMany(
    tenant,
    [...touched].map(([match, further]) => ({ ...match, ...further })),
    asMade,
  )
  const made = await insertMany(
    tenant,
    creates.map(({ subject: { contact, phone_key, custom }, placed: { numbers, away } }) => ({
      ...contact,
      notes: withOthers(contact.notes, away),
      phone_key,
      custom,
      other_phones: numbers.map(({ label, phone }) => ({ label, phone })),
      other_phone_keys: numbers.map(({ key }) => key),
    })),
  )
  const planned = new Map(rows.map(({ line, reasons }) => [line, reasons]))
  const ids = new Map(made.map((contact) => [contact.phone_key ?? contact.email_key, contact.id]))
  for (const { subject } of creates) {
    const id = ids.get(subject.phone_key ?? emailKey(subject))
    const reasons = planned.get(subject.line) ?? []
    if (!id) continue
    const undo: UndoStep = { made: [{ what: 'contact', id, version: 1 }] }
    outcomes.push({ line: subject.line, action: 'create', reasons, record_id: id, undo })
    carrying.push({ line: subject.line, id, tags: subject.tags })
  }
  const done = new Set(outcomes.map(({ line }) => line))
  const out = subjects.flatMap(
    ({ line, contact, phone_key }) => (done.has(line) && contact.consent === 'opted_out' && phone_key) || [],
  )
  if (out.length > 0) await addOptOuts(tenant, out, `Import of ${fileName ?? 'pasted cells'}`)
  const added = await addTags(tenant, 'contact', carrying, idOf)
  const undos = new Map(outcomes.map(({ line, undo }) => [line, undo]))
  for (const { line, id } of carrying) {
    const tag_ids = added.get(id)
    const undo = undos.get(line)
    if (tag_ids && undo && !undo.made) undo.tagged = { what: 'contact', id, tag_ids }
  }
  // Rows that are left matched a contact that was created concurrently: the next batch handles them.
  return outcomes
}
