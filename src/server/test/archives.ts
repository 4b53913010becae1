// For tests: archives of "Export everything", to export, edit and import.
import type { FastifyInstance } from 'fastify'
import { ZipFile } from 'yazl'
import { downloads } from '../../contract/downloads.ts'
import { openArchive } from '../records/imports/archive.ts'
import { importedTables } from '../records/imports/everything/tables.ts'
import type { Caller } from './app.ts'
import { made } from './records.ts'

type App = Pick<FastifyInstance, 'inject'>
/** The rows of each table. */
export type Tables = { [table: string]: Record<string, unknown>[] }

export async function exportOf(app: App, caller: Caller): Promise<{ zip: Buffer; tables: Tables }> {
  const { url } = made(await caller.call(downloads.create, { body: { kind: 'everything', input: {} } }))
  const zip = (await app.inject({ url })).rawPayload
  const archive = await openArchive(zip)
  const tables: Tables = {}
  for (const table of ['organizations', 'users', ...importedTables.map(({ table }) => table)]) {
    const slices: Buffer[] = []
    for await (const slice of archive.read(`json/${table}.jsonl`)) slices.push(slice)
    const lines = Buffer.concat(slices).toString().split('\n').filter(Boolean)
    tables[table] = lines.map((line) => JSON.parse(line))
  }
  return { zip, tables }
}

export async function importInto(app: App, caller: Caller, zip: Buffer) {
  const head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="kabar.zip"\r\n\r\n'
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/imports/everything',
    headers: {
      authorization: `Bearer ${caller.access_token}`,
      'content-type': 'multipart/form-data; boundary=edge',
    },
    payload: Buffer.concat([Buffer.from(head), zip, Buffer.from('\r\n--edge--\r\n')]),
  })
  return { status: answer.statusCode, body: answer.json() }
}

export async function zipOf(tables: Tables): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [table, rows] of Object.entries(tables))
    zip.addBuffer(Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')), `json/${table}.jsonl`)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
