// This worker among those that are running: announces it, and knows how many sessions it should own.
import type { Database } from '../../platform/db/index.ts'
import { renewalMs } from './lease-renewal.ts'
import * as workers from './workers/queries.ts'

export interface FairShare {
  now(): Promise<workers.Share>
  /** The worker is stopping: the others may take its sessions. */
  leave(): Promise<void>
}

export function joinWorkers({
  database,
  ownerId,
  leaseSeconds,
}: {
  database: Database
  ownerId: string
  leaseSeconds: number
}): FairShare {
  let announceAt = Number.NEGATIVE_INFINITY
  let announcing = Promise.resolve()
  let hasLeft = false

  async function announceIfDue() {
    if (hasLeft || performance.now() < announceAt) return
    // A killed worker stops counting before its leases expire.
    announcing = workers.announce(database, ownerId, (leaseSeconds * 2) / 3)
    await announcing
    announceAt = performance.now() + renewalMs(leaseSeconds)
  }

  return {
    now: async () => {
      await announceIfDue()
      return await workers.share(database, leaseSeconds)
    },
    leave: async () => {
      hasLeft = true
      await announcing.catch(() => {})
      await workers.withdraw(database, ownerId)
    },
  }
}
