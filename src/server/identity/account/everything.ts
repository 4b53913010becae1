// "Export everything": a zip archive with each table of the organization as CSV and as JSON Lines.
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Tenant } from '../../platform/db/index.ts'
import {
  byteOrderMark,
  csvLine,
  type DownloadFile,
  ended,
  inChunks,
  inFileName,
} from '../../platform/downloads/service.ts'
import { type Exported, exported, omittedColumns } from './exported.ts'
import * as queries from './queries.ts'

export function exportEverything(now: () => Date) {
  return async (tenant: Tenant): Promise<DownloadFile> => {
    const at = now()
    const { name, day } = await queries.nameAndDay(tenant, at)
    return {
      name: `${['kabar', inFileName(name), day].filter(Boolean).join('-')}.zip`,
      type: 'application/zip',
      content: zipped(tenant, name, at),
    }
  }
}

/** Streams one entry after another, so that only one batch of rows is in memory. */
async function* zipped(tenant: Tenant, name: string, now: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  let open: Readable | undefined
  const add = (path: string, content: () => AsyncIterable<Uint8Array>) =>
    zip.addReadStreamLazy(path, { mtime: now }, (take) => {
      open = Readable.from(content(), { objectMode: false })
      // The archive itself would wait forever for the rest of an entry.
      open.on('error', (error) => output.destroy(error))
      take(null, open)
    })
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error))
  // Entries are read as soon as they are added. An error before the archive has a reader would end the process; it is thrown below.
  output.on('error', () => {})
  zip.addBuffer(Buffer.from(readme(name, now)), 'README.txt', { mtime: now })
  for (const entry of exported) {
    const shape = await queries.shapeOf(tenant, entry.table)
    const columns = columnsOf(entry, shape)
    const rows = () => queries.rowsOf(tenant, entry.table, columns, shape)
    add(`csv/${entry.table}.csv`, () => csv(columns, rows()))
    add(`json/${entry.table}.jsonl`, () => jsonLines(rows()))
  }
  zip.end()
  try {
    yield* output
  } finally {
    // Cancelled early: closes the cursor of the open entry before the transaction ends.
    await ended(open)
  }
}

export function columnsOf({ without = [] }: Exported, { columns }: queries.Shape): string[] {
  return columns.filter(
    (column) => !without.includes(column) && !(omittedColumns as readonly string[]).includes(column),
  )
}

type Batches = AsyncIterable<Record<string, unknown>[]>

async function* csv(columns: string[], batches: Batches) {
  yield Buffer.from(byteOrderMark + csvLine(columns))
  for await (const rows of batches) yield* inChunks(rows, (row) => csvLine(columns.map((column) => row[column])))
}

async function* jsonLines(batches: Batches) {
  for await (const rows of batches) yield* inChunks(rows, (row) => `${JSON.stringify(row)}\n`)
}

const readme = (
  name: string,
  now: Date,
) => `Kabar: all records of ${name || 'your organization'}, as of ${now.toISOString()}.

Each table is included twice: csv/ for spreadsheets, and json/ for programs, with one JSON object per line.
All files show the same moment.

- Text is UTF-8. Times are in UTC. Amounts are decimal numbers with a point.
- "id" identifies a row. "contact_id" and similar columns refer to the "id" of a row in another file.
- A row with "deleted_at" was deleted at that time and is not shown in Kabar.
- In csv/, texts that a spreadsheet would read as a formula (beginning with = + - @) are preceded by a '.
  In json/ they are unchanged.
- Passwords, keys, links and WhatsApp credentials are not included.

${exported.map(({ table, says }) => `${table.padEnd(28)}${says}`).join('\n')}
`
