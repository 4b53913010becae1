// Interface of a reimport, one per kind of record.

import type * as z from 'zod/mini'
import type { CustomValues } from '../../../contract/custom-values.ts'
import { textsIn } from '../../../contract/exports.ts'
import { messageOfIssue } from '../../../contract/messages/issue.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import { membersOf } from '../../identity/team/service.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { isCalled, list as masterData } from '../master-data/service.ts'
import { short } from './cells.ts'
import { fieldFault } from './field-labels.ts'
import type { ImportContext, UndoStep } from './importer.ts'
import { checkTags } from './marks.ts'

/** The cells of a row by field, in the format of an export. */
export type Texts = { [field: string]: string }
// biome-ignore lint/suspicious/noExplicitAny: each kind reads its own input, which its service checks.
export type ReimportInput = { [field: string]: any }

export interface Current {
  id: string
  name: string
  version: number
  updated_at: string
  /** Absent for payments. */
  custom?: CustomValues
}
export interface ReportProblem {
  problem(problem: Message): void
  remark(remark: Message): void
}

/** Records that earlier rows created or matched, and the import that stores those of earlier batches. */
export interface Before {
  seen: Set<string>
  importId?: string | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: the engine passes on what the kind itself found.
export interface ReimportKind<C extends Current = any> {
  what: 'contact' | 'investor' | 'investment' | 'transaction' | 'offering'
  /** The column that must be present. */
  needs: string
  /** Fields that are written; every other column is derived or only identifies the record. */
  fields: readonly string[]
  shown(current: C): Texts
  /** Looks up the records of these rows in one batch. */
  looker(
    tenant: Tenant,
    rows: Texts[],
    before: Before,
    context: ImportContext,
  ): Promise<{
    /** Replaces names of master data by those that `shown` writes, because the file may be in another language. */
    renamed?(texts: Texts): Texts
    find(texts: Texts): { current?: C | undefined; isById: boolean; problem?: Message | undefined }
    /** Builds the input for the service. `texts`: cells to be read, `row`: all cells. */
    read(texts: Texts, row: Texts, current: C | undefined, say: ReportProblem): ReimportInput
  }>
  create(tenant: Tenant, input: ReimportInput, undo: UndoStep): Promise<{ id: string; version: number; of?: string }>
  update(tenant: Tenant, current: C, input: ReimportInput, undo: UndoStep): Promise<UndoStep['changed']>
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const idsOf = (rows: Texts[], field = 'id') => [
  ...new Set(rows.map((row) => (row[field] ?? '').toLowerCase()).filter((id) => uuid.test(id))),
]

/** Resolves the names in cells. */
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
    /** Null if no member, or more than one, has this name. */
    owner(name: string, say: ReportProblem): string | null {
      if (name === '') return null
      const called = members.filter((member) => member.name === name)
      if (called.length !== 1) say.remark(message('row.owner_unknown', { name: short(name) }))
      return called.length === 1 ? called[0]!.id : null
    },
  }
}

type NamedRow = { id: string; name: string; seed_key: string | null }

/** Returns the name of a row as `shown` writes it, and an unknown name unchanged. */
export const renamedIn = (rows: NamedRow[], name: string) => rows.find((each) => isCalled(each, name))?.name ?? name

/** Finds a row by name; reports a problem if there is none. */
export function pick<Row extends NamedRow>(rows: Row[], name: string, what: Message, say: ReportProblem) {
  const row = rows.find((each) => isCalled(each, name))
  if (!row) say.problem(message('row.not_in_master_data', { what, name: short(name) }))
  return row
}

/** Tags in the format of Kabar's exports. */
export function readTags(cell: string, say: ReportProblem): string[] {
  return checkTags(textsIn(cell), say.problem)
}

export const yesNo = (text: string) => /^(true|yes|ya|1)$/i.test(text)

/** Reports the problems that the input's schema finds. */
export function checked(schema: z.ZodMiniType, input: ReimportInput, say: ReportProblem): ReimportInput {
  const read = schema.safeParse(input)
  if (read.success) return read.data as ReimportInput
  for (const { path, message: text } of read.error.issues)
    say.problem(fieldFault(String(path[0] ?? ''), messageOfIssue(text)))
  return input
}
