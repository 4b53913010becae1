// What the way back of an export must know of each kind of record.
import type * as z from 'zod/mini'
import { textsIn } from '../../contract/exports.ts'
import type { Tenant } from '../db/index.ts'
import { list as masterData } from '../master-data/service.ts'
import { membersOf } from '../team/service.ts'
import { short } from './cells.ts'
import type { UndoStep } from './importer.ts'
import { checkTags } from './marks.ts'

/** The cells of a row by their field, as an export would write them. */
export type Texts = { [field: string]: string }
// biome-ignore lint/suspicious/noExplicitAny: each kind reads its own input, which its service checks.
export type ReimportInput = { [field: string]: any }

export interface Current {
  id: string
  name: string
  version: number
  updated_at: string
}
export interface ReportProblem {
  problem(text: string): void
  remark(text: string): void
}

/** What rows further up are about: the ids that they made or were matched with, and the import that holds those of earlier batches. */
export interface Before {
  seen: Set<string>
  importId?: string | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: the engine passes on what the kind itself found.
export interface ReimportKind<C extends Current = any> {
  what: 'contact' | 'investor' | 'investment' | 'transaction'
  /** Without this column nothing can be read. */
  needs: string
  /** What is written back; everything else in the file is derived or only says which record it is. */
  fields: readonly string[]
  shown(current: C): Texts
  /** Looks up what these rows are about, all at once. */
  looker(
    tenant: Tenant,
    rows: Texts[],
    before: Before,
  ): Promise<{
    find(texts: Texts): { current?: C | undefined; isById: boolean; problem?: string | undefined }
    /** The input for the service. `texts` are those to be read, `row` all of them. */
    read(texts: Texts, row: Texts, current: C | undefined, say: ReportProblem): ReimportInput
  }>
  create(tenant: Tenant, input: ReimportInput, undo: UndoStep): Promise<{ id: string; version: number; of?: string }>
  update(tenant: Tenant, current: C, input: ReimportInput, undo: UndoStep): Promise<UndoStep['changed']>
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const idsOf = (rows: Texts[], field = 'id') => [
  ...new Set(rows.map((row) => (row[field] ?? '').toLowerCase()).filter((id) => uuid.test(id))),
]

/** What the names in cells stand for. */
export async function namesIn(tenant: Tenant) {
  const members = await membersOf(tenant)
  const [types, statuses, stages] = await Promise.all([
    masterData(tenant, 'investor_types'),
    masterData(tenant, 'investment_statuses'),
    masterData(tenant, 'investment_stages'),
  ])
  return {
    types: types.data,
    statuses: statuses.data,
    stages: stages.data,
    /** Nothing when nobody, or more than one, is called so. */
    owner(name: string, say: ReportProblem): string | null {
      if (name === '') return null
      const called = members.filter((member) => member.name === name)
      if (called.length !== 1) say.remark(`No member is called ${short(name)}: there is no owner.`)
      return called.length === 1 ? called[0]!.id : null
    },
  }
}

/** Of a list by name; a problem when there is none. */
export function pick<Row extends { id: string; name: string }>(
  rows: Row[],
  name: string,
  what: string,
  say: ReportProblem,
) {
  const row = rows.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (!row) say.problem(`There is no ${what} “${short(name)}”. Add it in Master Data, or write another here.`)
  return row
}

/** As Kabar writes them. */
export function readTags(cell: string, say: ReportProblem): string[] {
  return checkTags(textsIn(cell), say.problem)
}

export const yesNo = (text: string) => /^(true|yes|ya|1)$/i.test(text)

/** What the input's own rules say against it. */
export function checked(schema: z.ZodMiniType, input: ReimportInput, say: ReportProblem): ReimportInput {
  const read = schema.safeParse(input)
  if (read.success) return read.data as ReimportInput
  for (const { path, message } of read.error.issues)
    say.problem(`${String(path[0] ?? '').replaceAll('_', ' ')} ${message}.`)
  return input
}
