// Background worker: polls for work, woken early by hints.
import { DatabaseUnavailable } from './connection-pool.ts'
import { listenForHints, type Topic } from './hints.ts'
import type { Database } from './index.ts'

export interface WorkerLog {
  error(context: object, message: string): void
}

export interface PollingWorkerOptions {
  database: Database
  log: WorkerLog
  /** Names the worker in the log: `import worker`. */
  name: string
  /** The topics that wake it; all if absent. */
  topics?: readonly Topic[]
  /** The longest delay if a hint is lost. */
  pollMs: number
  /** Does one piece of work; returns true if there may be more right now. */
  tick(): Promise<boolean>
  /** For other code that wants the hints too: a record of this organization changed. */
  onHint?(organization_id: string): void
}

export interface PollingWorker {
  /** Runs a tick immediately, or after the current one. */
  trigger(): void
  /** Drains: waits for the current tick to finish. */
  stop(): Promise<void>
}

/** Runs tick after tick, never two concurrently. */
export function startPollingWorker({
  database,
  log,
  name,
  topics,
  pollMs,
  tick,
  onHint,
}: PollingWorkerOptions): PollingWorker {
  let stopped = false
  let hinted = false
  let wake = () => {}
  const trigger = () => {
    hinted = true
    wake()
  }
  const hints = listenForHints(database.connection, (topic, organization_id) => {
    if (topics && !topics.includes(topic)) return
    trigger()
    onHint?.(organization_id)
  })
  const running = loop()

  return {
    trigger,
    stop: async () => {
      stopped = true
      wake()
      await hints.close()
      await running
    },
  }

  async function loop() {
    let lastFailure: string | undefined
    while (!stopped) {
      hinted = false
      let more = false
      try {
        more = await tick()
        lastFailure = undefined
      } catch (error) {
        const failure = failureKind(error)
        if (failure !== lastFailure) {
          const what = failure === unavailable ? 'paused, database unavailable' : 'failed'
          log.error({ err: error }, `${name} ${what}, retrying within ${pollMs / 1_000} s`)
        }
        lastFailure = failure
      }
      if (!more && !hinted && !stopped) await sleep()
    }
  }

  async function sleep() {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    wake = () => {}
  }
}

const unavailable = 'database unavailable'

/** One line per kind of failure, not one per poll. Not by message: one with an id would differ with each poll. */
function failureKind(error: unknown): string {
  if (error instanceof DatabaseUnavailable) return unavailable
  const { name = typeof error, code = '' } = (error ?? {}) as { name?: string; code?: string | number }
  return `${name} ${code}`
}
