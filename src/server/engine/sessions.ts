// Owns leases and reconciles each session with its desired status.
import { type Database, inTenant } from '../db/index.ts'
import type { Driver } from '../drivers/driver.ts'
import type { Keys } from '../keys.ts'
import * as waSessions from '../wa-sessions/service.ts'
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
  keys: Keys
  drivers: Readonly<Record<string, Driver>>
  ownerId: string
  log: OwnedOptions['log']
  time?: OwnedOptions['time']
  /** After this long without a renewal, other processes may take over a session; shorter in tests. */
  leaseSeconds?: number
  pollMs: OwnedOptions['pollMs']
}

export function ownSessions(options: SessionsOptions): Sessions {
  const { database, keys, drivers, ownerId, log, time, leaseSeconds = 30, pollMs } = options
  const renewMs = (leaseSeconds * 1_000) / 3
  /** Trust ends this long before the lease, so that a slow renewal never extends it. */
  const marginMs = (leaseSeconds * 1_000) / 6
  const owned = new Map<string, OwnedSession>()
  const reconciling = new Map<string, Promise<void>>()
  let renewedAt = 0
  let renewing: Promise<void> | undefined
  let stopped = false
  // Independent of ticks that wait. The next tick retries a failed renewal and logs the error.
  const renewal = setInterval(() => void renewed().catch(() => {}), renewMs / 4).unref()

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
      // Renew once more: the sessions stay ours until they are closed.
      renewedAt = Number.NEGATIVE_INFINITY
      await renewed().catch(() => {})
      await Promise.all(reconciling.values())
      await Promise.all([...owned].map(([id, session]) => end(id, session)))
      clearInterval(renewal)
      owned.clear()
    },
  }

  /** A failure of one session must not leave the others in the middle of a send. */
  async function end(id: string, session: OwnedSession) {
    try {
      await session.finish()
      await inTenant(database, session.term, (tenant) => leases.releaseLease(tenant, session.term))
    } catch (error) {
      log.error({ err: error, session_id: id }, 'closing the session failed')
    }
  }

  async function tick() {
    await renewed()
    for (const task of await waSessions.tasks(database, ownerId)) {
      const driver = drivers[task.driver]
      // One session that is slow to close does not block the others.
      if (stopped || !driver || reconciling.has(task.id)) continue
      trackWork(task.id, reconcile(task, driver))
    }
  }

  function trackWork(id: string, work: Promise<void>) {
    const kept = work
      .catch((error: unknown) => log.error({ err: error, session_id: id }, 'session reconcile failed, retrying'))
      .finally(() => {
        if (reconciling.get(id) === kept) reconciling.delete(id)
      })
    reconciling.set(id, kept)
  }

  async function reconcile(task: waSessions.SessionTask, driver: Driver) {
    const session = owned.get(task.id) ?? (await acquire(task, driver))
    if (!session) return
    const over = await session.reconcile(task)
    if (!over) return
    owned.delete(task.id)
    await inTenant(database, session.term, (tenant) => leases.releaseLease(tenant, session.term))
  }

  async function acquire(task: waSessions.SessionTask, driver: Driver) {
    const asked = performance.now()
    const fence = await inTenant(database, task, (tenant) =>
      leases.acquireLease(tenant, task.id, ownerId, leaseSeconds),
    )
    if (fence === undefined) return undefined
    const session = ownSession({
      database,
      driver,
      term: { organization_id: task.organization_id, session_id: task.id, fence },
      leaseValidUntil: asked + leaseSeconds * 1_000 - marginMs,
      // Longer than the interval of renewals: by then we know whether the session is still ours.
      returnMs: renewMs * 1.5,
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

  async function renewed() {
    if (performance.now() - renewedAt <= renewMs) return
    renewing ??= renew().finally(() => {
      renewing = undefined
    })
    await renewing
  }

  async function renew() {
    const asked = performance.now()
    if (owned.size > 0) {
      const ours = await leases.renewLeases(
        database,
        ownerId,
        [...owned.values()].map(({ term }) => term),
        leaseSeconds,
      )
      for (const [id, session] of owned) {
        if (ours.has(id)) session.setLeaseValidUntil(asked + leaseSeconds * 1_000 - marginMs)
        else {
          log.warn({ session_id: id }, 'lease lost: another process owns the session')
          session.setLeaseValidUntil(Number.NEGATIVE_INFINITY)
          owned.delete(id)
          trackWork(id, closed(session, reconciling.get(id)))
        }
      }
    }
    renewedAt = asked
  }
}
