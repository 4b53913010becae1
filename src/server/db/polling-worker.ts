// Work that goes on beside the requests: woken by hints, correct by polling alone.
import { listenForHints, type Topic } from './hints.ts'
import type { Database } from './index.ts'

export interface WorkerLog {
  error(context: object, message: string): void
}

export interface PollingWorkerOptions {
  database: Database
  log: WorkerLog
  /** Who waits, as the log says it: `imports`. */
  name: string
  /** The hints that concern it; all when absent. */
  topics?: readonly Topic[]
  /** How late it starts when a hint is lost. */
  pollMs: number
  /** One piece of the work; true when there may be more at once. */
  tick(): Promise<boolean>
  /** For what runs besides the turns and wants the hints too: something of this organization changed. */
  onHint?(organization_id: string): void
}

export interface PollingWorker {
  /** A turn at once, or after the one that runs. */
  trigger(): void
  /** Lets the running one end. */
  stop(): Promise<void>
}

/** Runs turn after turn, never two at once. */
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
    let down = false
    while (!stopped) {
      hinted = false
      let more = false
      try {
        more = await tick()
        down = false
      } catch (error) {
        // One line a change of state, not one every poll.
        if (!down) log.error({ err: error }, `${name} wait for the database`)
        down = true
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
