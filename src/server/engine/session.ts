// One owned session: its connection, its events, and reconciling it with its desired status.
import { setTimeout as delay } from 'node:timers/promises'
import type { SimulatorEvent } from '../../contract/wa-sessions.ts'
import { inTenant } from '../db/index.ts'
import type { Driver } from '../drivers/driver.ts'
import * as waSessions from '../wa-sessions/service.ts'
import { recordBanned, recordConnected, recordUnlinked } from './account-events.ts'
import { openVault, UnreadableCredentials } from './credentials/vault.ts'
import { startGroupSync } from './group-sync.ts'
import * as leases from './leases/queries.ts'
import { defaultHoldMs, isUnpaced, mayResend } from './paced-claim.ts'
import * as queries from './queries.ts'
import * as results from './results/queries.ts'
import {
  type ConnectionEvent,
  openSessionConnection,
  type SessionConnection,
  type SessionConnectionOptions,
} from './session-connection.ts'

export interface OwnedSession {
  readonly term: leases.Term
  readonly abilities: Driver['abilities']
  /** Connected and sending. */
  isWorking(): boolean
  /** Connected and idle until woken. */
  isIdle(): boolean
  /** Reconciles the session with its desired status and runs commands. True: the lease can be released. */
  reconcile(task: waSessions.SessionTask): Promise<boolean>
  /** How long the lease is certainly ours, as `performance.now()`. */
  setLeaseValidUntil(moment: number): void
  wake(): void
  /** From now on only resends unconfirmed messages, also on the next connection. */
  stopSending(): void
  /** Closes the connection in an orderly way; the desired status is unchanged. */
  close(): Promise<void>
  /** Like `close`, after waiting some seconds for unconfirmed messages to be decided: the next start may be hours away. */
  finish(): Promise<void>
}

export interface OwnedOptions extends Omit<SessionConnectionOptions, 'isLeaseValid' | 'vault' | 'pairWith'> {
  leaseValidUntil: number
  /** How long to stay disconnected after another client has opened the account. */
  returnMs: number
  vaultKey: Buffer
}

/** Stored beside the driver's own keys; deleted when the driver links another account. */
const pairWithKey = 'engine/pair_with'
/** Replaced twice within this time: a person must find the other client. */
const replacedAgainMs = 10 * 60_000

/** With the ten seconds that a send may take, less than the usual grace period before a process is killed. */
const maxFinishMs = 12_000

/** These limits do not affect groups and contacts who have written to this number before. */
const newChatLimits = new Set(['reachout_locked', 'new_chats_capped'])

export function ownSession(options: OwnedOptions): OwnedSession {
  const { database, driver, term, log } = options
  let leaseValidUntil = options.leaseValidUntil
  let line: SessionConnection | undefined
  let closing: Promise<void> | undefined
  /** The effects of a closed connection being stored: until then nothing is opened, and the lease is not released. */
  let ending: Promise<void> | undefined
  let sendingStopped = false
  // Backoff: a lost connection is reopened after 1, 2, 4 … 60 s.
  let failures = 0
  let reopenAt = 0
  let replacedAt = Number.NEGATIVE_INFINITY
  const groups = startGroupSync({ database, term, log })
  const vault = openVault(database, options.vaultKey, term)
  /** Links with a code typed on this phone, until that succeeds or fails; survives a crash of the process. */
  let pairWith: string | null | undefined
  const isLeaseValid = () => performance.now() < leaseValidUntil
  const report = (change: waSessions.SessionChange) =>
    inTenant(database, term, (tenant) => waSessions.report(tenant, term.session_id, term.fence, change))

  return {
    term,
    abilities: driver.abilities,
    isWorking: () => line?.dispatcher !== undefined && !line.isLost,
    isIdle: () => line?.dispatcher?.isIdle() ?? false,
    setLeaseValidUntil: (moment) => {
      leaseValidUntil = moment
    },
    wake: () => line?.dispatcher?.wake(),
    stopSending: () => {
      sendingStopped = true
      line?.dispatcher?.resendOnly()
    },
    close,
    finish,
    reconcile: async (task) => {
      if (task.has_commands) await runCommands()
      if (task.desired_status === 'stopped') {
        await close()
        // An unlinked or banned account fails the session, even while a user stops it.
        await ending
        await linkWith(null)
        await inTenant(database, term, (tenant) => waSessions.reportStopped(tenant, term.session_id, term.fence))
        return true
      }
      if (mayOpen() && isLeaseValid()) await open()
      if (line?.dispatcher && driver.abilities.groups) groups.settle(line.session)
      return false
    },
  }

  async function runCommands() {
    // Only the current owner may take them.
    const commands = await inTenant(database, term, async (tenant) =>
      (await leases.lockLease(tenant, term)) ? await waSessions.takeCommands(tenant, term.session_id) : [],
    )
    for (const asked of commands) {
      if (asked.command === 'simulate') await simulate(asked.payload)
      else if (asked.command === 'logout') await logOut()
      else if (asked.command === 'list_groups') groups.want()
      else await close()
      if (asked.command === 'pair') {
        await linkWith(asked.payload.phone)
        reopenAt = 0
      } else if (asked.command === 'restart') await linkWith(null)
    }
  }

  async function linkWith(phone: string | null) {
    if (pairWith === phone) return
    await vault.write(new Map([[pairWithKey, phone === null ? null : Buffer.from(phone)]]))
    pairWith = phone
  }

  async function linksWith() {
    const kept = (await vault.read([pairWithKey])).get(pairWithKey)
    return kept ? Buffer.from(kept).toString() : null
  }

  async function simulate(event: SimulatorEvent) {
    await driver
      .simulate?.(term.session_id, event)
      .catch((error) => log.warn({ err: error }, 'simulated phone command failed'))
  }

  /** Only after the previous connection has ended and its events are stored. */
  function mayOpen() {
    return !line && !closing && !ending && performance.now() >= reopenAt
  }

  async function open() {
    try {
      const rules = await inTenant(database, term, (tenant) => leases.lockLease(tenant, term))
      // The task may be older than the failure that stopped the session.
      if (rules?.desired_status !== 'running') return
      pairWith ??= await linksWith()
      line = await openSessionConnection({ ...options, isLeaseValid, vault, pairWith }, async (told, from) => {
        if (from === line) await hear(told, from)
      })
      line.listen()
    } catch (error) {
      tryAgainLater()
      // Any other error, such as a database outage, is retried.
      if (!(error instanceof UnreadableCredentials)) throw error
      log.error({ err: error, session_id: term.session_id }, 'session credentials unreadable, session failed')
      await report({
        status: 'failed',
        desired_status: 'stopped',
        last_error: 'The session could not be opened. If APP_SECRET was changed, restore the previous value.',
      })
    }
  }

  function tryAgainLater() {
    reopenAt = performance.now() + Math.min(1_000 * 2 ** failures, 60_000)
    failures += 1
  }

  async function hear(event: ConnectionEvent, from: SessionConnection) {
    if (event.type === 'qr') await report({ status: 'scan_qr', qr: event.qr, qr_expires_at: event.expiresAt })
    else if (event.type === 'pairing_code')
      await report({ status: 'scan_qr', pairing_code: event.code, qr_expires_at: event.expiresAt })
    else if (event.type === 'connected') await connected(event, from)
    else if (event.type === 'group') groups.doubt()
    else if (event.type === 'closed') {
      from.isLost = true
      await lineEnded(event)
    } else if (event.type === 'limit') await limited(event)
  }

  async function limited({ code, active, until }: Extract<ConnectionEvent, { type: 'limit' }>) {
    await inTenant(database, term, async (tenant) => {
      const rules = await leases.rulesOf(tenant, term.session_id)
      const now = rules ? new Date(rules.now) : new Date()
      const end = active ? (until ?? new Date(now.getTime() + defaultHoldMs)) : null
      const hold = { code, until: end, new_chats_only: newChatLimits.has(code), now }
      // Recipients that waited for the limit are evaluated again.
      if ((await leases.setHold(tenant, term, hold)) && !end) await queries.rescheduleAfterHold(tenant, term.session_id)
    })
    line?.dispatcher?.wake()
  }

  async function connected(event: Extract<ConnectionEvent, { type: 'connected' }>, from: SessionConnection) {
    failures = 0
    // Its key was deleted with everything else from before the phone was linked.
    pairWith = null
    const known = await inTenant(database, term, (tenant) => recordConnected(tenant, term, event, driver.abilities))
    // Another process owns the session and waits for its connection to return.
    if (!known) {
      await close()
      return tryAgainLater()
    }
    if (from.dispatcher) return
    from.startSending({ resendOnly: sendingStopped })
    groups.connected()
  }

  async function lineEnded(event: Extract<ConnectionEvent, { type: 'closed' }>) {
    const written = lineClosed(event).finally(() => {
      if (ending === written) ending = undefined
    })
    ending = written
    await written
  }

  async function lineClosed({ reason, message }: Extract<ConnectionEvent, { type: 'closed' }>) {
    await close()
    if (reason === 'retry') {
      tryAgainLater()
      await report({ status: 'starting', last_error: message })
      return
    }
    if (reason === 'replaced' && (await mayReturn())) return
    const change = { status: 'failed', desired_status: 'stopped', last_error: message } as const
    await untilWritten(async () => {
      if (reason === 'logged_out') return await forget(change)
      await linkWith(null)
      if (reason === 'banned') await inTenant(database, term, (tenant) => recordBanned(tenant, term, change))
      else await report(change)
    })
  }

  /** The network reports it once. When the lease has expired, the next owner connects and gets the same report. */
  async function untilWritten(write: () => Promise<void>) {
    for (let pause = 100; ; pause = Math.min(pause * 2, 5_000)) {
      try {
        return await write()
      } catch (error) {
        if (!isLeaseValid()) throw error
        log.warn({ err: error, session_id: term.session_id }, 'storing the disconnect failed, retrying')
        await delay(pause)
      }
    }
  }

  /**
   * Once, while the lease is ours: the other client may be a former owner that woke up. The owner reconnects later than a
   * former owner notices that it lost the lease.
   */
  async function mayReturn(): Promise<boolean> {
    const now = performance.now()
    if (now - replacedAt < replacedAgainMs) return false
    replacedAt = now
    reopenAt = now + options.returnMs * (1 + Math.random() / 3)
    await report({
      status: 'starting',
      last_error: 'The account was opened elsewhere. Reconnecting shortly.',
    })
    return true
  }

  async function forget(change: waSessions.SessionChange) {
    if (await inTenant(database, term, (tenant) => recordUnlinked(tenant, term, change))) pairWith = null
  }

  async function logOut() {
    const open = line?.session
    await line?.endSending()
    // The phone may be unreachable; the credentials are deleted anyway.
    if (open)
      await Promise.race([open.logout(), delay(10_000)]).catch((error) =>
        log.warn({ err: error }, 'unlinking the device failed, deleting its credentials anyway'),
      )
    await close()
    // Otherwise the failure of a connection that ended on its own would overwrite the log-out.
    await ending?.catch(() => {})
    await forget({ status: 'stopped', phone_number: null, push_name: null })
  }

  /** Once per connection, however many callers: nobody continues before everything received is stored. */
  function close(): Promise<void> {
    closing ??= shut().finally(() => {
      closing = undefined
    })
    return closing
  }

  async function shut() {
    const ending = line
    if (!ending) return
    await ending.endSending()
    line = undefined
    await ending.close()
    await groups.settled()
  }

  async function finish() {
    const end = performance.now() + maxFinishMs
    for (let left = maxFinishMs; left > 0 && isLeaseValid(); left = end - performance.now()) {
      // A database error now says nothing about the next attempt.
      const goesOn = await isWorthWaiting(left).catch((error: unknown) => {
        log.warn(
          { err: error, session_id: term.session_id },
          'settling unconfirmed messages on shutdown failed, retrying',
        )
        return true
      })
      if (!goesOn) break
      await delay(options.pollMs / 5)
    }
    await close()
    if (ending)
      await Promise.race([
        ending.catch(() => {}),
        delay(Math.max(0, end - performance.now()), undefined, { ref: false }),
      ])
  }

  /** Reopens a lost connection. With pacing nothing is decided within seconds. */
  async function isWorthWaiting(left: number): Promise<boolean> {
    const ask = () =>
      inTenant(database, term, async (tenant) => {
        const rules = await leases.lockLease(tenant, term)
        if (!rules || !isUnpaced(rules, Date.parse(rules.now))) return undefined
        if (line?.dispatcher) await queries.failUnknown(tenant, term.session_id, mayResend(driver.abilities, rules))
        return await results.hasUnknownUntil(tenant, term.session_id, left)
      })
    const goesOn = (await (line?.dispatcher?.checkUnlessChanged(ask) ?? ask())) ?? false
    if (goesOn && mayOpen()) await open()
    return goesOn
  }
}
