// Prepares broadcasts: freezes the audience between *send* and the first message.
import { faultOf } from '../broadcast-groups/service.ts'
import * as broadcasts from '../broadcasts/service.ts'
import { hint } from '../db/hints.ts'
import { type Database, inTenant, refreshStatistics, shareLockOrganization } from '../db/index.ts'
import * as queries from './queries.ts'

interface Log {
  error(detail: object, text: string): void
}

export interface Preparing {
  /** Starts unless its organization, or the maximum number of others, is being prepared: then a later tick does. Returns immediately. */
  begin(broadcast: broadcasts.Active): Promise<void>
  /** Resolves when none is running. */
  settled(): Promise<void>
}

/** Backoff: retries after one second, doubling up to five minutes, while others take its place. */
const [firstRetryMs, longestRetryMs] = [1_000, 300_000]

/** Each uses a connection throughout; the others are left for messages and users. */
const maxAtOnce = 3

/**
 * Runs beside the ticks, one per organization at a time: an audience of a million takes half a minute, which must not delay
 * small broadcasts. `onEnd`: there is room for the next one. Stopping aborts it (`database.signal`): the transaction rolls
 * back, the broadcast is still `preparing`, and the next start prepares it.
 */
export function prepareInBackground(
  database: Database,
  log: Log,
  onEnd: () => void,
  now: () => number = () => performance.now(),
): Preparing {
  const underWay = new Map<string, Promise<unknown>>()
  /** By broadcast. */
  const failed = new Map<string, { waitMs: number; until: number }>()
  const putOff = (id: string) => {
    const waitMs = Math.min((failed.get(id)?.waitMs ?? firstRetryMs / 2) * 2, longestRetryMs)
    // Entries of cancelled broadcasts are never retried.
    for (const [other, { until }] of failed) if (until < now() - longestRetryMs) failed.delete(other)
    failed.set(id, { waitMs, until: now() + waitMs })
  }
  return {
    begin: async (broadcast) => {
      const { id, organization_id } = broadcast
      if (database.signal?.aborted || underWay.has(organization_id) || underWay.size >= maxAtOnce) return
      if (now() < (failed.get(id)?.until ?? 0)) return
      const work = prepare(database, broadcast, log)
        .finally(() => underWay.delete(organization_id))
        .then((isDone) => {
          failed.delete(id)
          // If another process prepares it, the next tick checks again.
          if (isDone) onEnd()
        })
        .catch((error: unknown) => {
          putOff(id)
          log.error({ err: error, broadcast_id: id }, 'preparing the broadcast failed, retrying')
          if (!database.signal?.aborted) onEnd()
        })
      underWay.set(organization_id, work)
    },
    settled: async () => void (await Promise.all(underWay.values())),
  }
}

/** Freezes the audience and starts sending; or fails the broadcast with the reason. False: another process is preparing it. */
export async function prepare(database: Database, broadcast: broadcasts.Active, log: Log = console): Promise<boolean> {
  const recipients = await inTenant(database, broadcast, async (tenant) => {
    await shareLockOrganization(tenant)
    // The state changes first: it locks the broadcast, so that only one process freezes it. The other does not wait,
    // because it has other broadcasts to start.
    if (!(await broadcasts.startSending(tenant, broadcast.id))) return undefined
    const fault = await faultOf(tenant, broadcast.id)
    if (fault) {
      await broadcasts.fail(tenant, broadcast.id, fault)
      return 0
    }
    const frozen = await queries.freezeAudience(tenant, broadcast)
    // A rule that broke in between has produced no rows. Rolls back; the next attempt reports the reason.
    if (await faultOf(tenant, broadcast.id)) throw new Error('a group of the audience broke while it was frozen')
    if (frozen === 0) await broadcasts.fail(tenant, broadcast.id, 'This broadcast has no recipients.')
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
