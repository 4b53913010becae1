// One opened session and its sockets, one after the other: pairing closes the first.

import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { type SignalDataSet, WA_CERT_DETAILS, type WAMessageKey } from 'baileys'
import { message } from '../../../../contract/messages/message.ts'
import type { DriverSession, OpenOptions } from '../driver.ts'
import { type Account, openAccount } from './account.ts'
import { isGroup, numberOf } from './addresses.ts'
import { closeReasonOf, lineLost } from './close-reason.ts'
import { type ConnectionLife, connectionLife } from './connection-life.ts'
import { filterLibsignalConsole } from './console-filter.ts'
import { openHiddenSenders } from './hidden-senders.ts'
import { resolveAddress } from './identities.ts'
import { openInbound } from './inbound.ts'
import { DamagedCredentials, openKeyStore } from './key-store.ts'
import { type Link, openLink } from './link.ts'
import { openPairing } from './pairing.ts'
import { sendMessage, untilLost } from './sending.ts'
import type { SessionCache } from './session-cache.ts'
import type { Settings } from './settings.ts'
import type { SendProgress } from './write-barrier.ts'

export { openSessionCache } from './session-cache.ts'

export interface LinkedConnection {
  readonly session: DriverSession
  /** The same account was opened again in this process: never two sockets for one account. */
  replace(): Promise<void>
  readonly ended: Promise<void>
  /** No longer linked: its caches must be dropped. */
  isForgotten(): boolean
}

/** WhatsApp requests one restart, after pairing. */
const maxRestarts = 3

export async function openLinkedConnection(
  options: OpenOptions,
  settings: Settings,
  memory: SessionCache,
): Promise<LinkedConnection> {
  const { now, timings, log } = settings
  filterLibsignalConsole()
  if (settings.trustRoot) WA_CERT_DETAILS.PUBLIC_KEY.set(settings.trustRoot)
  const departing = new AsyncLocalStorage<SendProgress>()
  const hiddenSenders = openHiddenSenders()
  const keys = openKeyStore(options.vault, broken, learned)
  const life = connectionLife(keys, options.on)
  const { tell, link } = life
  const sock = () => link().wire.sock
  let account: Account
  let recalled: SignalDataSet = {}
  let restarts = 0
  try {
    account = await openAccount(keys)
    if (account.wasLinked) recalled = await hiddenSenders.load(keys)
  } catch (error) {
    if (!(error instanceof DamagedCredentials)) throw error
    // The stored credentials are not overwritten: a backup of the database may still decrypt them.
    await life.end({ reason: 'failed', message: message('connection.credentials_damaged') })
    return connectionOf(life)
  }
  const inbound = openInbound({
    ...{ sock, keys, hiddenSenders, memory, now, tell },
    groups: () => link().groups,
    self: account.self,
    // Only the recipient knows the id of a message to one person.
    writtenTo: async (id) => (await options.sentText(id))?.to,
  })
  const showQr = openPairing({
    ...{ phone: options.pairWith, sock, qrMs: timings.qrMs, now, tell },
    failed: () => life.end(lineLost()),
  })
  life.use(dial())
  return connectionOf(life)

  function dial(): Link {
    return openLink({
      ...{ sessionId: options.sessionId, settings, account, keys, memory, inbound, departing },
      getMessage: sentBefore,
      on: {
        qr: showQr,
        open: () => void connected(),
        closed,
        creds: () => {
          if (life.state() !== 'ended') account.keep()
        },
        broken,
      },
      onHidden: (hidden, number) => named(hidden, async () => number),
    })
  }

  async function connected() {
    if (life.state() === 'ended') return
    life.connected()
    restarts = 0
    const opened = link()
    await hearCapping(opened)
    // Since then, the socket may have closed and another one opened.
    if (life.state() !== 'connected' || link() !== opened) return
    void tell({ type: 'connected', phoneNumber: numberOf(account.self().id) ?? '', pushName: account.pushName() })
    learned(recalled)
  }

  /** Reported before `connected`, after which messages are sent. Waits only briefly for the response. */
  async function hearCapping({ sending }: Link) {
    const over = new AbortController()
    const tooLong = delay(timings.cappingMs, undefined, { signal: over.signal }).catch(() => {})
    await Promise.race([inbound.askForCapping(), tooLong, sending.lost])
    over.abort()
  }

  function closed(code: number, unscanned: boolean) {
    if (life.state() === 'ended') return
    link().lose()
    const closing = closeReasonOf(code, unscanned && (options.pairWith ? 'code' : 'qr'))
    if (closing !== 'restart') return void life.end(closing)
    if (restarts >= maxRestarts) return void life.end(lineLost())
    restarts += 1
    life.use(dial())
  }

  function broken(error: unknown) {
    if (life.state() === 'ended') return
    log.warn({ session_id: options.sessionId, err: error }, 'saving session keys failed, closing the connection')
    void life.end({ reason: 'retry', message: message('connection.keys_not_saved') })
  }

  /** WhatsApp may reveal the number of a hidden id in any message or response. */
  function learned(data: SignalDataSet) {
    for (const { hidden, jid } of hiddenSenders.recognized(data)) named(hidden, () => resolveAddress(sock(), keys, jid))
  }

  function named(hidden: string, number: () => Promise<string>) {
    hiddenSenders.named(keys, hidden, async () => tell({ type: 'number_known', lid: hidden, number: await number() }))
  }

  /** Responds only if the requester is the recipient of the message with this id. */
  async function sentBefore({ id, remoteJid }: WAMessageKey) {
    const sent = id && remoteJid ? await options.sentText(id) : undefined
    if (!sent || !remoteJid) return undefined
    const whose = isGroup(remoteJid) ? remoteJid : await resolveAddress(sock(), keys, remoteJid)
    return whose === sent.to ? await link().sending.contentOf(sent) : undefined
  }
}

function connectionOf(life: ConnectionLife): LinkedConnection {
  return {
    session: {
      send: async (message) => await sendMessage(life.working().sending, message),
      listGroups: async () => {
        const { groups, sending } = life.working()
        return await untilLost(sending, groups.list())
      },
      checkNumbers: async (numbers) => {
        const { recipients, sending } = life.working()
        return await untilLost(sending, recipients.check(numbers))
      },
      logout: life.logout,
      close: life.close,
    },
    replace: async () => {
      await life.end({ reason: 'failed', message: message('connection.opened_elsewhere') })
      await life.ended
    },
    ended: life.ended,
    isForgotten: life.isForgotten,
  }
}
