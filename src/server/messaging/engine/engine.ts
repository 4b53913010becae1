// Engine: starts and stops sessions, scheduler and dispatchers.

import type { Keys } from '../../keys.ts'
import { foldCounts } from '../../platform/db/broadcast-counts.ts'
import { type Database, inTenant } from '../../platform/db/index.ts'
import { startPollingWorker } from '../../platform/db/polling-worker.ts'
import { removeOldSends } from '../chats/service.ts'
import type { Driver } from '../drivers/driver.ts'
import * as media from '../media/service.ts'
import type { Broadcasts } from './broadcasts.ts'
import type { Term } from './leases/queries.ts'
import { prepareInBackground } from './preparing.ts'
import { advanceBroadcasts, settleOverdue, settleSilent } from './scheduler.ts'
import { ownSessions, type SessionsOptions } from './sessions.ts'

export interface EngineOptions {
  database: Database
  broadcasts: Broadcasts
  keys: Keys
  drivers: Readonly<Record<string, Driver>>
  /** Stable across restarts and unique among live processes: see `acquireLease`. */
  ownerId: string
  log: SessionsOptions['log']
  time?: SessionsOptions['time']
  leaseSeconds?: SessionsOptions['leaseSeconds']
  /** Maximum delay when a hint is lost, also for sessions. Shorter in tests. */
  pollMs?: number
}

/** Interval of the cleanup: old sends, unused files, old unconfirmed messages. Also runs at the start. */
const tidyMs = 3_600_000

export function startEngine(options: EngineOptions): { stop(): Promise<void> } {
  const { database, broadcasts, log, pollMs = 1_000 } = options
  const sessions = ownSessions({ ...options, pollMs })
  let tidyAt = performance.now()
  let sweepAt = tidyAt
  let foldAt = tidyAt
  /** Runs in parallel with the ticks: due work must not wait for cleanup. */
  let tidying: Promise<void> | undefined
  const stopping = new AbortController()
  /** For work that stopping interrupts and the next start repeats. */
  const undoable = { ...database, signal: stopping.signal }
  const unlessUndone = {
    info: log.info.bind(log),
    error: (detail: { err?: unknown; [more: string]: unknown }, text: string) => {
      if (!stopping.signal.aborted || detail.err !== stopping.signal.reason) log.error(detail, text)
    },
  }
  const preparing = prepareInBackground({
    ...{ database: undoable, broadcasts, log: unlessUndone },
    onEnd: () => background.trigger(),
  })
  const background = startPollingWorker({
    database,
    log,
    name: 'broadcast engine',
    pollMs,
    tick: async () => {
      await sessions.tick()
      const sending = await advanceBroadcasts({
        ...{ database: undoable, broadcasts, log: unlessUndone },
        time: options.time,
        prepare: preparing.begin,
      })
      const working = sessions.working()
      for (const session of working) {
        if (!session.isIdle())
          await settleOverdue(database, session.term, session.driver.abilities).catch((error: unknown) =>
            log.error(
              { err: error, session_id: session.term.session_id },
              'deciding overdue messages failed, retrying',
            ),
          )
        // The hint was lost.
        else if (sending.has(session.term.session_id)) session.wake()
      }
      tidying ??= tidy(working.map(({ term }) => term))
        .catch((error: unknown) => unlessUndone.error({ err: error }, 'cleanup failed, retrying'))
        .finally(() => {
          tidying = undefined
        })
      return false
    },
    onHint: sessions.wake,
  })

  return {
    stop: async () => {
      stopping.abort()
      // Concurrently: sessions have messages in flight, and a tick may take long.
      await Promise.all([sessions.stop(), background.stop()])
      await Promise.all([tidying, preparing.settled()])
    },
  }

  async function tidy(terms: readonly Term[]) {
    // Fold first: otherwise the next reader of the counts folds all pending deltas.
    if (performance.now() >= foldAt) {
      foldAt = performance.now() + pollMs
      await foldCounts(undoable, unlessUndone)
    }
    if (terms.length > 0 && performance.now() >= tidyAt) {
      tidyAt = performance.now() + tidyMs
      let more = false
      for (const term of terms) {
        const removed = inTenant(undoable, term, (tenant) => removeOldSends(tenant, term.session_id))
        more =
          (await removed.catch((error: unknown) => {
            unlessUndone.error({ err: error, session_id: term.session_id }, 'deleting old sends failed, retrying')
            return false
          })) || more
      }
      if (more) tidyAt = performance.now()
    }
    if (performance.now() >= sweepAt) {
      sweepAt = performance.now() + tidyMs
      await settleSilent(undoable, unlessUndone)
      await media.sweep(undoable, unlessUndone, new Date())
    }
  }
}
