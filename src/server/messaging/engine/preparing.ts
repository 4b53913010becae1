// Prepares broadcasts: freezes the audience between *send* and the first message.

import { message } from '../../../contract/messages/message.ts'
import { hint } from '../../platform/db/hints.ts'
import { type Database, inTenant, refreshStatistics, shareLockOrganization } from '../../platform/db/index.ts'
import type { ActiveBroadcast, Broadcasts } from './broadcasts.ts'
import * as queries from './queries.ts'

interface PreparingOptions {
  database: Database
  broadcasts: Broadcasts
  log: { error(detail: object, text: string): void }
}

export interface Preparing {
  /** Starts unless its organization, or the maximum number of others, is being prepared: then a later tick does. Returns immediately. */
  begin(broadcast: ActiveBroadcast): Promise<void>
  /** Resolves when none is running. */
  settled(): Promise<void>
}

/** Backoff: retries after one second, doubling up to five minutes, while others take its place. */
const [firstRetryMs, longestRetryMs] = [1_000, 300_000]

/** Each uses a connection throughout; the others are left for messages and users. */
const maxConcurrent = 3

/**
 * Runs in parallel to ticks, one per organization at a time: an audience of a million takes half a minute, which must not delay
 * small broadcasts. A stop of the process aborts it (`database.signal`) and rolls back; the next start prepares it again.
 */
export function prepareInBackground({
  onEnd,
  now = () => performance.now(),
  ...options
}: PreparingOptions & {
  /** Called when there is room to prepare another broadcast. */
  onEnd: () => void
  now?: () => number
}): Preparing {
  const { database, log } = options
  const inFlight = new Map<string, Promise<unknown>>()
  /** By broadcast. */
  const failed = new Map<string, { waitMs: number; until: number }>()
  const backOff = (id: string) => {
    const waitMs = Math.min((failed.get(id)?.waitMs ?? firstRetryMs / 2) * 2, longestRetryMs)
    // Entries of cancelled broadcasts are never retried.
    for (const [other, { until }] of failed) if (until < now() - longestRetryMs) failed.delete(other)
    failed.set(id, { waitMs, until: now() + waitMs })
  }
  return {
    begin: async (broadcast) => {
      const { id, organization_id } = broadcast
      if (database.signal?.aborted || inFlight.has(organization_id) || inFlight.size >= maxConcurrent) return
      if (now() < (failed.get(id)?.until ?? 0)) return
      const work = prepare(options, broadcast)
        .finally(() => inFlight.delete(organization_id))
        .then((isDone) => {
          failed.delete(id)
          // If another process prepares it, the next tick checks again.
          if (isDone) onEnd()
        })
        .catch((error: unknown) => {
          backOff(id)
          log.error({ err: error, broadcast_id: id }, 'preparing the broadcast failed, retrying')
          if (!database.signal?.aborted) onEnd()
        })
      inFlight.set(organization_id, work)
    },
    settled: async () => void (await Promise.all(inFlight.values())),
  }
}

/** Freezes the audience and starts sending; or fails the broadcast with the reason. False: another process is preparing it. */
export async function prepare(
  { database, broadcasts, log }: PreparingOptions,
  broadcast: ActiveBroadcast,
): Promise<boolean> {
  const recipients = await inTenant(database, broadcast, async (tenant) => {
    await shareLockOrganization(tenant)
    // The state changes first: it locks the broadcast, so that only one process freezes it. The other does not wait,
    // because it has other broadcasts to start.
    if (!(await broadcasts.startSending(tenant, broadcast.id))) return undefined
    const problem = await broadcasts.audienceProblem(tenant, broadcast.id)
    if (problem) {
      await broadcasts.fail(tenant, broadcast.id, problem)
      return 0
    }
    const frozen = await queries.freezeAudience(tenant, broadcast)
    // A rule that broke in between has produced no rows. Rolls back; the next attempt reports the reason.
    if (await broadcasts.audienceProblem(tenant, broadcast.id))
      throw new Error('a group of the audience became invalid while recipients were frozen')
    if (frozen === 0) await broadcasts.fail(tenant, broadcast.id, message('broadcast.no_recipients'))
    // Wakes the session's owner, so that sending starts immediately.
    else await hint(tenant, 'broadcasts')
    return frozen
  })
  // Small ones change no plan.
  if (recipients !== undefined && recipients > 200 && !database.signal?.aborted)
    // It is sending by now; without statistics only more slowly.
    await refreshStatistics(database, ['recipients', 'contacts']).catch((error: unknown) =>
      log.error({ err: error, broadcast_id: broadcast.id }, 'analyze after preparing failed'),
    )
  return recipients !== undefined
}
