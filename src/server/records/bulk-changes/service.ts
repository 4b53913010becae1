// Rules of bulk changes: the request stores which records are selected, and changes them if they are few. A worker changes many.
import {
  type BulkAction,
  type BulkChange,
  type BulkKind,
  type BulkPage,
  maxBulk,
  undoHours,
} from '../../../contract/bulk-changes.ts'
import { pagination } from '../../../contract/common.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { needGroup } from '../../messaging/broadcast-groups/service.ts'
import { requireAmounts } from '../../platform/db/amounts.ts'
import { writeAuditEvent } from '../../platform/db/audit-events.ts'
import { hint } from '../../platform/db/hints.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { needTags } from '../tags/service.ts'
import { bulkRecords } from './bulk-records.ts'
import * as queries from './queries.ts'
import { workBatch } from './work-batch.ts'

export { startBulkChanges } from './worker.ts'

/** Up to this many records are changed within the request. */
const atOnce = 200
/** Most selected records that an organization stores, in all its bulk changes and selections: some 200 MB. */
const maxStored = 1_000_000

type Selection =
  | { ids: string[] }
  | { filters: object; except_ids?: string[] | undefined; expected_count?: number | undefined }

export async function make(
  tenant: Tenant,
  kind: BulkKind,
  { selection, change }: { selection: Selection; change?: BulkAction | undefined },
  event: { at: Date; ip: string },
  most = maxBulk,
): Promise<BulkChange> {
  const matching =
    'ids' in selection
      ? queries.withIds(tenant, kind, selection.ids)
      : queries.except(await bulkRecords[kind].matching(tenant, selection.filters as never), selection.except_ids ?? [])
  // Counts before anything is stored, so that a refused request leaves nothing on the disk.
  const count = await queries.count(tenant, matching, most + 1)
  const expected = 'filters' in selection ? (selection.expected_count ?? count) : count
  if (count === 0) throw new AppError('state_conflict', message('bulk.nothing_selected'))
  if (count > most) throw new AppError('state_conflict', message('bulk.too_many', { max: most }))
  if (count !== expected) throw new AppError('state_conflict', message('bulk.list_changed', { count }))
  await makeRoom(tenant, count)
  const id = await queries.create(tenant, kind, change ? await completed(tenant, kind, change) : null)
  const total = await queries.select(tenant, id, matching)
  if (total !== count) throw new AppError('state_conflict', message('bulk.list_changed', { count: total }))
  if (change) {
    // The audit log gets one act, however many records are changed.
    const { action } = change
    await audit(tenant, 'bulk_changed', id, { ...event, detail: { kind, action, count: total } })
    await begin(tenant, id, total)
  }
  return await get(tenant, id)
}

/** Deletes the oldest selections, and changes without Undo, until `more` records fit. Refuses the request if they cannot fit. */
export async function makeRoom(tenant: Tenant, more: number, most = maxStored): Promise<void> {
  let stored = await queries.storedCount(tenant)
  while (stored + more > most) {
    const freed = await queries.removeOldest(tenant, undoHours)
    if (freed === undefined) throw new AppError('state_conflict', message('bulk.no_room', { hours: undoHours }))
    stored -= freed
  }
}

/** Adds the values that follow from the change. Refuses the request if the change is wrong for every record. */
async function completed(tenant: Tenant, kind: BulkKind, change: BulkAction): Promise<queries.StoredChange> {
  if (change.action === 'set')
    return { action: 'set', values: await bulkRecords[kind].many.complete(tenant, change.values) }
  if (change.action === 'add_tags' || change.action === 'remove_tags') {
    await needTags(tenant, change.tag_ids, 'change.tag_ids')
    return { ...change, tag_ids: [...new Set(change.tag_ids)] }
  }
  if (change.action === 'add_to_group') await needGroup(tenant, change.broadcast_group_id, 'change.broadcast_group_id')
  return change
}

/** Works through a few records now; a worker does many. */
async function begin(tenant: Tenant, id: string, total: number) {
  if (total > atOnce) return await hint(tenant, 'bulk_changes')
  const work = orNotFound(await queries.lock(tenant, id))
  while (await workBatch(tenant, work, atOnce));
}

const audit = (
  tenant: Tenant,
  action: 'bulk_changed' | 'bulk_change_undone',
  target_id: string,
  event: { at: Date; ip: string; detail: Record<string, unknown> },
) => writeAuditEvent(tenant, { ...event, action, target_id, user_id: tenant.user_id })

export const get = async (tenant: Tenant, id: string): Promise<BulkChange> => orNotFound(await queries.get(tenant, id))

export async function list(tenant: Tenant, query: BulkPage) {
  const { data, total } = await queries.list(tenant, query)
  return { data, pagination: pagination(query, total) }
}

export async function refusals(tenant: Tenant, id: string, query: BulkPage) {
  const made = await get(tenant, id)
  const isUndo = made.status === 'undoing' || made.status === 'undone'
  const data = await queries.refusals(tenant, made, query)
  return { data, pagination: pagination(query, isUndo ? made.not_undone : made.refused) }
}

/** A repeated request changes nothing more. */
export async function undo(tenant: Tenant, id: string, event: { at: Date; ip: string }): Promise<BulkChange> {
  const { action, kind } = await get(tenant, id)
  if (kind === 'investments') requireAmounts(tenant)
  if (action === null) throw new AppError('state_conflict', message('bulk.only_selected'))
  const outcome = await queries.startUndo(tenant, id, undoHours)
  if (outcome === 'expired') throw new AppError('state_conflict', message('bulk.undo_expired', { hours: undoHours }))
  if (outcome === 'started') {
    // Counted after the lock: a worker may have committed a batch while this request waited for it.
    const { kind, action, changed: count } = await get(tenant, id)
    await audit(tenant, 'bulk_change_undone', id, { ...event, detail: { kind, action, count } })
    await begin(tenant, id, count)
  }
  return await get(tenant, id)
}
