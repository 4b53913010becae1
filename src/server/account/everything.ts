// "Export everything": a zip archive with each table of the organization as CSV and as JSON Lines.
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Tenant } from '../db/index.ts'
import { byteOrderMark, csvLine, type DownloadFile, ended, inChunks, inFileName } from '../downloads/service.ts'
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
  for (const one of exported) {
    const shape = await queries.shapeOf(tenant, one.table)
    const columns = columnsOf(one, shape)
    const rows = () => queries.rowsOf(tenant, one.table, columns, shape)
    add(`csv/${one.table}.csv`, () => csv(columns, rows()))
    add(`json/${one.table}.jsonl`, () => jsonLines(rows()))
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
) => `Kabar: everything of ${name || 'your organization'}, as it was at ${now.toISOString()}.

Every file is here twice: csv/ opens in a spreadsheet, json/ has one JSON object a line for programs.
The files of one archive fit together: they show the same instant.

- Text is UTF-8. Times are in UTC, amounts are decimal numbers with a point, as they are kept.
- "id" names a row; "contact_id" and the like say which row of the other file is meant.
- A row with "deleted_at" was deleted then and is not shown in Kabar.
- In csv/ a ' stands before a text that a spreadsheet would take for a formula (one that begins with = + - @).
  json/ has it as it was written.
- No passwords, keys or links are in here, and nothing that would let somebody use your WhatsApp.

${exported.map(({ table, says }) => `${table.padEnd(28)}${says}`).join('\n')}
`
