// One connection of a session to WhatsApp, from opening it until everything received on it is stored.
import { setTimeout as delay } from 'node:timers/promises'
import { type Database, inTenant } from '../../platform/db/index.ts'
import type { Driver, DriverEvent, DriverSession, Vault } from '../drivers/driver.ts'
import { outgoing } from '../media/service.ts'
import * as replies from '../replies/service.ts'
import type { Broadcasts } from './broadcasts.ts'
import { type Dispatcher, type DispatcherOptions, startDispatcher } from './dispatcher.ts'
import { openInbox } from './inbox.ts'
import type { Term } from './leases/queries.ts'
import { openReceiptWriter } from './receipt-writer.ts'
import * as results from './results/queries.ts'

/** Events of the connection itself. Events of messages are stored immediately. */
export type ConnectionEvent = Exclude<DriverEvent, { type: 'receipt' | 'refused' | 'message' | 'number_known' }>

export interface SessionConnection {
  readonly session: DriverSession
  /** Set once connected and sending. */
  readonly dispatcher: Dispatcher | undefined
  /** The connection has ended: no receipts can arrive for what it sent. */
  isLost: boolean
  /** Starts delivering events to the opener, including those buffered before. */
  listen(): void
  /** `resendOnly`: only resends unconfirmed messages. Does nothing after `endSending`. */
  startSending(how: { resendOnly: boolean }): void
  /** A send that hangs is left to the next term, which finds it in flight. */
  endSending(): Promise<void>
  /** After `endSending`. Resolves when everything received is stored. */
  close(): Promise<void>
}

export interface SessionConnectionOptions {
  database: Database
  broadcasts: Broadcasts
  driver: Driver
  term: Term
  /** Whether the lease is still valid. */
  isLeaseValid: () => boolean
  vault: Vault
  /** The phone on which the user types a pairing code; null: QR codes are shown instead. */
  pairWith: string | null
  messageKey: Buffer
  capacity: DispatcherOptions['capacity']
  time?: DispatcherOptions['time']
  pollMs: DispatcherOptions['pollMs']
  log: {
    error(detail: object, text: string): void
    warn(detail: object, text: string): void
    info(detail: object, text: string): void
  }
}

/** Delivers events to `hear` one at a time. Throws what the driver throws; nothing is left open then. */
export async function openSessionConnection(
  options: SessionConnectionOptions,
  hear: (event: ConnectionEvent, connection: SessionConnection) => Promise<void>,
): Promise<SessionConnection> {
  const { database, driver, term, log } = options
  const receiptWriter = openReceiptWriter(database, term, log)
  let dispatcher: Dispatcher | undefined
  let mayStart = true
  const inbox = openInbox({ database, term, onStored: () => dispatcher?.wake(), log })
  let begin = (_connection: SessionConnection | undefined) => {}
  const begun = new Promise<SessionConnection | undefined>((resolve) => {
    begin = resolve
  })
  let turn: Promise<unknown> = begun
  /** A `closed` event has arrived. */
  let isOver = false
  /** Retries these events while the database is unavailable: without `connected` there is no dispatcher, and a limit is reported once. */
  const heardInTurn = async (event: ConnectionEvent) => {
    const connection = await begun
    for (let pause = 100; connection; pause = Math.min(pause * 2, 5_000)) {
      try {
        return await hear(event, connection)
      } catch (error) {
        if (isOver || (event.type !== 'connected' && event.type !== 'limit')) throw error
        log.warn({ err: error, session_id: term.session_id }, 'storing a session event failed, retrying')
        await delay(pause)
      }
    }
  }
  const on = (event: DriverEvent): Promise<void> => {
    if (event.type === 'receipt') return receiptWriter.receipt(event)
    if (event.type === 'message') return inbox.message(event)
    if (event.type === 'number_known') return inbox.numberKnown(event)
    if (event.type === 'refused') {
      return receiptWriter.outcome({
        wa_message_id: event.id,
        status: 'failed',
        reason: event.code,
        retryable: false,
        inMs: 0,
      })
    }
    if (event.type === 'closed') isOver = true
    const heard = turn.then(() => heardInTurn(event))
    turn = heard.catch((error: unknown) =>
      log.error({ err: error, session_id: term.session_id }, 'storing a session event failed'),
    )
    return turn.then(() => {})
  }
  const sentText = (id: string) =>
    inTenant(database, term, async (tenant) => {
      const sent =
        (await results.sentText(tenant, term.session_id, id)) ?? (await replies.answerText(tenant, term.session_id, id))
      if (!sent) return undefined
      const { media, ...rest } = sent
      return media ? { ...rest, media: outgoing(database, term, media) } : rest
    })
  const endSending = async () => {
    mayStart = false
    if (dispatcher) await Promise.race([dispatcher.stop(), delay(10_000, undefined, { ref: false })])
  }
  const endHearing = async () => {
    await inbox.close()
    await receiptWriter.close()
  }

  try {
    const session = await driver.open({
      sessionId: term.session_id,
      vault: options.vault,
      on,
      sentText,
      ...(options.pairWith ? { pairWith: options.pairWith } : {}),
    })
    const connection: SessionConnection = {
      session,
      get dispatcher() {
        return dispatcher
      },
      isLost: false,
      listen: () => begin(connection),
      startSending: ({ resendOnly }) => {
        if (!mayStart) return
        dispatcher = startDispatcher({ ...options, abilities: driver.abilities, connection: session, receiptWriter })
        if (resendOnly) dispatcher.resendOnly()
      },
      endSending,
      close: async () => {
        await session.close()
        await endHearing()
      },
    }
    return connection
  } catch (error) {
    // Releases events that were buffered while opening.
    begin(undefined)
    await endHearing()
    throw error
  }
}
