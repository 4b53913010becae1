// One batch of a bulk change or of its undo, in one transaction.
import type { Tenant } from '../../platform/db/index.ts'
import { changeBatch } from './change-batch.ts'
import * as queries from './queries.ts'
import { undoBatch } from './undo-batch.ts'

/** The bulk change must be locked. Returns false if nothing is left. */
export async function workBatch(tenant: Tenant, work: queries.BulkWork, size: number): Promise<boolean> {
  const { id, status } = work
  if (status === 'undoing') {
    const rows = await queries.changed(tenant, id, size)
    if (rows.length === 0) await queries.release(tenant, id, 'undone')
    else await queries.markUndone(tenant, id, await undoBatch(tenant, work, rows))
    return rows.length > 0
  }
  const rows = await queries.pending(tenant, id, size)
  if (rows.length === 0) await queries.release(tenant, id, 'done')
  else await queries.markDone(tenant, id, await changeBatch(tenant, work, rows))
  return rows.length > 0
}
