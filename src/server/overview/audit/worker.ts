// Background worker: deletes audit entries that are older than their organization keeps them.
import { type Database, inTenant } from '../../platform/db/index.ts'
import { startPollingWorker } from '../../platform/db/polling-worker.ts'
import * as queries from './queries.ts'

interface Log {
  info(context: object, message: string): void
  error(context: object, message: string): void
}

const pollMs = 3_600_000
/** Entries per transaction, so that nobody waits long for a lock. */
const batch = 5_000

export function startAuditRetention({ database, log }: { database: Database; log: Log }): { stop(): Promise<void> } {
  let stopped = false
  const background = startPollingWorker({
    database,
    log,
    name: 'retention of the audit log',
    topics: [],
    pollMs,
    tick: async () => {
      await forgetOldEntries(database, log, new Date(), () => stopped)
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

/** A failure in one organization does not block the others. */
export async function forgetOldEntries(database: Database, log: Log, now: Date, isStopped = () => false) {
  for (const organization_id of await queries.forgetful(database))
    try {
      let count = 0
      for (let done = 1; done > 0 && !isStopped(); count += done)
        done = await inTenant(database, { organization_id }, (tenant) => queries.forgetOld(tenant, now, batch))
      if (count > 0) log.info({ organization_id, count }, 'old entries of the audit log deleted')
    } catch (error) {
      log.error({ err: error, organization_id }, 'deleting old audit entries failed, retrying within the hour')
    }
}
