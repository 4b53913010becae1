// Rows that are contacts: known by number or address; only what is empty is filled.
import { addOptOuts, fillMany, insertMany, type Match, matches, readPhone } from '../contacts/service.ts'
import type { Tenant } from '../db/index.ts'
import { slices } from '../slices.ts'
import { reasonOf } from './cells.ts'
import { decide, emailKey, type Subject } from './decision.ts'
import type { Ground, Kind, OpenRow, Outcome, PlannedRow } from './kinds.ts'
import { type ReadContact, type Row, readRow } from './row.ts'

type Data = ReadContact & Pick<Row, 'phone_key' | 'others'>
type Planned = PlannedRow<Data>

export const contacts: Kind = {
  batchRows: 1_000,
  needs: {
    fields: ['phone', 'email'],
    otherwise: 'No column with phone numbers was found. Choose which column is the phone.',
  },
  planner: async (tenant, { layout, options }) => {
    const seen: Seen = { phones: new Map(), emails: new Map() }
    return async (records) => {
      const rows = await slices.map(records, (record) => readRow(record, layout, options.country))
      const planned = await plan(tenant, rows, seen)
      return planned.map((row, index) => ({ ...row, cells: records[index]!.cells }))
    }
  },
  apply: async (tenant, ground, rows) => await apply(tenant, ground, rows as OpenRow<Data>[]),
}

export const isPhone = (country: string) => (cell: string) => readPhone(cell, country).ok

interface Seen {
  phones: Map<string, number>
  emails: Map<string, number>
}

async function plan(tenant: Tenant, rows: Row[], seen: Seen): Promise<Omit<Planned, 'cells'>[]> {
  const refusals = new Map(
    rows.map((row) => [row, row.problem ? { action: 'error' as const, reason: row.problem } : repeated(row, seen)]),
  )
  const open = rows.filter((row) => !refusals.get(row))
  const decisions = new Map(decide(open, await known(tenant, open)).map((decision) => [decision.subject, decision]))
  return rows.map((row) => {
    const { line, contact, phone_key, others, remark } = row
    const planned = { line, data: { ...contact, phone_key, others }, key: keyOf(row) }
    const refusal = refusals.get(row)
    if (refusal) return { ...planned, record_id: null, ...refusal }
    const { action, reason, match } = decisions.get(row)!
    return {
      ...planned,
      record_id: match?.id ?? null,
      action,
      reason: action === 'create' ? row.remarkAsNew : reasonOf([reason, lost(row, match)]),
      remark,
    }
  })
}

/** Notes that are there already are not added to: then other numbers and addresses are nowhere. */
const lost = ({ others, contact }: Pick<Row, 'others' | 'contact'>, match: Match) =>
  others && match.notes !== contact.notes ? `${match.name} has notes already: ${others} is left out.` : ''

const keyOf = (row: Row) => row.phone_key ?? (emailKey(row) ? `mail ${emailKey(row)}` : null)

const known = (tenant: Tenant, rows: Subject[]) =>
  matches(
    tenant,
    rows.flatMap((row) => row.phone_key ?? []),
    rows.filter((row) => !row.phone_key).map(emailKey),
  )

/** A row whose number, or address where it has no number, stood further up. */
function repeated(row: Row, seen: Seen): { action: 'skip'; reason: string } | undefined {
  const email = emailKey(row)
  const before = row.phone_key ? seen.phones.get(row.phone_key) : seen.emails.get(email)
  if (before !== undefined)
    return { action: 'skip', reason: `Same ${row.phone_key ? 'number' : 'e-mail address'} as line ${before}.` }
  if (row.phone_key) seen.phones.set(row.phone_key, row.line)
  if (email && !seen.emails.has(email)) seen.emails.set(email, row.line)
  return undefined
}

/**
 * Decides again: the preview is a promise of minutes or days ago, and people go on working. Known contacts come first:
 * once the new ones are counted, this transaction waits for nobody's contact (docs/decisions/0007-order-of-locks.md).
 */
async function apply(tenant: Tenant, { fileName }: Ground, rows: OpenRow<Data>[]): Promise<Outcome[]> {
  const subjects = rows.map(({ line, data: { phone_key, others, ...contact } }) => ({ line, contact, phone_key, others }))
  const outcomes: Outcome[] = []
  const creates: typeof subjects = []
  const touched = new Set<Match>()
  for (const { subject, action, reason, match, news } of decide(subjects, await known(tenant, subjects))) {
    if (action === 'create') {
      creates.push(subject)
      continue
    }
    if (action === 'update') touched.add(match)
    // Who asked not to be written to asked it, whatever becomes of the file that told so.
    const { consent, ...others } = news
    const values = consent === 'opted_in' ? { ...others, consent } : others
    const undo = action === 'update' ? { filled: { what: 'contact' as const, id: match.id, values } } : null
    const said = reasonOf([reason, lost(subject, match)])
    outcomes.push({ line: subject.line, action, reason: said, record_id: match.id, undo })
  }
  await fillMany(tenant, [...touched])
  const made = await insertMany(
    tenant,
    creates.map(({ contact, phone_key }) => ({ ...contact, phone_key })),
  )
  const out = subjects.flatMap(({ contact, phone_key }) => (contact.consent === 'opted_out' && phone_key) || [])
  if (out.length > 0) await addOptOuts(tenant, out, `Import of ${fileName}`)
  const reasons = new Map(rows.map(({ line, reason }) => [line, reason]))
  const ids = new Map(made.map((contact) => [contact.phone_key ?? contact.email_key, contact.id]))
  for (const subject of creates) {
    const id = ids.get(subject.phone_key ?? emailKey(subject))
    const reason = reasons.get(subject.line) ?? null
    if (id)
      outcomes.push({
        line: subject.line,
        action: 'create',
        reason,
        record_id: id,
        undo: { made: [{ what: 'contact', id, version: 1 }] },
      })
  }
  // Whoever is left met a contact made in this very moment, and is of the next batch.
  return outcomes
}
