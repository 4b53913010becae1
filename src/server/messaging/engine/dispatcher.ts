// Dispatcher of one session: claims messages, starts sending them, and rests while there is nothing to do.
import { type Database, inTenant } from '../../platform/db/index.ts'
import type { Driver, DriverSession } from '../drivers/driver.ts'
import type { Broadcasts } from './broadcasts.ts'
import { type ClaimingSession, claimRound } from './claim-round.ts'
import { isSessionIdle } from './claims/queries.ts'
import { contentFailures } from './content-failures.ts'
import type { Term } from './leases/queries.ts'
import type { ReceiptWriter } from './receipt-writer.ts'
import { openRenderer } from './rendering.ts'
import { openSends } from './sends.ts'
import { failBroadcast, Unsendable } from './unsendable.ts'
import { wakeablePause } from './wakeable-pause.ts'

export interface Dispatcher {
  /** Something may have changed: claim immediately. */
  wake(): void
  /** Nothing is pending, in flight or unconfirmed: polls rarely and relies on being woken. */
  isIdle(): boolean
  /** From now on claims only unconfirmed messages, and only if no pacing is in effect. */
  resendOnly(): void
  /** Observes the messages from now on. */
  watch(): DispatcherWatch
  /** Claims nothing more; resolves when the outcome of every send in flight is stored. */
  stop(): Promise<void>
}

export interface DispatcherWatch {
  /** Whether a message is in flight, or was claimed or finished since `watch()`: data read meanwhile may be outdated. */
  hasMoved(): Promise<boolean>
}

export interface DispatcherOptions {
  database: Database
  broadcasts: Broadcasts
  term: Term
  /** False once the lease may have expired: nothing may be sent then. */
  isLeaseValid: () => boolean
  abilities: Driver['abilities']
  /** Maximum number of messages in flight; called before each claim. */
  capacity: () => number
  connection: DriverSession
  receiptWriter: ReceiptWriter
  messageKey: Buffer
  log: { error(detail: object, text: string): void }
  random?: () => number
  /** Replaces the database's clock in tests; decides what pacing takes for now. */
  time?: (now: number) => number
  /** Polling alone is correct; a wake-up only shortens this wait. Also the first pause before a retry. */
  pollMs: number
}

/** Maximum messages per claim. A network that takes more gets several claims, while outcomes of the former are stored. */
const maxBatch = 500
/** An idle session polls this many times more slowly, so that a thousand of them are cheap. */
const idlePollFactor = 30

export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { database, broadcasts, term, abilities, pollMs, log } = options
  const { random = Math.random, time = (now: number) => now } = options
  let isStopped = false
  let isResendOnly = false
  let isIdle = false
  let capacity = abilities.inFlight
  let claiming: Promise<unknown> = Promise.resolve()
  const rest = wakeablePause()
  const failures = contentFailures()
  const sends = openSends({
    ...options,
    time,
    onEnd: () => {
      if (isStopped || sends.inFlight() <= capacity / 2) rest.wake()
    },
  })
  const session: ClaimingSession = {
    ...{ broadcasts, term, abilities, pollMs, random, time, failures },
    messageKey: options.messageKey,
    renderer: openRenderer(options.messageKey),
    isLeaseValid: options.isLeaseValid,
    isResendOnly: () => isResendOnly,
    inFlight: sends.inFlight,
    lastBroadcast: '',
  }
  const running = run()

  return {
    wake: rest.wake,
    isIdle: () => isIdle,
    resendOnly: () => {
      isResendOnly = true
    },
    watch: () => {
      const before = sends.changes()
      return {
        hasMoved: async () => {
          await claiming
          return sends.inFlight() > 0 || sends.changes() !== before
        },
      }
    },
    stop: async () => {
      isStopped = true
      rest.wake()
      await running
    },
  }

  async function run() {
    while (!isStopped) {
      const isWoken = rest.takeWake()
      const waitMs = await (isIdle && !isWoken ? poll() : claim()).catch(afterFailure)
      if (waitMs > 0 && !isStopped) await rest.pause(waitMs)
    }
    while (sends.inFlight() > 0) {
      rest.takeWake()
      await rest.pause(pollMs)
    }
  }

  /** Cheap check in case a hint was lost: a claim costs five times as much. Returns 0 if there is something to claim. */
  async function poll(): Promise<number> {
    isIdle = await inTenant(database, term, (tenant) => isSessionIdle(tenant, term.session_id))
    return isIdle ? pollMs * idlePollFactor : 0
  }

  /** One claim; returns how long to wait before the next, in milliseconds. */
  async function claim(): Promise<number> {
    failures.begin()
    capacity = options.capacity()
    const free = capacity - sends.inFlight()
    // A claim costs six statements: with less than a fifth of the places free, wait for more.
    if (free < 1 || free < capacity / 5) return pollMs
    const round = inTenant(database, term, (tenant) => claimRound(tenant, session, Math.min(free, maxBatch)))
    claiming = round.catch(() => {})
    const { messages, waitMs, ...found } = await round
    isIdle = found.isIdle
    for (const message of messages) sends.start(message)
    return isIdle ? pollMs * idlePollFactor : waitMs
  }

  /** A broadcast that fails must not block the other broadcasts of its session. */
  async function afterFailure(error: unknown): Promise<number> {
    const id = failures.current()
    log.error(
      { err: error, session_id: term.session_id, broadcast_id: id },
      `dispatch failed, retrying in ${pollMs} ms`,
    )
    if (!id) return pollMs
    // The next broadcast in the round robin goes first.
    session.lastBroadcast = id
    if (failures.failed(error) === 'fail_broadcast')
      await failBroadcast(options, id, error instanceof Unsendable ? error : undefined).catch((reason: unknown) =>
        log.error({ err: reason, broadcast_id: id }, 'storing the failure of the broadcast failed, retrying'),
      )
    return pollMs
  }
}
