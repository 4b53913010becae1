// Reads an uploaded file and stores, row by row, what importing it would do; repeated when the user changes options.

import { createHash } from 'node:crypto'
import {
  fieldForm,
  type Import,
  type ImportField,
  type ImportKind,
  type ImportOptions,
  isOwnHeader,
} from '../../../contract/imports.ts'
import { message } from '../../../contract/messages/message.ts'
import { orNotFound } from '../../errors.ts'
import { allowComputation, type Tenant } from '../../platform/db/index.ts'
import { homeCountry } from '../contacts/service.ts'
import { list as masterData } from '../master-data/service.ts'
import { cutRemarks, distinct, notedIn } from './cells.ts'
import { type Column, guessColumns, layoutOf } from './columns.ts'
import { contacts, isPhone } from './contacts.ts'
import { type SourceRow, unreadable } from './csv.ts'
import { customCells, customColumnOf, customFieldOf } from './custom-cells.ts'
import { normalize } from './headers.ts'
import type {
  AnsweredRow,
  CustomCells,
  DuplicateChoice,
  ImportContext,
  PlannedRow,
  RecordImporter,
} from './importer.ts'
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
  offerings: reimporter('offerings'),
}

export const kindOf = ({ kind, layout }: Pick<ImportContext, 'kind' | 'layout'>): RecordImporter =>
  layout.isOwn ? reimporter(kind) : kinds[kind]

/** Rows that are read, looked up and written in one go. Reading 500 blocks the event loop for at most some 40 ms. */
const batchRows = 500
/** Smaller batches if the rows have more characters than this. */
const batchText = 500_000
/** Rows that are sampled to guess the columns. */
const sampleRows = 50

/** In the caller's transaction, so that an unreadable file leaves nothing behind. */
export async function writePreview(
  tenant: Tenant,
  kind: ImportKind,
  fileName: string | null,
  { sheets, sheet, records }: Source,
): Promise<string> {
  await allowComputation(tenant)
  const defaults = await defaultsOf(tenant)
  const id = await queries.create(tenant, { kind, file_name: fileName, sheets, sheet })
  const custom = await customCells(tenant, kind)
  const { columns, above } = await readColumns(tenant, kind, records(), defaults, custom)
  const body = () => after(records(), above)
  const { options, needed_choices } = await settle(kind, columns, custom, columns.options, {}, batched(body()))
  const layout = layoutOf(kind, columns.columns)
  const context = { kind, options, fileName, layout, custom, isWorkbook: sheet !== null }
  await write(tenant, id, context, batched(body()))
  await queries.markReady(tenant, id, { columns: columns.columns, options, needed_choices })
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
  const custom = await customCells(tenant, kind)
  const { options, needed_choices } = await settle(
    kind,
    { columns },
    custom,
    given,
    change.options,
    importRows.cellsOf(tenant, id),
  )
  const context = { kind, options, fileName, layout: layoutOf(kind, columns), custom, isWorkbook: made.sheet !== null }
  await write(tenant, id, context, importRows.cellsOf(tenant, id))
  await queries.markReady(tenant, id, { columns, options, needed_choices })
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
  change: { cells?: string[] | undefined; duplicate_choice?: DuplicateChoice | null | undefined },
): Promise<number> {
  const current = orNotFound(await importRows.getRow(tenant, made.id, line))
  const { cells } = storableRow({ line, cells: change.cells ?? current.cells })
  // A cell that the user edited is neither merged nor a formula.
  const notesFor = (notes: SourceRow['notes']) => notes?.filter(({ column }) => cells[column] === current.cells[column])
  const duplicate_choice = change.duplicate_choice === undefined ? current.duplicate_choice : change.duplicate_choice
  const { id, kind, options, columns, file_name: fileName } = made
  const custom = await customCells(tenant, kind)
  const context = { kind, options, fileName, layout: layoutOf(kind, columns), custom, isWorkbook: made.sheet !== null }
  const own = await importRows.aboutRow(tenant, id, line)
  const [alone] = await (await plannerOf(tenant, context))([{ line, cells, notes: notesFor(own?.notes) ?? null }])
  const keys = [own?.key, alone?.key?.slice(0, importRows.keyLength)].filter((key) => typeof key === 'string')
  const plan = await plannerOf(tenant, context)
  const changed = (row: AnsweredRow): AnsweredRow =>
    row.line === line ? { line, cells, duplicate_choice, notes: notesFor(row.notes) ?? null } : row
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
  context: ImportContext,
): Promise<(records: AnsweredRow[]) => Promise<PlannedRow[]>> {
  const plan = await kindOf(context).planner(tenant, context)
  return async (records) => {
    const noted = new Map(
      records.map((record) => {
        const { line, cells, notes } = record
        const { remarks, problems } = notedIn(line, notes ?? [], context.layout)
        return [line, { remarks: [...cutRemarks(cells, context.layout), ...remarks], problems }]
      }),
    )
    // A row with an unknown value is not matched.
    const rows = await plan(records.filter(({ line }) => noted.get(line)!.problems.length === 0))
    const planned = new Map(rows.map((row) => [row.line, row]))
    return records.map((record): PlannedRow => {
      const { line, cells, notes = null, duplicate_choice = null } = record
      const { remarks, problems } = noted.get(line)!
      const row = planned.get(line)
      if (row) return { ...row, notes, remarks: distinct([...(row.remarks ?? []), ...remarks]) }
      return {
        line,
        cells,
        notes,
        action: 'error',
        reasons: distinct(problems),
        remarks: distinct(remarks),
        data: {},
        key: null,
        record_id: null,
        duplicate_choice,
      }
    })
  }
}

async function write(tenant: Tenant, id: string, context: ImportContext, batches: AsyncIterable<AnsweredRow[]>) {
  const plan = await plannerOf(tenant, context)
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
  custom: CustomCells,
) {
  const head: SourceRow[] = []
  // Reads the file to its end, so that a size limit or a read error throws before anything is written.
  for await (const record of records) if (head.length <= sampleRows) head.push(record)
  if (head.length === 0) throw unreadable(message('import.file_empty'))
  const cells = head.map((record) => record.cells)
  const guess = guessColumns(kind, cells, isPhone(defaults.country), (header) => customColumnOf(custom, header))
  const isOwn = isOwnHeader(
    kind,
    guess.columns.map(({ header }) => header),
  )
  const savedMapping = isOwn ? undefined : await queries.savedMapping(tenant, kind, headersOf(guess.columns))
  const header = head[guess.body - 1]?.line ?? -1
  const below = head.slice(guess.body).map((record) => withoutTitles(record, header).cells)
  // The saved mapping may name a custom field that was deleted since.
  const known = (field: ImportField | null = null) =>
    field?.startsWith('custom.') ? (customColumnOf(custom, field) ?? null) : field
  const columns: Guessed = {
    columns: guess.columns.map((column, index) => ({
      header: column.header,
      field: savedMapping ? known(savedMapping.fields[index]) : column.field,
      samples: below
        .map((row) => (row[index] ?? '').trim().slice(0, 100).toWellFormed())
        .filter(Boolean)
        .slice(0, 3),
    })),
    // The formats in an earlier file with this header say nothing about this one: the user chooses ambiguous formats again.
    options: { ...defaults, ...savedMapping?.options, number_style: null, date_style: null, ...unanswered },
  }
  const { fields, otherwise } = kinds[kind].needs
  if (!savedMapping && kind === 'contacts' && !columns.columns.some(({ field }) => fields.includes(field ?? '')))
    throw unreadable(otherwise!)
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
  custom: CustomCells,
  given: ImportOptions,
  now: Partial<ImportOptions>,
  batches: AsyncIterable<SourceRow[]>,
): Promise<Pick<Import, 'options' | 'needed_choices'>> {
  const placesOf = (form: ReturnType<typeof fieldForm>) =>
    columns.flatMap(({ field }, index) =>
      field && fieldForm(field, customFieldOf(custom, field)?.type) === form ? [index] : [],
    )
  const [amounts, days] = [placesOf('amount'), placesOf('day')]
  const isOwn = isOwnHeader(
    kind,
    columns.map(({ header }) => header),
  )
  if (isOwn || amounts.length + days.length === 0) return { options: given, needed_choices: [] }
  const [numbers, dates] = [new Set<string>(), new Set<string>()]
  for await (const records of batches) {
    for (const { cells } of records) {
      for (const column of amounts) numbers.add((cells[column] ?? '').replace(/^\s*[-−]\s*|\s*%\s*$/g, ''))
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
  const neededChoices: Import['needed_choices'] = []
  if (number.isAsked && !options.number_style) neededChoices.push('number_style')
  if (date.isAsked && !options.date_style) neededChoices.push('date_style')
  return { options, needed_choices: neededChoices }
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

/** These choices depend on the file's content, so the next file with the same layout starts without them. */
const unanswered = { duplicate_rows: null, similar_rows: 'create', tags: [] as string[] } as const

const headersOf = (columns: Column[]) =>
  createHash('sha256')
    .update(JSON.stringify(columns.map(({ header }) => normalize(header) || header)))
    .digest('hex')
