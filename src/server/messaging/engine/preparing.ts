// Prepares broadcasts: freezes the audience between *send* and the first message.

import { message } from '../../../contract/messages/message.ts'
import { hint } from '../../platform/db/hints.ts'
import {
  type Database,
  inTenant,
  refreshStatistics,
  shareLockOrganization,
  type Tenant,
} from '../../platform/db/index.ts'
import { type ActiveBroadcast, about, type Broadcasts } from './broadcasts.ts'
import { claimUnwritten } from './claims/queries.ts'
import * as queries from './queries.ts'
import { openRenderer } from './rendering.ts'
import { failureOf, isContentError, Unsendable } from './unsendable.ts'

interface PreparingOptions {
  database: Database
  broadcasts: Broadcasts
  log: { info(detail: object, text: string): void; error(detail: object, text: string): void }
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
          log.error({ err: error, ...about(broadcast) }, 'preparing the broadcast failed, retrying')
          if (!database.signal?.aborted) onEnd()
        })
      inFlight.set(organization_id, work)
    },
    settled: async () => void (await Promise.all(inFlight.values())),
  }
}

/** Freezes the audience and starts sending; or fails the broadcast with the reason. False: another process is preparing it. */
export async function prepare(options: PreparingOptions, broadcast: ActiveBroadcast): Promise<boolean> {
  if (broadcast.approval === 'asked') return await prepareForApproval(options, broadcast)
  const { database, broadcasts } = options
  const recipients = await inTenant(database, broadcast, async (tenant) => {
    await shareLockOrganization(tenant)
    // The state changes first: it locks the broadcast, so that only one process freezes it. The other does not wait,
    // because it has other broadcasts to start.
    if (!(await broadcasts.startSending(tenant, broadcast.id, broadcast.version))) return undefined
    const frozen = await freeze(tenant, broadcasts, broadcast)
    // The rule or the audience may have changed since the user pressed Send.
    if (frozen > 0 && (await broadcasts.needsApproval(tenant, broadcast.id, frozen))) {
      await queries.unfreezeAudience(tenant, broadcast.id)
      await broadcasts.pauseUnapproved(tenant, broadcast.id)
      return 0
    }
    // Wakes the session's owner, so that sending starts immediately.
    if (frozen > 0) await hint(tenant, 'broadcasts')
    return frozen
  })
  await afterFreezing(options, broadcast, recipients ?? 0)
  return recipients !== undefined
}

/** How many messages are written in one transaction. */
const writtenAtOnce = 500

/**
 * Freezes the audience and writes each message in batches, exactly as it would be sent now; the broadcast then awaits approval.
 * After a kill, the next tick writes the missing messages.
 */
async function prepareForApproval(options: PreparingOptions, broadcast: ActiveBroadcast): Promise<boolean> {
  const { database, broadcasts } = options
  const frozen = await inTenant(database, broadcast, async (tenant) => {
    await shareLockOrganization(tenant)
    if (!(await broadcasts.holdAsked(tenant, broadcast.id, broadcast.version))) return undefined
    return (await queries.isFrozen(tenant, broadcast.id)) ? 0 : await freeze(tenant, broadcasts, broadcast)
  })
  if (frozen === undefined) return false
  await afterFreezing(options, broadcast, frozen)
  const renderer = openRenderer(null)
  let after: string | null = null
  const writeNext = () =>
    inTenant(database, broadcast, async (tenant): Promise<'more' | 'done' | 'lost'> => {
      await shareLockOrganization(tenant)
      const turn = await broadcasts.holdAsked(tenant, broadcast.id, broadcast.version)
      if (!turn) return 'lost'
      const rows = await claimUnwritten(tenant, broadcast.id, writtenAtOnce, after)
      if (rows.length === 0) {
        await broadcasts.awaitApproval(tenant, broadcast.id)
        await hint(tenant, 'broadcasts')
        return 'done'
      }
      const decisions = await renderer.decide(tenant, turn, rows)
      await queries.markWritten(tenant, decisions)
      after = rows[decisions.length - 1]!.id
      return 'more'
    })
  try {
    while (!database.signal?.aborted) {
      const step = await writeNext()
      if (step !== 'more') return step === 'done'
    }
  } catch (error) {
    // The text cannot be rendered, so another attempt would fail as well: the broadcast fails, as it does when sending.
    if (!(error instanceof Unsendable) && !isContentError(error)) throw error
    await inTenant(database, broadcast, async (tenant) => {
      await shareLockOrganization(tenant)
      if (await broadcasts.fail(tenant, broadcast.id, failureOf(error))) await queries.failPending(tenant, broadcast.id)
    })
    return true
  }
  return false
}

/** Returns the number of recipients, or 0 if the broadcast failed because nothing can be sent to its audience. */
async function freeze(tenant: Tenant, broadcasts: Broadcasts, broadcast: ActiveBroadcast): Promise<number> {
  const problem = await broadcasts.audienceProblem(tenant, broadcast.id)
  if (problem) {
    await broadcasts.fail(tenant, broadcast.id, problem)
    return 0
  }
  const frozen = await queries.freezeAudience(tenant, broadcast)
  // A rule that became invalid meanwhile adds no recipients. Rolls back, and the next attempt fails with the reason.
  if (await broadcasts.audienceProblem(tenant, broadcast.id))
    throw new Error('a group of the audience became invalid while recipients were frozen')
  if (frozen === 0) await broadcasts.fail(tenant, broadcast.id, message('broadcast.no_recipients'))
  return frozen
}

async function afterFreezing({ database, log }: PreparingOptions, broadcast: ActiveBroadcast, recipients: number) {
  if (recipients > 0) log.info({ ...about(broadcast), recipients }, 'audience of the broadcast frozen')
  // A small audience does not change any query plan.
  if (recipients <= 200 || database.signal?.aborted) return
  // Without fresh statistics queries are only slower, so an error is no failure.
  await refreshStatistics(database, ['recipients', 'contacts']).catch((error: unknown) =>
    log.error({ err: error, ...about(broadcast) }, 'analyze after preparing failed'),
  )
}
