// Imports in tests: pasted cells, their preview, and a worker that runs until the file's tests end.
import { afterAll } from 'vitest'
import { type Import, type ImportKind, type ImportRow, imports } from '../../contract/imports.ts'
import { startImports } from '../records/imports/service.ts'
import { type Caller, testApp } from './app.ts'
import { made } from './records.ts'
import { until } from './until.ts'

/** What a row says, in English: one sentence per line. */
export const reasonOf = ({ reasons }: ImportRow) => reasons.map(({ text }) => text).join('\n') || null

const silent = { info: () => {}, warn: () => {}, error: () => {} }

export async function testImports(...options: Parameters<typeof testApp>) {
  const kabar = await testApp(...options)
  let worker: { stop(): Promise<void> } | undefined
  afterAll(async () => await worker?.stop())

  /** Columns are separated by `|`. */
  async function paste(caller: Caller, kind: ImportKind, ...lines: string[]): Promise<Import> {
    const text = lines.map((line) => line.replaceAll('|', '\t')).join('\n')
    return made(await caller.call(imports.paste, { body: { kind, text } }))
  }
  async function rowsOf(caller: Caller, { id }: Import): Promise<ImportRow[]> {
    return made(await caller.call(imports.rows, { params: { id }, query: { per_page: 200 } })).data
  }
  const said = (rows: ImportRow[]) => rows.map((row) => [row.line, row.action, reasonOf(row)])
  async function ended(caller: Caller, id: string, ...states: string[]) {
    worker ??= startImports({ database: kabar.database, log: silent })
    const look = async () => made(await caller.call(imports.get, { params: { id } }))
    return await until('the import', look, ({ status }) => states.includes(status))
  }
  async function run(caller: Caller, { id }: Pick<Import, 'id'>) {
    made(await caller.call(imports.start, { params: { id } }))
    return await ended(caller, id, 'done', 'failed')
  }
  async function revert(caller: Caller, { id }: Pick<Import, 'id'>) {
    made(await caller.call(imports.revert, { params: { id } }))
    return await ended(caller, id, 'reverted')
  }
  return { ...kabar, paste, rowsOf, said, run, revert }
}
