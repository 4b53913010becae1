// The sends in flight of one session: hands each message to the driver and stores its outcome.
import { type Database, inTenant } from '../../platform/db/index.ts'
import { type Driver, DriverError, type DriverSession } from '../drivers/driver.ts'
import { outgoing } from '../media/service.ts'
import * as leases from './leases/queries.ts'
import type { ClaimedMessage } from './paced-claim.ts'
import type { ReceiptWriter } from './receipt-writer.ts'
import { accepted, outcomeOf, restAfter } from './send-outcome.ts'

export interface Sends {
  /** Starts sending a message, without waiting for its outcome. */
  start(message: ClaimedMessage): void
  inFlight(): number
  /** Number of sends started plus number finished; if it is unchanged, nothing happened in between. */
  changes(): number
}

export interface SendsOptions {
  database: Database
  term: leases.Term
  /** False once the lease may have expired: nothing may be sent then. */
  isLeaseValid: () => boolean
  abilities: Driver['abilities']
  connection: DriverSession
  receiptWriter: ReceiptWriter
  log: { error(detail: object, text: string): void }
  /** The database's clock, or that of a test. */
  time: (now: number) => number
  pollMs: number
  /** Called when the outcome of a send is stored. */
  onEnd: () => void
}

export function openSends(options: SendsOptions): Sends {
  const { database, term, connection, receiptWriter, log } = options
  const { acknowledgementMs, evidenceMs } = options.abilities
  const timings = { acknowledgementMs, evidenceMs, pollMs: options.pollMs }
  let inFlight = 0
  let changes = 0

  return {
    start: (message) => {
      changes += 1
      void send(message)
    },
    inFlight: () => inFlight,
    changes: () => changes,
  }

  async function send(message: ClaimedMessage) {
    inFlight += 1
    try {
      // The process was suspended after the claim: the new owner decides about this message.
      if (!options.isLeaseValid()) throw new DriverError('session', 'not_connected')
      const { status } = await connection.send({
        id: message.wa_message_id,
        to: message.address,
        text: message.text,
        ...(message.media && { media: outgoing(database, term, message.media) }),
        repeat: message.attempts === undefined,
      })
      if (status === 'sent')
        await receiptWriter.receipt({ type: 'receipt', id: message.wa_message_id, status: 'sent', at: new Date() })
      else await receiptWriter.outcome(accepted(message, timings))
    } catch (error) {
      // The session's rest must be stored before the outcome, which makes the message due again.
      await hold(error)
      if (!(error instanceof DriverError))
        log.error(
          { err: error, session_id: term.session_id, ...(message.request_id && { request_id: message.request_id }) },
          'unexpected driver error, message marked unknown',
        )
      await receiptWriter.outcome(outcomeOf(message, error, timings))
    } finally {
      inFlight -= 1
      changes += 1
      options.onEnd()
    }
  }

  async function hold(error: unknown) {
    const rest = restAfter(error, Date.now())
    if (!rest) return
    await inTenant(database, term, async (tenant) => {
      const rules = await leases.lockLease(tenant, term)
      if (!rules) return
      // A duration, not a moment: this process's clock may be wrong.
      const now = options.time(Date.parse(rules.now))
      const until = new Date(now + rest.ms)
      await leases.setHold(tenant, term, { code: rest.code, until, new_chats_only: false, now: new Date(now) })
    }).catch((reason: unknown) => log.error({ err: reason, session_id: term.session_id }, 'saving the hold failed'))
  }
}
