// From *send* to the first message: who will get a broadcast is written down.
import { faultOf } from '../broadcast-groups/service.ts'
import * as broadcasts from '../broadcasts/service.ts'
import { hint } from '../db/hints.ts'
import { type Database, inTenant, refreshStatistics, shareLockOrganization } from '../db/index.ts'
import * as queries from './queries.ts'

export interface Preparing {
  /** Unless its organization, or as many others as may, are at it: then a later turn begins it. Resolves at once. */
  begin(broadcast: broadcasts.Active): Promise<void>
  /** Resolves when none is under way. */
  settled(): Promise<void>
}

/** What fails is retried after a second, and each time twice as long, up to five minutes: meanwhile others have its place. */
const [firstRetryMs, longestRetryMs] = [1_000, 300_000]

/** Each has a connection for as long as it takes; the others are for messages and for people. */
const maxAtOnce = 3

/**
 * Beside the turns, and of each organization one at a time: an audience of a million takes half a minute, for which nobody
 * else's ten have to wait. `onEnd`: there is room for the next one. A stop waits for none either (`database.signal`): what
 * was begun is undone, the broadcast is `preparing` still, and whoever comes next begins it.
 */
export function prepareInBackground(
  database: Database,
  log: { error(detail: object, text: string): void },
  onEnd: () => void,
  now: () => number = () => performance.now(),
): Preparing {
  const underWay = new Map<string, Promise<unknown>>()
  /** By broadcast. */
  const failed = new Map<string, { waitMs: number; until: number }>()
  const putOff = (id: string) => {
    const waitMs = Math.min((failed.get(id)?.waitMs ?? firstRetryMs / 2) * 2, longestRetryMs)
    // Cancelled ones never come again.
    for (const [other, { until }] of failed) if (until < now() - longestRetryMs) failed.delete(other)
    failed.set(id, { waitMs, until: now() + waitMs })
  }
  return {
    begin: async (broadcast) => {
      const { id, organization_id } = broadcast
      if (database.signal?.aborted || underWay.has(organization_id) || underWay.size >= maxAtOnce) return
      if (now() < (failed.get(id)?.until ?? 0)) return
      const work = prepare(database, broadcast)
        .finally(() => underWay.delete(organization_id))
        .then((isDone) => {
          failed.delete(id)
          // What is another process's waits for the next turn.
          if (isDone) onEnd()
        })
        .catch((error: unknown) => {
          putOff(id)
          log.error({ err: error, broadcast_id: id }, 'a broadcast waits')
          if (!database.signal?.aborted) onEnd()
        })
      underWay.set(organization_id, work)
    },
    settled: async () => void (await Promise.all(underWay.values())),
  }
}

/** Begins to send it, with its audience written down; or fails it, and says why. False: somebody else is at it. */
export async function prepare(database: Database, broadcast: broadcasts.Active): Promise<boolean> {
  const recipients = await inTenant(database, broadcast, async (tenant) => {
    await shareLockOrganization(tenant)
    // The change of state comes first: it locks the broadcast, so that of two processes one freezes. The other one does not
    // wait for that: it has others to begin with.
    if (!(await broadcasts.startSending(tenant, broadcast.id))) return undefined
    const fault = await faultOf(tenant, broadcast.id)
    if (fault) {
      await broadcasts.fail(tenant, broadcast.id, fault)
      return 0
    }
    const frozen = await queries.freezeAudience(tenant, broadcast)
    // What broke in between is in no row. Undone with all else here, and the next turn says why.
    if (await faultOf(tenant, broadcast.id)) throw new Error('a group of the audience broke while it was frozen')
    if (frozen === 0) await broadcasts.fail(tenant, broadcast.id, 'There was nobody to send to.')
    // Sending begins at once, whoever owns the session.
    else await hint(tenant, 'broadcasts')
    return frozen
  })
  // Small ones change no plan.
  if (recipients !== undefined && recipients > 200 && !database.signal?.aborted)
    await refreshStatistics(database, ['recipients', 'contacts'])
  return recipients !== undefined
}
