// Worker that works through bulk changes in the background, batch by batch, and resumes where a killed worker stopped.
import { type Database, inTenant, shareLockOrganization } from '../../platform/db/index.ts'
import { startPollingWorker, type WorkerLog } from '../../platform/db/polling-worker.ts'
import * as queries from './queries.ts'
import { workBatch } from './work-batch.ts'

/** Records in one transaction: many to save queries, but so few that others wait only briefly for their locks. */
const batchSize = 500
/** Interval of deleting old bulk changes; also done at startup. */
const tidyMs = 3_600_000

interface Log extends WorkerLog {
  info(context: object, message: string): void
}

export function startBulkChanges({ database, log }: { database: Database; log: Log }): { stop(): Promise<void> } {
  let tidyAt = performance.now()
  return startPollingWorker({
    database,
    log,
    name: 'bulk change worker',
    topics: ['bulk_changes'],
    pollMs: 1_000,
    tick: async () => {
      const claim = await queries.claim(database)
      const end = claim && (await runBatch(database, claim))
      if (end)
        log.info(
          { bulk_change_id: claim.id, ...(claim.request_id && { request_id: claim.request_id }) },
          `bulk change ${end}`,
        )
      if (claim || performance.now() < tidyAt) return claim !== undefined
      const more = await removeOld(database)
      if (!more) tidyAt = performance.now() + tidyMs
      return more
    },
  })
}

/** Returns how it ended, if it has. Does nothing if another worker has the lease by now, or the user has started Undo. */
export async function runBatch(
  database: Database,
  claim: queries.BulkClaim,
  size = batchSize,
): Promise<'done' | 'undone' | undefined> {
  return await inTenant(database, claim, async (tenant) => {
    await shareLockOrganization(tenant)
    const work = await queries.lock(tenant, claim.id, claim.token)
    if (!work) return undefined
    if (!(await workBatch(tenant, work, size))) return work.status === 'undoing' ? 'undone' : 'done'
    await queries.release(tenant, claim.id, work.status)
    return undefined
  })
}

/** Deletes one old bulk change; true if there may be more. */
async function removeOld(database: Database): Promise<boolean> {
  const [old] = await queries.findExpired(database)
  if (old)
    await inTenant(database, old, async (tenant) => {
      await shareLockOrganization(tenant)
      await queries.remove(tenant, old.id)
    })
  return old !== undefined
}
