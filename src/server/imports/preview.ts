// Reads an uploaded file and stores, row by row, what importing it would do; repeated when the user changes options.
import { createHash } from 'node:crypto'
import {
  type Import,
  type ImportField,
  type ImportKind,
  type ImportOptions,
  isOwnHeader,
  termFields,
} from '../../contract/imports.ts'
import { homeCountry } from '../contacts/service.ts'
import type { Tenant } from '../db/index.ts'
import { orNotFound } from '../errors.ts'
import { list as masterData } from '../master-data/service.ts'
import { cutRemarks, notedIn, reasonOf } from './cells.ts'
import { type Column, guessColumns, layoutOf } from './columns.ts'
import { contacts, isPhone } from './contacts.ts'
import { type SourceRow, unreadable } from './csv.ts'
import { normalize } from './headers.ts'
import type { AnsweredRow, DuplicateChoice, ImportContext, PlannedRow, RecordImporter } from './importer.ts'
import { investments } from './investments.ts'
import { investors } from './investors.ts'
import { withoutTitles } from './merged.ts'
import * as queries from './queries.ts'
import { reimporter } from './reimport.ts'
import * as importRows from './rows/queries.ts'
import { type Source, storableRow } from './source.ts'
import { dateStyleOf, numberStyleOf } from './styles.ts'

const kinds: { [kind in ImportKind]: RecordImporter } = {
  contacts,
  investors,
  investments,
  transactions: reimporter('transactions'),
}

export const kindOf = ({ kind, layout }: Pick<ImportContext, 'kind' | 'layout'>): RecordImporter =>
  layout.isOwn ? reimporter(kind) : kinds[kind]

/** Rows that are read, looked up and written in one go. Reading 500 blocks the event loop for at most some 40 ms. */
const batchRows = 500
/** Smaller batches if the rows have more characters than this. */
const batchText = 500_000
/** Rows that are sampled to guess the columns. */
const sampleRows = 50
const amountFields: ImportField[] = [
  'ticket_min',
  'ticket_max',
  'expected_amount',
  'committed_amount',
  'transaction_amount',
  ...termFields.filter((field) => field !== 'maturity_on'),
]
const dayFields: ImportField[] = [
  'next_follow_up_on',
  'expected_close_on',
  'committed_on',
  'closed_on',
  'transaction_on',
  'maturity_on',
]

/** In the caller's transaction, so that an unreadable file leaves nothing behind. */
export async function writePreview(
  tenant: Tenant,
  kind: ImportKind,
  fileName: string,
  { sheets, sheet, records }: Source,
): Promise<string> {
  const defaults = await defaultsOf(tenant)
  const id = await queries.create(tenant, { kind, file_name: fileName, sheets, sheet })
  const { columns, above } = await readColumns(tenant, kind, records(), defaults)
  const body = () => after(records(), above)
  const { options, asks } = await settle(kind, columns, columns.options, {}, batched(body()))
  const ground = { kind, options, fileName, layout: layoutOf(kind, columns.columns), isWorkbook: sheet !== null }
  await write(tenant, id, ground, batched(body()))
  await queries.markReady(tenant, id, { columns: columns.columns, options, asks })
  return id
}

/** Reads the same rows with other columns or options. */
export async function rewritePreview(
  tenant: Tenant,
  made: Import,
  change: { fields?: (ImportField | null)[] | undefined; options: Partial<ImportOptions> },
): Promise<void> {
  const { id, kind, file_name: fileName } = made
  const columns = made.columns.map((column, index) => ({
    ...column,
    field: change.fields ? (change.fields[index] ?? null) : column.field,
  }))
  const given = { ...made.options, ...change.options }
  const { options, asks } = await settle(kind, { columns }, given, change.options, importRows.cellsOf(tenant, id))
  const ground = { kind, options, fileName, layout: layoutOf(kind, columns), isWorkbook: made.sheet !== null }
  await write(tenant, id, ground, importRows.cellsOf(tenant, id))
  await queries.markReady(tenant, id, { columns, options, asks })
  await queries.saveMapping(tenant, kind, headersOf(columns), {
    fields: columns.map(({ field }) => field),
    options,
  })
}

/** Rewrites one row with other cells or another choice, and all rows with its old or new key. Returns how many bytes it grew. */
export async function rewriteRow(
  tenant: Tenant,
  made: Import,
  line: number,
  change: { cells?: string[] | undefined; same?: DuplicateChoice | null | undefined },
): Promise<number> {
  const current = orNotFound(await importRows.getRow(tenant, made.id, line))
  const { cells } = storableRow({ line, cells: change.cells ?? current.cells })
  // A cell that the user edited is neither merged nor a formula.
  const notesFor = (notes: SourceRow['notes']) => notes?.filter(({ column }) => cells[column] === current.cells[column])
  const same = change.same === undefined ? current.same : change.same
  const { id, kind, options, columns, file_name: fileName } = made
  const ground = { kind, options, fileName, layout: layoutOf(kind, columns), isWorkbook: made.sheet !== null }
  const own = await importRows.aboutRow(tenant, id, line)
  const [alone] = await (await plannerOf(tenant, ground))([{ line, cells, notes: notesFor(own?.notes) ?? null }])
  const keys = [own?.key, alone?.key?.slice(0, importRows.keyLength)].filter((key) => typeof key === 'string')
  const plan = await plannerOf(tenant, ground)
  const changed = (row: AnsweredRow): AnsweredRow =>
    row.line === line ? { line, cells, same, notes: notesFor(row.notes) ?? null } : row
  for await (const like of importRows.cellsLike(tenant, id, keys, line))
    for await (const rows of batched(like.map(changed))) await importRows.upsertRows(tenant, id, await plan(rows))
  await queries.recount(tenant, id)
  const more = sizeOf(cells) - sizeOf(current.cells)
  await queries.addBytes(tenant, id, more)
  return more
}

const sizeOf = (cells: string[]) => Buffer.byteLength(JSON.stringify(cells))

/** The importer's planner, with remarks about cells that were cut, merged or not computed. */
async function plannerOf(
  tenant: Tenant,
  ground: ImportContext,
): Promise<(records: AnsweredRow[]) => Promise<PlannedRow[]>> {
  const plan = await kindOf(ground).planner(tenant, ground)
  return async (records) => {
    const noted = new Map(
      records.map((record) => {
        const { line, cells, notes } = record
        const { remarks, problems } = notedIn(line, notes ?? [], ground.layout)
        return [line, { remarks: [...cutRemarks(cells, ground.layout), ...remarks], problems }]
      }),
    )
    // A row with an unknown value is not matched.
    const rows = await plan(records.filter(({ line }) => noted.get(line)!.problems.length === 0))
    const planned = new Map(rows.map((row) => [row.line, row]))
    return records.map((record): PlannedRow => {
      const { line, cells, notes = null, same = null } = record
      const { remarks, problems } = noted.get(line)!
      const row = planned.get(line)
      if (row) return { ...row, notes, remark: reasonOf([row.remark ?? '', ...remarks]) }
      const reason = reasonOf(problems)
      return {
        line,
        cells,
        notes,
        action: 'error',
        reason,
        remark: reasonOf(remarks),
        data: {},
        key: null,
        record_id: null,
        same,
      }
    })
  }
}

async function write(tenant: Tenant, id: string, ground: ImportContext, batches: AsyncIterable<AnsweredRow[]>) {
  const plan = await plannerOf(tenant, ground)
  let bytes = 0
  for await (const records of batches) bytes += await importRows.upsertRows(tenant, id, await plan(records))
  await queries.setBytes(tenant, id, bytes)
}

interface Guessed {
  columns: (Column & { samples: string[] })[]
  options: ImportOptions
}

/** As the user mapped these headers before, else guessed from them and the cells. */
async function readColumns(
  tenant: Tenant,
  kind: ImportKind,
  records: AsyncIterable<SourceRow>,
  defaults: ImportOptions,
) {
  const head: SourceRow[] = []
  // Reads the file to its end, so that a size limit or a read error throws before anything is written.
  for await (const record of records) if (head.length <= sampleRows) head.push(record)
  if (head.length === 0) throw unreadable('The file is empty. Choose a file with a header row and one row per record.')
  const cells = head.map((record) => record.cells)
  const guess = guessColumns(kind, cells, isPhone(defaults.country))
  const isOwn = isOwnHeader(
    kind,
    guess.columns.map(({ header }) => header),
  )
  const known = isOwn ? undefined : await queries.savedMapping(tenant, kind, headersOf(guess.columns))
  const header = head[guess.body - 1]?.line ?? -1
  const below = head.slice(guess.body).map((record) => withoutTitles(record, header).cells)
  const columns: Guessed = {
    columns: guess.columns.map((column, index) => ({
      header: column.header,
      field: known ? (known.fields[index] ?? null) : column.field,
      samples: below
        .map((row) => (row[index] ?? '').trim().slice(0, 100).toWellFormed())
        .filter(Boolean)
        .slice(0, 3),
    })),
    // The formats in an earlier file with this header say nothing about this one: unclear formats are asked again.
    options: { ...defaults, ...known?.options, number_style: null, date_style: null, ...unanswered },
  }
  const { fields, otherwise } = kinds[kind].needs
  if (!known && kind === 'contacts' && !columns.columns.some(({ field }) => fields.includes(field ?? '')))
    throw unreadable(otherwise)
  return { columns, above: guess.body }
}

async function* after(records: AsyncIterable<SourceRow>, above: number): AsyncGenerator<SourceRow> {
  let [nth, header] = [0, -1]
  for await (const record of records) {
    if (nth++ >= above) yield withoutTitles(record, header)
    else header = record.line
  }
}

async function* batched<R extends SourceRow>(records: AsyncIterable<R> | Iterable<R>): AsyncGenerator<R[]> {
  let batch: R[] = []
  let length = 0
  for await (const record of records) {
    batch.push(record)
    for (const cell of record.cells) length += cell.length
    if (batch.length < batchRows && length < batchText) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length > 0) yield batch
}

/** Formats of numbers and days: as the user chose now, else as the cells show, else as chosen before for this file. */
async function settle(
  kind: ImportKind,
  { columns }: { columns: Column[] },
  given: ImportOptions,
  now: Partial<ImportOptions>,
  batches: AsyncIterable<SourceRow[]>,
): Promise<Pick<Import, 'options' | 'asks'>> {
  const placesOf = (fields: ImportField[]) =>
    columns.flatMap(({ field }, index) => (field && fields.includes(field) ? [index] : []))
  const [amounts, days] = [placesOf(amountFields), placesOf(dayFields)]
  const isOwn = isOwnHeader(
    kind,
    columns.map(({ header }) => header),
  )
  if (isOwn || kind === 'contacts' || amounts.length + days.length === 0) return { options: given, asks: [] }
  const [numbers, dates] = [new Set<string>(), new Set<string>()]
  for await (const records of batches) {
    for (const { cells } of records) {
      for (const column of amounts) numbers.add((cells[column] ?? '').replace(/\s*%\s*$/, ''))
      for (const column of days) dates.add(cells[column] ?? '')
    }
  }
  const number = numberStyleOf(numbers)
  const date = dateStyleOf(dates)
  const options = {
    ...given,
    number_style: now.number_style ?? number.style ?? given.number_style,
    date_style: now.date_style ?? date.style ?? given.date_style,
  }
  const asks: Import['asks'] = []
  if (number.isAsked && !options.number_style) asks.push('number_style')
  if (date.isAsked && !options.date_style) asks.push('date_style')
  return { options, asks }
}

async function defaultsOf(tenant: Tenant): Promise<ImportOptions> {
  const types = (await masterData(tenant, 'investor_types')).data.filter(({ is_active }) => is_active)
  return {
    number_style: null,
    date_style: null,
    country: await homeCountry(tenant),
    currency: await queries.baseCurrency(tenant),
    investor_type_id: types.find(({ kind }) => kind === 'individual')?.id ?? types[0]?.id ?? null,
    create_offerings: false,
    create_investors: false,
    ...unanswered,
  }
}

/** Choices about duplicates are made anew for each file. */
const unanswered = { equal_rows: null, similar_rows: 'create' } as const

const headersOf = (columns: Column[]) =>
  createHash('sha256')
    .update(JSON.stringify(columns.map(({ header }) => normalize(header) || header)))
    .digest('hex')
