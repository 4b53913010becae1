// Scheduler: starts and completes broadcasts when due, and decides overdue and unconfirmed messages.
import { type Database, inTenant, shareLockOrganization } from '../../platform/db/index.ts'
import type { Driver } from '../drivers/driver.ts'
import * as replies from '../replies/service.ts'
import * as waSessions from '../wa-sessions/service.ts'
import { type ActiveBroadcast, about, type Broadcasts } from './broadcasts.ts'
import * as leases from './leases/queries.ts'
import { mayResend } from './paced-claim.ts'
import { prepare } from './preparing.ts'
import * as queries from './queries.ts'
import * as results from './results/queries.ts'

interface SchedulerOptions {
  database: Database
  broadcasts: Broadcasts
  log: { info(detail: object, text: string): void; error(detail: object, text: string): void }
  /** Replaces the database's clock in tests. */
  time?: ((now: number) => number) | undefined
  /** Freezes the audience of a started broadcast; by default this happens within the tick, which waits for it. */
  prepare?: (broadcast: ActiveBroadcast) => Promise<unknown>
}

/** How many expired messages of a broadcast one tick skips: a million would take half a minute, in which other organizations wait. */
const skippedAtOnce = 5_000

/**
 * Starts broadcasts that are due, freezes the audiences of started ones, skips expired messages and completes finished
 * broadcasts. Returns the ids of the sessions that are sending a broadcast.
 */
export async function advanceBroadcasts(options: SchedulerOptions): Promise<ReadonlySet<string>> {
  const { database, broadcasts, log, time = (now: number) => now } = options
  const freeze = options.prepare ?? ((broadcast: ActiveBroadcast) => prepare(options, broadcast))
  const now = new Date(time((await broadcasts.clock(database)).getTime()))
  // The next tick retries; one failing broadcast does not block the others.
  const waits = (broadcast: { id: string; request_id: string | null }) => (error: unknown) =>
    log.error({ err: error, ...about(broadcast) }, 'advancing the broadcast failed, retrying')
  for (const broadcast of await broadcasts.due(database, now)) {
    const { id, organization_id } = broadcast
    await inTenant(database, { organization_id }, async (tenant) => {
      await shareLockOrganization(tenant)
      await broadcasts.startDue(tenant, id, now)
    }).catch(waits(broadcast))
  }
  const active = await broadcasts.active(database, now)
  for (const broadcast of active) {
    const step = broadcast.status === 'preparing' ? freeze(broadcast) : advance(options, broadcast)
    await step.catch(waits(broadcast))
  }
  return new Set(active.filter(({ status }) => status === 'sending').map(({ session_id }) => session_id))
}

async function advance({ database, broadcasts, log }: SchedulerOptions, broadcast: ActiveBroadcast) {
  const isDone = await inTenant(database, broadcast, async (tenant) => {
    if (broadcast.is_expired) {
      await shareLockOrganization(tenant)
      await queries.expirePending(tenant, broadcast.id, skippedAtOnce)
    }
    if (!(await results.isBroadcastDone(tenant, broadcast))) return false
    // An approval of changed messages may be making recipients pending again, so this checks once more under the lock.
    await broadcasts.lockBroadcast(tenant, broadcast.id)
    return (await results.isBroadcastDone(tenant, broadcast)) && (await broadcasts.complete(tenant, broadcast.id))
  })
  if (isDone) log.info(about(broadcast), 'broadcast completed')
}

/** Decides overdue messages of a connected session. */
export async function settleOverdue(
  database: Database,
  term: leases.Term,
  abilities: Driver['abilities'],
): Promise<void> {
  await inTenant(database, term, async (tenant) => {
    const rules = await leases.lockLease(tenant, term)
    if (!rules) return
    await queries.failUnknown(tenant, term.session_id, mayResend(abilities, rules))
    await queries.markOverdueUnknown(tenant, term.session_id, abilities.evidenceMs)
  })
}

/** Decides messages of sessions that stay disconnected: unconfirmed ones after weeks, unsent answers after a day. */
export async function settleSilent(
  database: Database,
  log: { error(detail: object, text: string): void },
): Promise<void> {
  for (const { id, organization_id } of await waSessions.silentFor(database, 1)) {
    await inTenant(database, { organization_id }, async (tenant) => {
      await queries.failUnknownOfSilentSession(tenant, id)
      await replies.failUnknownOfSilentSession(tenant, id, queries.maxUnknownDays)
    }).catch((error: unknown) =>
      log.error({ err: error, session_id: id }, 'failing unconfirmed messages of an inactive session failed, retrying'),
    )
  }
}
