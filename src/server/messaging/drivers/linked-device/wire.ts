// One Baileys socket with its automatic behavior switched off and with hooks on incoming and outgoing frames.
import type { AsyncLocalStorage } from 'node:async_hooks'
import type { Agent } from 'node:https'
import {
  type AuthenticationCreds,
  type BinaryNode,
  Browsers,
  getBinaryNodeChildren,
  makeWASocket,
  type NewChatMessageCapInfo,
  type SocketConfig,
  type WAMessage,
  type WASocket,
} from 'baileys'
import { closeCodeOf } from './close-reason.ts'
import type { KeyStore } from './key-store.ts'
import { baileysLogger, type Log } from './logger.ts'
import type { SessionCache } from './session-cache.ts'
import type { Timings } from './settings.ts'
import { signalRepository } from './signal-repository.ts'
import { openWriteBarrier, type SendProgress, type Writer } from './write-barrier.ts'

export interface WireOptions {
  readonly sessionId: string
  readonly url: string | undefined
  readonly mediaAgent: Agent | undefined
  readonly timings: Timings
  readonly log: Log
  readonly creds: AuthenticationCreds
  readonly keys: KeyStore
  readonly memory: SessionCache
  /** The current send. */
  readonly departing: AsyncLocalStorage<SendProgress>
  readonly getMessage: SocketConfig['getMessage']
  readonly groupMetadata: SocketConfig['cachedGroupMetadata']
  readonly on: WireEvents
}

export interface WireEvents {
  qr(text: string): void
  open(): void
  /** Called once, when the socket is closed, with WhatsApp's code or a similar one. `unscanned`: every QR was shown, none scanned. */
  closed(code: number, unscanned: boolean): void
  acknowledgement(node: BinaryNode): void
  /** Acknowledged to WhatsApp once it resolves. */
  receipt(node: BinaryNode): Promise<void>
  notification(node: BinaryNode): void
  /** Decrypted. Once it resolves, it is acknowledged to WhatsApp and cannot be decrypted again. */
  message(node: BinaryNode, plain: Uint8Array): Promise<void>
  /** Messages that Baileys delivers later, live (`notify`) or from the time offline (`append`), including placeholders resent by the phone. */
  messages(messages: readonly WAMessage[]): void
  limit(lock: { isActive?: boolean; timeEnforcementEnds?: Date }): void
  /** How many new chats are left. */
  capping(info: NewChatMessageCapInfo): void
  creds(): void
  /** The keys can no longer be read or written. */
  broken(error: Error): void
}

export interface Wire {
  readonly sock: WASocket
  /** Resolves when the socket is closed. `closed` is not called. */
  end(): Promise<void>
}

/** The other side responds to a close within this time, or is gone. */
const closeMs = 500

interface Raw extends Writer {
  close(...args: unknown[]): void
  terminate(): void
  once(event: 'close', then: () => void): void
  readonly readyState: number
}

export function connect(options: WireOptions): Wire {
  const { creds, keys, memory, timings, on, log } = options
  /** The stanza of each ciphertext. */
  const stanzas = new WeakMap<Uint8Array, BinaryNode>()
  let over = false
  const sock = makeWASocket({
    ...(options.url ? { waWebSocketUrl: options.url } : {}),
    ...(options.mediaAgent ? { fetchAgent: options.mediaAgent } : {}),
    auth: { creds, keys },
    logger: baileysLogger(log, options.sessionId, () => over),
    browser: Browsers.ubuntu('Chrome'),
    connectTimeoutMs: timings.connectMs,
    defaultQueryTimeoutMs: timings.queryMs,
    keepAliveIntervalMs: timings.keepAliveMs,
    qrTimeout: timings.qrMs,
    // With its own messages among the events, Baileys drops early errors and receipts for them.
    emitOwnEvents: false,
    // Otherwise the phone stops notifying its owner of new messages.
    markOnlineOnConnect: false,
    syncFullHistory: false,
    shouldSyncHistoryMessage: () => false,
    generateHighQualityLinkPreview: false,
    // The write barrier has stored them already: a failure here closes the connection.
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
    userDevicesCache: memory.devices,
    msgRetryCounterCache: memory.retries,
    placeholderResendCache: memory.placeholders,
    callOfferCache: memory.calls,
    getMessage: options.getMessage,
    cachedGroupMetadata: options.groupMetadata,
    makeSignalRepository: signalRepository({
      keys,
      // Once the session is closed, messages that were not stored are discarded: WhatsApp delivers them again.
      decrypted: async (ciphertext, plain) => {
        const stanza = stanzas.get(ciphertext)
        if (stanza) await (over ? new Promise(() => {}) : on.message(stanza, plain))
      },
      encrypted: (user) => options.departing.getStore()?.encryptedFor.add(user),
    }),
  })
  const raw = (sock.ws as unknown as { socket: Raw }).socket
  const closed = new Promise<void>((resolve) => raw.once('close', resolve))
  const gate = openWriteBarrier(
    raw,
    () => (keys.hasStaged() ? keys.flush() : undefined),
    on.broken,
    () => {
      const message = options.departing.getStore()
      return message?.isNext && !message.through ? message : undefined
    },
  )
  closeForSure(raw)
  listen()

  return {
    sock,
    end: async () => {
      over = true
      gate.close()
      sock.end(undefined).catch(() => {})
      free()
      await closed
    },
  }

  function listen() {
    for (const name of sock.ws.eventNames()) {
      if (typeof name !== 'string' || !name.startsWith('CB:')) continue
      for (const listener of sock.ws.listeners(name)) {
        sock.ws.off(name, listener as (node: BinaryNode) => void)
        sock.ws.on(name, (node: BinaryNode) => void react(name, node, listener as (node: BinaryNode) => unknown))
      }
    }
    sock.ws.on('CB:ack,class:message', (node: BinaryNode) => on.acknowledgement(node))
    sock.ws.on('CB:notification', (node: BinaryNode) => on.notification(node))
    sock.ws.prependListener('CB:message', (node: BinaryNode) => {
      for (const { content } of getBinaryNodeChildren(node, 'enc'))
        if (content instanceof Uint8Array) stanzas.set(content, node)
    })
    sock.ev.on('creds.update', () => on.creds())
    sock.ev.on('messages.upsert', ({ messages }) => on.messages(messages))
    sock.ev.on('message-capping.update', (info) => on.capping(info))
    sock.ev.on('connection.update', (update) => {
      if (update.qr) on.qr(update.qr)
      if (update.reachoutTimeLock) on.limit(update.reachoutTimeLock)
      if (update.connection === 'open') on.open()
      if (update.connection === 'close') {
        gate.close()
        free()
        const error = update.lastDisconnect?.error
        if (!over) void closed.then(() => on.closed(closeCodeOf(error), error?.message === 'QR refs attempts ended'))
        over = true
      }
    })
  }

  /** Baileys' listeners are asynchronous and not awaited: an exception in one would end the process. */
  async function react(name: string, node: BinaryNode, listener: (node: BinaryNode) => unknown) {
    try {
      if (name === 'CB:receipt') await on.receipt(node)
      if (!over || name !== 'CB:receipt') await listener(node)
    } catch (error) {
      if (!over) log.warn({ session_id: options.sessionId, err: error }, `Baileys could not handle ${name}`)
    }
  }

  /** Baileys leaves pending queries to their timeouts; they also listen to errors. */
  function free() {
    sock.ws.emit('error', Object.assign(new Error('Connection Closed'), { output: { statusCode: 428 } }))
  }
}

/** Baileys waits for the other side's close, half a minute if the connection is dead. */
function closeForSure(raw: Raw) {
  const close = raw.close.bind(raw)
  raw.close = (...args) => {
    close(...args)
    const timer = setTimeout(() => raw.terminate(), closeMs)
    raw.once('close', () => clearTimeout(timer))
  }
}
