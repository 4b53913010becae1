// Starts and stops what happens after "send": sessions, scheduler and dispatchers, and nothing else.
import { inBackground } from '../db/background.ts'
import type { Database } from '../db/index.ts'
import type { Driver } from '../drivers/driver.ts'
import type { Keys } from '../keys.ts'
import { advanceBroadcasts, settleOverdue } from './scheduler.ts'
import { ownSessions, type SessionsOptions } from './sessions.ts'

export interface EngineOptions {
  database: Database
  keys: Keys
  drivers: Readonly<Record<string, Driver>>
  /** The same after a restart, and never that of another live process: see `acquireLease`. */
  ownerId: string
  log: SessionsOptions['log']
  time?: SessionsOptions['time']
  leaseSeconds?: SessionsOptions['leaseSeconds']
}

export function startEngine(options: EngineOptions): { stop(): Promise<void> } {
  const { database, log } = options
  const sessions = ownSessions(options)
  const background = inBackground({
    database,
    log,
    name: 'broadcasts',
    pollMs: 1_000,
    turn: async () => {
      await sessions.tick()
      await advanceBroadcasts(database, log)
      for (const { term, abilities } of sessions.working()) await settleOverdue(database, term, abilities)
      return false
    },
    onHint: sessions.wake,
  })

  return {
    stop: async () => {
      await background.stop()
      await sessions.stop()
    },
  }
}
