// Owns leases of a fair share of the sessions, and reconciles each session with its desired status.

import type { Keys } from '../../keys.ts'
import { type Database, inTenant } from '../../platform/db/index.ts'
import type { Driver } from '../drivers/driver.ts'
import * as waSessions from '../wa-sessions/service.ts'
import type { Broadcasts } from './broadcasts.ts'
import { joinWorkers } from './fair-share.ts'
import { renewalMs, startLeaseRenewal } from './lease-renewal.ts'
import * as leases from './leases/queries.ts'
import { type OwnedOptions, type OwnedSession, ownSession } from './session.ts'

export interface Sessions {
  /** Polls the desired statuses once. */
  tick(): Promise<void>
  /** The connected sessions. */
  working(): OwnedSession[]
  /** Makes the sessions of an organization check for messages to send; without an id, all sessions. */
  wake(organization_id?: string): void
  /** Closes all sessions in an orderly way and releases their leases, so that another process may take over immediately. */
  stop(): Promise<void>
}

export interface SessionsOptions {
  database: Database
  broadcasts: Broadcasts
  keys: Keys
  drivers: Readonly<Record<string, Driver>>
  ownerId: string
  log: OwnedOptions['log']
  time?: OwnedOptions['time']
  /** After this long without a renewal, other processes may take over a session; shorter in tests. */
  leaseSeconds?: number
  pollMs: OwnedOptions['pollMs']
}

/** The pause between two sessions that are given back to be spread: 2 s, because each is a new login to WhatsApp. */
const giveBackMs = (leaseSeconds: number) => (leaseSeconds * 1_000) / 15

/** The most sessions that one tick takes, so that a worker that starts a moment later gets some too. */
const maxTaken = 100

export function ownSessions(options: SessionsOptions): Sessions {
  const { database, broadcasts, keys, drivers, ownerId, log, time, leaseSeconds = 30, pollMs } = options
  const owned = new Map<string, OwnedSession>()
  const reconciling = new Map<string, Promise<void>>()
  let stopped = false
  let giveBackAt = Number.NEGATIVE_INFINITY
  const share = joinWorkers({ database, ownerId, leaseSeconds })
  const renewal = startLeaseRenewal({
    ...{ database, ownerId, leaseSeconds },
    terms: () => [...owned.values()].map(({ term }) => term),
    onRenewed: (term, validUntil) => {
      const session = owned.get(term.session_id)
      if (session?.term === term) session.setLeaseValidUntil(validUntil)
    },
    onLost: lost,
  })

  const working = () => [...owned.values()].filter((session) => session.isWorking())

  return {
    tick,
    working,
    wake: (organization_id) => {
      for (const session of owned.values())
        if (!organization_id || session.term.organization_id === organization_id) session.wake()
    },
    stop: async () => {
      stopped = true
      for (const session of owned.values()) session.stopSending()
      // Renewed once more, so that the sessions stay ours until they are closed. All at once: a process has 25 seconds to stop.
      const ids = new Set([...owned.keys(), ...reconciling.keys()])
      await Promise.allSettled([share.leave(), renewal.renewNow(), ...[...ids].map(end)])
      renewal.stop()
      await Promise.all(reconciling.values())
      owned.clear()
    },
  }

  /** A failure of one session must not leave the others in the middle of a send. */
  async function end(id: string) {
    await reconciling.get(id)
    const session = owned.get(id)
    if (!session) return
    try {
      await session.finish()
      await release(id, session)
    } catch (error) {
      log.error({ err: error, session_id: id }, 'closing the session failed')
    }
  }

  async function tick() {
    await renewal.renewIfDue()
    const { most, is_settled } = await share.now()
    // One whose work ends during the query may just have been released: it is left to the next tick.
    const busy = new Set(reconciling.keys())
    // Read before the query too: its answer may still count a session that is released meanwhile.
    const isGivingBack = [...busy, ...owned.keys()].some((id) => owned.get(id)?.isLeaving() ?? true)
    const tasks = await waSessions.tasks(database, ownerId)
    const isOurs = ({ id, is_held }: waSessions.SessionTask) => is_held || owned.has(id) || reconciling.has(id)
    const spare = most - tasks.filter((task) => task.desired_status === 'running' && isOurs(task)).length
    // If nobody has taken the last one yet, perhaps no worker is there to do so, for example because it was just killed.
    const isOneFree = tasks.some((task) => task.desired_status === 'running' && drivers[task.driver] && !isOurs(task))
    if (spare < 0 && is_settled && !isOneFree && !isGivingBack) giveBackOne()
    let places = Math.min(spare, maxTaken)
    for (const task of tasks) {
      const driver = drivers[task.driver]
      // One session that is slow to close does not block the others.
      if (stopped || !driver || busy.has(task.id) || reconciling.has(task.id)) continue
      // Beyond our share another worker takes it.
      if (task.desired_status === 'running' && !isOurs(task) && places-- <= 0) continue
      trackWork(task.id, reconcile(task, driver))
    }
  }

  /** Closes one session for another worker to take: an idle one if possible, and none that a user is linking. */
  function giveBackOne() {
    if (performance.now() < giveBackAt) return
    const connected = working()
    const session = connected.find((one) => one.isIdle()) ?? connected[0]
    session?.stopSending()
    giveBackAt = performance.now() + giveBackMs(leaseSeconds)
  }

  function trackWork(id: string, work: Promise<void>) {
    const tracked = work
      .catch((error: unknown) => log.error({ err: error, session_id: id }, 'session reconcile failed, retrying'))
      .finally(() => {
        if (reconciling.get(id) === tracked) reconciling.delete(id)
      })
    reconciling.set(id, tracked)
  }

  async function reconcile(task: waSessions.SessionTask, driver: Driver) {
    const session = owned.get(task.id) ?? (await acquire(task, driver))
    if (!session) return
    // The engine began to stop while the lease was acquired.
    if (stopped) return await release(task.id, session)
    // The user has chosen another driver since the session failed.
    const isReplaced = session.driver !== driver
    if (isReplaced) await session.close()
    if (isReplaced || (await session.reconcile(task))) await release(task.id, session)
  }

  async function release(id: string, session: OwnedSession) {
    owned.delete(id)
    await inTenant(database, session.term, async (tenant) => {
      await leases.releaseLease(tenant, session.term)
      await waSessions.reportReleased(tenant, id, session.term.fence)
    })
  }

  async function acquire(task: waSessions.SessionTask, driver: Driver) {
    const requestedAt = performance.now()
    const fence = await inTenant(database, task, async (tenant) => {
      const acquired = await leases.acquireLease(tenant, task.id, ownerId, leaseSeconds)
      if (acquired !== undefined) await waSessions.reportTaken(tenant, task)
      return acquired
    })
    if (fence === undefined) return undefined
    const session = ownSession({
      database,
      broadcasts,
      driver,
      term: { organization_id: task.organization_id, session_id: task.id, fence },
      leaseValidUntil: renewal.validUntil(requestedAt),
      // Longer than the interval of renewals: by then we know whether the session is still ours.
      returnMs: renewalMs(leaseSeconds) * 1.5,
      vaultKey: keys('wa-credentials'),
      messageKey: keys('message-id'),
      capacity: () => (working().length > 1 ? driver.abilities.inFlightBeside : driver.abilities.inFlight),
      ...(time ? { time } : {}),
      pollMs,
      log,
    })
    owned.set(task.id, session)
    return session
  }

  /** Closes after pending work, so that the session is not reopened here before its connection has ended. */
  async function closed(session: OwnedSession, before: Promise<void> | undefined) {
    await before
    await session.close()
  }

  function lost(term: leases.Term) {
    const { session_id } = term
    const session = owned.get(session_id)
    // This process has released the session in the meantime, and may have acquired it again.
    if (session?.term !== term) return
    log.warn({ session_id }, 'lease lost: another process owns the session')
    session.setLeaseValidUntil(Number.NEGATIVE_INFINITY)
    owned.delete(session_id)
    trackWork(session_id, closed(session, reconciling.get(session_id)))
  }
}
