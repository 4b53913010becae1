// One opened session and its sockets, one after the other: pairing closes the first.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type AuthenticationCreds,
  initAuthCreds,
  type SignalDataSet,
  WA_CERT_DETAILS,
  type WAMessageKey,
} from 'baileys'
import { DriverError, type DriverEvent, type DriverSession, type OpenOptions } from '../driver.ts'
import { isGroup, numberOf, type Self } from './addresses.ts'
import { quickenAgreements } from './agreement.ts'
import { closeReasonOf } from './close-reason.ts'
import { filterLibsignalConsole } from './console-filter.ts'
import { openContentCache } from './content-cache.ts'
import { type Groups, openGroups } from './groups.ts'
import { openHiddenSenders } from './hidden-senders.ts'
import { resolveAddress } from './identities.ts'
import { openInbound } from './inbound.ts'
import { DamagedCredentials, openKeyStore } from './key-store.ts'
import { openRecipients, type Recipients } from './recipients.ts'
import { type SendingOptions, sendMessage, untilLost } from './sending.ts'
import type { SessionCache } from './session-cache.ts'
import type { Settings } from './settings.ts'
import { openTokens } from './tokens.ts'
import { connect, type Wire } from './wire.ts'
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

type Closed = Pick<Extract<DriverEvent, { type: 'closed' }>, 'reason' | 'message'>

/** How long a QR is valid: the first one, and each that follows; WhatsApp issues six. A pairing code is valid as long as all of them. */
const firstQrMs = 60_000
const nextQrMs = 20_000
const codeMs = firstQrMs + 5 * nextQrMs
/** WhatsApp requests one restart, after pairing. */
const maxRestarts = 3

/** Everything that belongs to one socket. */
interface Link {
  readonly wire: Wire
  readonly recipients: Recipients
  readonly groups: Groups
  readonly sending: SendingOptions
  /** Tells sends in flight that the socket is closed. */
  lose(): void
}

export async function openLinkedConnection(
  options: OpenOptions,
  settings: Settings,
  memory: SessionCache,
): Promise<LinkedConnection> {
  const { now, timings, log } = settings
  filterLibsignalConsole()
  quickenAgreements()
  if (settings.trustRoot) WA_CERT_DETAILS.PUBLIC_KEY.set(settings.trustRoot)
  const departing = new AsyncLocalStorage<SendProgress>()
  const strangers = openHiddenSenders()
  let recalled: SignalDataSet = {}
  const keys = openKeyStore(options.vault, broken, learned)
  const hearing = openInbound({
    sock: () => link.wire.sock,
    groups: () => link.groups,
    keys,
    strangers,
    memory,
    self,
    now,
    // Only the recipient knows the id of a message to one person.
    writtenTo: async (id) => (await options.sentText(id))?.to,
    tell,
  })
  let state: 'connecting' | 'connected' | 'ended' = 'connecting'
  let creds: AuthenticationCreds
  let isLinked = false
  let forgotten = false
  let shown = 0
  let restarts = 0
  let link: Link
  let over = () => {}
  const ended = new Promise<void>((resolve) => {
    over = resolve
  })

  const line: LinkedConnection = {
    session: { send, listGroups, checkNumbers, logout, close },
    replace: async () => {
      await end({
        reason: 'failed',
        message: 'The account was opened elsewhere. Start the session again.',
      })
      await ended
    },
    ended,
    isForgotten: () => forgotten,
  }
  try {
    const stored = await keys.credentials()
    isLinked = stored !== undefined
    creds = stored ?? initAuthCreds()
    if (isLinked) recalled = await strangers.load(keys)
  } catch (error) {
    if (!(error instanceof DamagedCredentials)) throw error
    // The stored credentials are not overwritten: a backup of the database may still decrypt them.
    await end({ reason: 'failed', message: 'The credentials of this session are damaged. Log out and link it again.' })
    return line
  }
  link = dial()
  return line

  function self(): Self {
    return { id: creds.me?.id ?? '', ...(creds.me?.lid ? { lid: creds.me.lid } : {}) }
  }

  /** WhatsApp may reveal the number of a hidden id in any message or response. */
  function learned(data: SignalDataSet) {
    for (const { hidden, jid } of strangers.recognized(data))
      strangers.named(keys, hidden, async () =>
        tell({ type: 'number_known', lid: hidden, number: await resolveAddress(link.wire.sock, keys, jid) }),
      )
  }

  function dial(): Link {
    let lose = () => {}
    const lost = new Promise<void>((resolve) => {
      lose = resolve
    })
    const wire = connect({
      sessionId: options.sessionId,
      url: settings.webSocketUrl,
      mediaAgent: settings.mediaAgent,
      timings,
      log,
      creds,
      keys,
      memory,
      departing,
      getMessage: sentBefore,
      groupMetadata: async (id) => link.groups.cached(id),
      on: { ...hearing.on, qr, open: () => void connected(), closed, creds: keepCreds, broken },
    })
    const { sock } = wire
    const groups = openGroups({ sock, lookups: memory.lookups, self, queryMs: timings.queryMs })
    const recipients = openRecipients({
      sock,
      keys,
      memory,
      onHidden: (hidden, number) =>
        strangers.named(keys, hidden, () => tell({ type: 'number_known', lid: hidden, number })),
    })
    const sending: SendingOptions = {
      sock,
      recipients,
      groups,
      tokens: openTokens(sock, keys, now),
      acknowledgements: hearing.acknowledgements,
      departing,
      contentOf: openContentCache(sock.waUploadToServer),
      lost,
      acknowledgeMs: timings.acknowledgeMs,
    }
    return { wire, groups, recipients, sending, lose }
  }

  function qr(text: string) {
    const ms = timings.qrMs ?? (shown === 0 ? firstQrMs : nextQrMs)
    shown += 1
    if (!options.pairWith) void tell({ type: 'qr', qr: text, expiresAt: new Date(now() + ms) })
    else if (shown === 1) pairByCode(options.pairWith).catch(() => end(closeReasonOf(428)))
  }

  async function pairByCode(phone: string) {
    const code = await link.wire.sock.requestPairingCode(phone.replace(/\D/g, ''))
    const ms = timings.qrMs ? timings.qrMs * 6 : codeMs
    await tell({ type: 'pairing_code', code, expiresAt: new Date(now() + ms) })
  }

  /** Only for a linked device: half a pairing would be mistaken for one, and its login refused forever. */
  function keepCreds() {
    if (state === 'ended' || !creds.account || !creds.me?.id) return
    if (!isLinked) keys.beginAccount()
    isLinked = true
    keys.stageCredentials(creds)
    keys.flush().catch(() => {})
  }

  async function connected() {
    if (state === 'ended') return
    state = 'connected'
    restarts = 0
    const opened = link
    await hearCapping(opened)
    // Since then, the socket may have closed and another one opened.
    if (state !== 'connected' || link !== opened) return
    const name = creds.me?.name
    const phoneNumber = numberOf(self().id) ?? ''
    void tell({ type: 'connected', phoneNumber, pushName: name && name !== '~' ? name : '' })
    learned(recalled)
  }

  /** Reported before `connected`, after which messages are sent. Waits only briefly for the response. */
  async function hearCapping({ sending }: Link) {
    const over = new AbortController()
    const tooLong = delay(timings.cappingMs, undefined, { signal: over.signal }).catch(() => {})
    await Promise.race([hearing.askForCapping(), tooLong, sending.lost])
    over.abort()
  }

  function closed(code: number, unscanned: boolean) {
    if (state === 'ended') return
    link.lose()
    const closing = closeReasonOf(code, unscanned && (options.pairWith ? 'code' : 'qr'))
    if (closing !== 'restart') void end(closing)
    else if (restarts >= maxRestarts) void end(closeReasonOf(428))
    else {
      restarts += 1
      state = 'connecting'
      link = dial()
    }
  }

  function broken(error: unknown) {
    if (state === 'ended') return
    log.warn({ session_id: options.sessionId, err: error }, 'saving session keys failed, closing the connection')
    void end({ reason: 'retry', message: 'The keys of this session could not be saved.' })
  }

  /** False: the session has ended and the event was not delivered. */
  async function tell(event: DriverEvent): Promise<boolean> {
    if (state === 'ended') return false
    await options.on(event)
    return true
  }

  /** Responds only to the person the message was sent to, whoever requests its id. */
  async function sentBefore({ id, remoteJid }: WAMessageKey) {
    const sent = id && remoteJid ? await options.sentText(id) : undefined
    if (!sent || !remoteJid) return undefined
    const whose = isGroup(remoteJid) ? remoteJid : await resolveAddress(link.wire.sock, keys, remoteJid)
    return whose === sent.to ? await link.sending.contentOf(sent) : undefined
  }

  async function send(message: Parameters<DriverSession['send']>[0]) {
    return await sendMessage(working().sending, message)
  }

  async function listGroups() {
    const { groups, sending } = working()
    return await untilLost(sending, groups.list())
  }

  async function checkNumbers(numbers: readonly string[]) {
    const { recipients, sending } = working()
    return await untilLost(sending, recipients.check(numbers))
  }

  function working(): Link {
    if (state !== 'connected') throw new DriverError('session', 'not_connected')
    return link
  }

  async function logout() {
    if (state === 'ended') throw new DriverError('session', 'not_connected')
    const wasConnected = state === 'connected'
    // No events after this.
    state = 'ended'
    forgotten = true
    if (wasConnected) await Promise.race([link.wire.sock.logout().catch(() => {}), link.sending.lost])
    await finish()
    await keys.remove()
  }

  async function close() {
    if (state === 'ended') return await ended
    state = 'ended'
    await finish()
  }

  async function end(why: ReturnType<typeof closeReasonOf>) {
    if (state === 'ended' || why === 'restart') return
    const closing: Closed = why
    state = 'ended'
    forgotten = closing.reason === 'logged_out'
    await finish()
    await options.on({ type: 'closed', ...closing })
  }

  /** Closes every socket and timer. */
  async function finish() {
    link?.lose()
    await link?.wire.end()
    await keys.flush().catch(() => {})
    keys.close()
    over()
  }
}
