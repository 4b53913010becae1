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
  const intervalMs = renewalMs(leaseSeconds)
  let announceAt = Number.NEGATIVE_INFINITY
  let announcing: Promise<void> | undefined
  let hasLeft = false
  // A slow tick must not look like a killed worker. The next attempt retries a failed one.
  const timer = setInterval(() => void announceIfDue().catch(() => {}), intervalMs / 4).unref()

  async function announceIfDue() {
    if (hasLeft || performance.now() < announceAt) return
    announcing ??= announce().finally(() => {
      announcing = undefined
    })
    await announcing
  }

  async function announce() {
    // A killed worker stops counting before its leases expire.
    await workers.announce(database, ownerId, (leaseSeconds * 2) / 3)
    announceAt = performance.now() + intervalMs
  }

  return {
    now: async () => {
      await announceIfDue()
      return await workers.share(database, leaseSeconds)
    },
    leave: async () => {
      hasLeft = true
      clearInterval(timer)
      await announcing?.catch(() => {})
      await workers.withdraw(database, ownerId)
    },
  }
}
