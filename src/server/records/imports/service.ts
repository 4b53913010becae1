// Rules of imports: a file becomes a preview, a preview is started once, and its changes can be reverted.

import { maxPicked } from '../../../contract/broadcast-groups.ts'
import { pagination } from '../../../contract/common.ts'
import type { Import, ImportChange, ImportKind, ImportRow, ImportRowQuery } from '../../../contract/imports.ts'
import { message } from '../../../contract/messages/message.ts'
import type { Segment } from '../../../contract/segments.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { create as createGroup } from '../../messaging/broadcast-groups/service.ts'
import { hint } from '../../platform/db/hints.ts'
import { type Database, inTenant, type Tenant } from '../../platform/db/index.ts'
import { exceeded, holdUploads, type Quotas } from '../../platform/db/quotas.ts'
import type { Caller } from '../../platform/http/authentication.ts'
import { fairQueue } from '../../platform/http/fair-queue.ts'
import { contactsOfImport } from '../contacts/service.ts'
import { create as createTag, tagImported } from '../tags/service.ts'
import { customCells } from './custom-cells.ts'
import type { CustomCells } from './importer.ts'
import { rewritePreview, rewriteRow, writePreview } from './preview.ts'
import * as queries from './queries.ts'
import { readCells } from './read-cells.ts'
import * as importRows from './rows/queries.ts'
import { openFile } from './source.ts'

export { startImports } from './worker.ts'

/** Limits parsing: one file may take 400 MB of memory and half a minute. */
export const reading = fairQueue({ maxConcurrent: 2, maxConcurrentPerOrganization: 1, maxQueuedPerUser: 4 })

/** One transaction: a failed upload leaves nothing behind. A workbook is parsed before the transaction begins. */
export async function upload(
  database: Database,
  caller: Pick<Caller, 'organization_id' | 'user_id' | 'permissions'>,
  kind: ImportKind,
  file: { name: string | null; content: () => Promise<Buffer>; sheet?: string | undefined; signal: AbortSignal },
  quotas: Quotas,
): Promise<Import> {
  return await reading.run(caller, file.signal, async () => {
    const source = await openFile(await file.content(), file.sheet)
    return await inTenant(database, caller, async (tenant) => {
      await quotas.assert(tenant, 'uploads', 1)
      const id = await writePreview(tenant, kind, file.name === null ? null : plainName(file.name), source)
      // It is counted by now, with its rows: over the quota, the transaction is rolled back.
      await holdUploads(tenant)
      await quotas.assert(tenant, 'uploads', 0)
      await quotas.assert(tenant, 'storage', 0)
      return await withQuota(tenant, orNotFound(await queries.get(tenant, id)), quotas)
    })
  })
}

export async function change(
  tenant: Tenant,
  id: string,
  { fields, ...options }: ImportChange,
  quotas: Quotas,
): Promise<Import> {
  const made = await ready(tenant, id)
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  await rewritePreview(tenant, made, { fields, options: given })
  return await withQuota(tenant, orNotFound(await queries.get(tenant, id)), quotas)
}

export async function changeRow(
  tenant: Tenant,
  id: string,
  line: number,
  change: Parameters<typeof rewriteRow>[3],
  quotas: Quotas,
): Promise<ImportRow> {
  const made = await ready(tenant, id)
  const more = await rewriteRow(tenant, made, line, change)
  // A row that did not grow may be corrected even when the quota is used up.
  if (more > 0) {
    await holdUploads(tenant)
    await quotas.assert(tenant, 'storage', 0)
  }
  return withRead(made, await customCells(tenant, made.kind))(orNotFound(await importRows.getRow(tenant, id, line)))
}

export async function listRows(tenant: Tenant, id: string, query: ImportRowQuery) {
  const made = orNotFound(await queries.get(tenant, id))
  const { data, total } = await importRows.listRows(tenant, made, query)
  return { data: data.map(withRead(made, await customCells(tenant, made.kind))), pagination: pagination(query, total) }
}

const withRead =
  ({ columns, options }: Import, custom: CustomCells) =>
  (row: importRows.StoredRow): ImportRow => ({ ...row, read: readCells(row.cells, columns, options, custom) })

/** A preview, locked until the transaction ends. */
async function ready(tenant: Tenant, id: string): Promise<Import> {
  const isReady = await queries.lockReady(tenant, id)
  const made = orNotFound(await queries.get(tenant, id))
  if (!isReady) throw new AppError('state_conflict', message('import.already_started'))
  return made
}

/** For a preview: whether its new records, together with those of running imports, would exceed the quota. */
export async function withQuota(tenant: Tenant, made: Import, quotas: Quotas): Promise<Import> {
  if (made.status !== 'ready' && made.status !== 'cancelled') return made
  const own = made.status === 'ready' ? made.counts.create : made.total - made.done
  return { ...made, over_quota: await quotas.recordsOver(tenant, own + (await queries.creating(tenant))) }
}

/** Starting twice starts one import. A cancelled import continues with its remaining rows. */
export async function start(tenant: Tenant, id: string, quotas: Quotas): Promise<Import> {
  const before = await withQuota(tenant, orNotFound(await queries.get(tenant, id)), quotas)
  if (before.status === 'ready' && before.needed_choices.includes('duplicate_rows'))
    throw new AppError('state_conflict', message('import.duplicates_undecided'))
  if (before.status === 'ready' && before.needed_choices.length > 0)
    throw new AppError('state_conflict', message('import.formats_undecided'))
  if (before.status === 'cancelled' && before.rows_removed)
    throw new AppError('state_conflict', message('import.rows_deleted'))
  if (before.over_quota) throw exceeded(before.over_quota)
  if (await queries.move(tenant, id, ['ready', 'cancelled'], 'running')) await hint(tenant, 'imports')
  return orNotFound(await queries.get(tenant, id))
}

export async function cancel(tenant: Tenant, id: string): Promise<Import> {
  await queries.move(tenant, id, ['running'], 'cancelled')
  const made = orNotFound(await queries.get(tenant, id))
  if (made.status !== 'cancelled') throw new AppError('state_conflict', message('import.not_running'))
  return made
}

export async function revert(tenant: Tenant, id: string): Promise<Import> {
  if (orNotFound(await queries.get(tenant, id)).rows_removed)
    throw new AppError('state_conflict', message('import.rows_deleted'))
  if (await queries.move(tenant, id, ['done', 'cancelled', 'failed'], 'reverting')) await hint(tenant, 'imports')
  const made = orNotFound(await queries.get(tenant, id))
  if (made.status !== 'reverting' && made.status !== 'reverted')
    throw new AppError('state_conflict', message('import.not_ended'))
  return made
}

/** Tags the records of an import: contacts or investors, or for payments their investments. */
export async function tag(tenant: Tenant, id: string, tag_ids: readonly string[]) {
  const record = tagged[(await ended(tenant, id)).kind]
  if (!record) throw new AppError('state_conflict', message('import.no_tags'))
  return await tagImported(tenant, record, id, tag_ids)
}

const tagged = {
  contacts: 'contact',
  investors: 'investor',
  investments: 'investment',
  transactions: 'investment',
  offerings: null,
} as const

/** Creates a group of an import's contacts. If they are too many to pick by hand, tags them and gives the group a rule for that tag. */
export async function makeGroup(tenant: Tenant, id: string, name: string) {
  await ended(tenant, id)
  const contact_ids = await contactsOfImport(tenant, id)
  if (contact_ids.length === 0) throw new AppError('state_conflict', message('import.no_contacts'))
  const made =
    contact_ids.length > maxPicked
      ? await createGroup(tenant, { name, segment: await tagRule(tenant, id, name) })
      : await createGroup(tenant, { name, contact_ids })
  return { id: made.id, name: made.name, contacts: contact_ids.length }
}

/** Creates a new tag for the rule, because contacts who have an existing tag already would get into the group. */
async function tagRule(tenant: Tenant, id: string, name: string): Promise<Segment> {
  const value = [(await createTag(tenant, { name: name.slice(0, 60).trim() })).id]
  const { left_out } = await tagImported(tenant, 'contact', id, value)
  if (left_out > 0) throw new AppError('state_conflict', message('import.no_room_for_tag', { count: left_out }))
  return { type: 'group', match: 'all', rules: [{ type: 'rule', field: 'contact.tag', operator: 'any_of', value }] }
}

/** Returns a finished import whose rows still exist: only the rows know which records belong to the import. */
async function ended(tenant: Tenant, id: string): Promise<Import> {
  const made = orNotFound(await queries.get(tenant, id))
  if (made.rows_removed) throw new AppError('state_conflict', message('import.rows_deleted'))
  if (made.status !== 'done' && made.status !== 'cancelled')
    throw new AppError('state_conflict', message('import.still_runs'))
  return made
}

/** For display only, never used as a path: removes folders and invisible characters. */
function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  return (
    last
      .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
      .trim()
      .slice(0, 200)
      .toWellFormed() || 'file.csv'
  )
}
