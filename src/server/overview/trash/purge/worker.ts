// Background worker: deletes for good what has been in the trash for 30 days.
import { trashDays } from '../../../../contract/trash.ts'
import { writeAuditEvent } from '../../../platform/db/audit-events.ts'
import { type Database, inTenant, shareLockOrganization } from '../../../platform/db/index.ts'
import { startPollingWorker } from '../../../platform/db/polling-worker.ts'
import * as queries from './queries.ts'

interface Log {
  info(context: object, message: string): void
  error(context: object, message: string): void
}

const pollMs = 3_600_000

export function startPurge({ database, log }: { database: Database; log: Log }): { stop(): Promise<void> } {
  let stopped = false
  const background = startPollingWorker({
    database,
    log,
    name: 'purge of the trash',
    topics: [],
    pollMs,
    tick: async () => {
      await purgeTrash(database, log, new Date(), () => stopped)
      return false
    },
  })
  return {
    stop: async () => {
      stopped = true
      await background.stop()
    },
  }
}

/** Purges the trash of every organization as of `now`. One that fails does not block the others. */
export async function purgeTrash(database: Database, log: Log, now: Date, isStopped = () => false): Promise<void> {
  const before = new Date(now.getTime() - trashDays * 86_400_000)
  for (const organization_id of await queries.organizationIds(database))
    await purgeOrganization(organization_id).catch((error: unknown) =>
      log.error({ err: error, organization_id }, 'purging the trash failed, retrying within the hour'),
    )

  async function purgeOrganization(organization_id: string) {
    await inTenant(database, { organization_id }, (tenant) => queries.forgetMerges(tenant, before))
    for (const kind of queries.purgedKinds) {
      let count = 0
      // One transaction per batch, so that no user waits for a lock for long.
      for (let purged = 1; purged > 0 && !isStopped(); count += purged)
        purged = await inTenant(database, { organization_id }, async (tenant) => {
          await shareLockOrganization(tenant)
          const done = await queries.purge(tenant, kind, { before })
          const detail = { kind, count: done }
          if (done > 0) await writeAuditEvent(tenant, { action: 'trash_purged', detail, at: now })
          return done
        })
      if (count > 0) log.info({ organization_id, kind, count }, 'trash purged')
    }
  }
}
