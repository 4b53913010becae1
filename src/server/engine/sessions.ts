// Which sessions are ours: leases taken, renewed and given up, commands passed on.
import { type Database, inTenant } from '../db/index.ts'
import type { Driver } from '../drivers/driver.ts'
import type { Keys } from '../keys.ts'
import * as waSessions from '../wa-sessions/service.ts'
import * as leases from './leases/queries.ts'
import { type OwnedOptions, type OwnedSession, ownSession } from './session.ts'

export interface Sessions {
  /** One look at what is wanted. */
  tick(): Promise<void>
  /** Those that are connected. */
  working(): OwnedSession[]
  /** Those of an organization look whether there is something to send; without one, all. */
  wake(organization_id?: string): void
  /** Closes all in good order and gives up their leases, so that another process may take over at once. */
  stop(): Promise<void>
}

export interface SessionsOptions {
  database: Database
  keys: Keys
  drivers: Readonly<Record<string, Driver>>
  ownerId: string
  log: OwnedOptions['log']
  time?: OwnedOptions['time']
  /** How long a process that is silent keeps its sessions; shorter in tests. */
  leaseSeconds?: number
  pollMs: OwnedOptions['pollMs']
}

export function ownSessions(options: SessionsOptions): Sessions {
  const { database, keys, drivers, ownerId, log, time, leaseSeconds = 30, pollMs } = options
  const renewMs = (leaseSeconds * 1_000) / 3
  /** Trust ends this long before the lease, so that a slow renewal never stretches it. */
  const marginMs = (leaseSeconds * 1_000) / 6
  const owned = new Map<string, OwnedSession>()
  const busy = new Map<string, Promise<void>>()
  let renewedAt = 0
  let renewing: Promise<void> | undefined
  let stopped = false
  // Whatever else a turn waits for. What fails here is tried again by the next turn, which says so.
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
      for (const session of owned.values()) session.sendNoMore()
      // They stay ours until they are closed.
      renewedAt = Number.NEGATIVE_INFINITY
      await renewed().catch(() => {})
      await Promise.all(busy.values())
      await Promise.all([...owned].map(([id, session]) => end(id, session)))
      clearInterval(renewal)
      owned.clear()
    },
  }

  /** What fails with one of them is no reason to leave the others in mid-sentence. */
  async function end(id: string, session: OwnedSession) {
    try {
      await session.finish()
      await inTenant(database, session.term, (tenant) => leases.releaseLease(tenant, session.term))
    } catch (error) {
      log.error({ err: error, session_id: id }, 'a session did not end in good order')
    }
  }

  async function tick() {
    await renewed()
    for (const task of await waSessions.tasks(database, ownerId)) {
      const driver = drivers[task.driver]
      // One session that is slow to close does not hold up the others.
      if (stopped || !driver || busy.has(task.id)) continue
      keepBusy(task.id, settle(task, driver))
    }
  }

  function keepBusy(id: string, work: Promise<void>) {
    const kept = work
      .catch((error: unknown) => log.error({ err: error, session_id: id }, 'a session waits'))
      .finally(() => {
        if (busy.get(id) === kept) busy.delete(id)
      })
    busy.set(id, kept)
  }

  async function settle(task: waSessions.SessionTask, driver: Driver) {
    const session = owned.get(task.id) ?? (await acquire(task, driver))
    if (!session) return
    const over = await session.settle(task)
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
      trustedUntil: asked + leaseSeconds * 1_000 - marginMs,
      // Longer than a renewal takes to come: by then it is known whether it is ours.
      returnMs: renewMs * 1.5,
      vaultKey: keys('wa-credentials'),
      messageKey: keys('message-id'),
      places: () => (working().length > 1 ? driver.abilities.inFlightBeside : driver.abilities.inFlight),
      ...(time ? { time } : {}),
      pollMs,
      log,
    })
    owned.set(task.id, session)
    return session
  }

  /** Nobody else may have it yet: it is not opened here again before its line has ended, nor closed before it is open. */
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
        if (ours.has(id)) session.trustUntil(asked + leaseSeconds * 1_000 - marginMs)
        else {
          log.warn({ session_id: id }, 'another process owns this session now')
          session.trustUntil(Number.NEGATIVE_INFINITY)
          owned.delete(id)
          keepBusy(id, closed(session, busy.get(id)))
        }
      }
    }
    renewedAt = asked
  }
}
