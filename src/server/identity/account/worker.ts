// Background worker: deletes organizations whose deletion has waited for seven days.
import type { Keys } from '../../keys.ts'
import type { Database } from '../../platform/db/index.ts'
import { startPollingWorker } from '../../platform/db/polling-worker.ts'
import { deleteDue, type Log } from './organization-deletion.ts'

const pollMs = 3_600_000

export const startDeletions = ({ database, keys, log }: { database: Database; keys: Keys; log: Log }) =>
  startPollingWorker({
    database,
    log,
    name: 'deletion of organizations',
    topics: [],
    pollMs,
    tick: async () => {
      await deleteDue(database, keys, log, new Date())
      return false
    },
  })
