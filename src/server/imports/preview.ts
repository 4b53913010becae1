// Reads an uploaded file and writes down, row by row, what importing it would do.
import type { Import } from '../../contract/imports.ts'
import { homeCountry, matches, readPhone } from '../contacts/service.ts'
import type { Tenant } from '../db/index.ts'
import { AppError } from '../errors.ts'
import { type Layout, readLayout } from './columns.ts'
import { type Record, readRecords, unreadable } from './csv.ts'
import { decide, emailKey } from './decision.ts'
import * as queries from './queries.ts'
import { type Row, readRow } from './row.ts'

/** Rows that are read, looked up and written at once. Reading 500 keeps others waiting for some 40 ms, not longer. */
const batchRows = 500
/** Twice what the product promises. Above it a file is split, not refused half-way through a long wait. */
const maxRows = 100_000
const maxColumns = 500
/** Rows looked at to tell columns apart. */
const sampleRows = 50

/** In the caller's transaction: a file that cannot be read to its end leaves nothing. */
export async function writePreview(tenant: Tenant, file: Buffer, fileName: string): Promise<string> {
  const country = await homeCountry(tenant)
  const id = await queries.create(tenant, fileName)
  const seen: Seen = { phones: new Map(), emails: new Map() }
  let columns: Import['columns'] = []
  let total = 0
  for await (const { layout, records } of batches(readRecords(file), country)) {
    columns = layout.columns
    total += records.length
    if (total > maxRows) {
      throw new AppError(
        'too_large',
        `The file has more than ${maxRows.toLocaleString('en')} rows. Split it and import the parts one after the other.`,
      )
    }
    const rows = records.map((record) => readRow(record, layout, country))
    await queries.addRows(tenant, id, await plan(tenant, rows, seen))
  }
  await queries.markReady(tenant, id, columns)
  return id
}

interface Seen {
  phones: Map<string, number>
  emails: Map<string, number>
}

async function plan(tenant: Tenant, rows: Row[], seen: Seen): Promise<queries.PlannedRow[]> {
  const refusals = new Map(
    rows.map((row) => [row, row.problem ? { action: 'error' as const, reason: row.problem } : repeated(row, seen)]),
  )
  const open = rows.filter((row) => !refusals.get(row))
  const known = await matches(
    tenant,
    open.flatMap((row) => row.phone_key ?? []),
    open.filter((row) => !row.phone_key).map(emailKey),
  )
  const decisions = new Map(decide(open, known).map((decision) => [decision.subject, decision]))
  return rows.map((row) => {
    const { line, contact, phone_key } = row
    const refusal = refusals.get(row)
    if (refusal) return { line, contact, phone_key, contact_id: null, ...refusal }
    const { action, reason, match } = decisions.get(row)!
    return {
      line,
      contact,
      phone_key,
      contact_id: match?.id ?? null,
      action,
      reason: action === 'create' ? row.remark : reason,
    }
  })
}

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

async function* batches(
  records: AsyncIterable<Record>,
  country: string,
): AsyncGenerator<{ layout: Layout; records: Record[] }> {
  let layout: Layout | undefined
  let batch: Record[] = []
  const settle = () => {
    if (layout) return layout
    const [first, ...sample] = batch
    if (!first) throw unreadable('The file is empty. Choose a CSV file with a header and one contact per row.')
    layout = readLayout(
      first.cells,
      sample.slice(0, sampleRows).map(({ cells }) => cells),
      (cell) => readPhone(cell, country).ok,
    )
    checkLayout(layout)
    if (layout.hasHeader) batch.shift()
    return layout
  }
  for await (const record of records) {
    batch.push(record)
    if (batch.length <= batchRows) continue
    yield { layout: settle(), records: batch }
    batch = []
  }
  yield { layout: settle(), records: batch }
}

function checkLayout({ columns }: Layout) {
  if (columns.length > maxColumns)
    throw unreadable(`The file has more than ${maxColumns} columns. Keep those with names, numbers and addresses.`)
  if (!columns.some(({ field }) => field === 'phone' || field === 'email')) {
    throw unreadable(
      'No column with phone numbers was found. Name it “phone” in the first row, then choose the file again.',
    )
  }
}
