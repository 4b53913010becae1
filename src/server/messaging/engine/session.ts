// One owned session: reconciles its connection with its desired status, and runs the commands of users.

import { setTimeout as delay } from 'node:timers/promises'
import { message } from '../../../contract/messages/message.ts'
import { inTenant } from '../../platform/db/index.ts'
import type { Driver } from '../drivers/driver.ts'
import * as waSessions from '../wa-sessions/service.ts'
import { connectionBackoff } from './connection-backoff.ts'
import { connectionEvents, reportStatus, type SessionParts } from './connection-events.ts'
import { connectionSlot } from './connection-slot.ts'
import { openVault, UnreadableCredentials } from './credentials/vault.ts'
import { startGroupSync } from './group-sync.ts'
import * as leases from './leases/queries.ts'
import { openPairingPhone } from './pairing-phone.ts'
import { runCommands } from './session-commands.ts'
import { openSessionConnection, type SessionConnectionOptions } from './session-connection.ts'
import { awaitUnconfirmed } from './unconfirmed.ts'

export interface OwnedSession {
  readonly term: leases.Term
  readonly driver: Driver
  /** Connected and sending. */
  isWorking(): boolean
  /** Connected and idle until woken. */
  isIdle(): boolean
  /** Reconciles the session with its desired status and runs commands. True: the lease can be released. */
  reconcile(task: waSessions.SessionTask): Promise<boolean>
  /** How long the lease is certainly ours, as `performance.now()`. */
  setLeaseValidUntil(moment: number): void
  wake(): void
  /** From now on only resends unconfirmed messages, also on the next connection. The next `reconcile` closes the session. */
  stopSending(): void
  isLeaving(): boolean
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

/** With the ten seconds that a send may take, less than the usual grace period before a process is killed. */
const maxFinishMs = 12_000

export function ownSession(options: OwnedOptions): OwnedSession {
  const { database, broadcasts, driver, term, log } = options
  let leaseValidUntil = options.leaseValidUntil
  let isLeaving = false
  const isLeaseValid = () => performance.now() < leaseValidUntil
  const vault = openVault(database, options.vaultKey, term)
  const groups = startGroupSync({ database, term, log })
  const slot = connectionSlot(groups.settled)
  const backoff = connectionBackoff(options.returnMs)
  const pairing = openPairingPhone(vault)
  const parts: SessionParts = {
    ...{ database, broadcasts, driver, term, slot, backoff, pairing, groups, log, isLeaseValid },
    isResendOnly: () => isLeaving,
  }
  const events = connectionEvents(parts)

  return {
    term,
    driver,
    isWorking: () => slot.current()?.dispatcher !== undefined && !slot.current()?.isLost,
    isIdle: () => slot.current()?.dispatcher?.isIdle() ?? false,
    setLeaseValidUntil: (moment) => {
      leaseValidUntil = moment
    },
    wake: () => slot.current()?.dispatcher?.wake(),
    stopSending: () => {
      isLeaving = true
      slot.current()?.dispatcher?.resendOnly()
    },
    isLeaving: () => isLeaving,
    close: slot.close,
    finish,
    reconcile: async (task) => {
      if (task.has_commands) await runCommands(parts, events)
      if (task.desired_status === 'stopped') {
        await stop()
        return true
      }
      if (isLeaving) {
        await finish()
        return true
      }
      if (isLeaseValid()) await openIfPossible()
      const connection = slot.current()
      if (connection?.dispatcher && driver.abilities.groups) groups.settle(connection.session)
      return false
    },
  }

  async function stop() {
    await slot.close()
    // An unlinked or banned account fails the session, even while a user stops it.
    await slot.ended()
    await pairing.set(null)
    await inTenant(database, term, (tenant) => waSessions.reportStopped(tenant, term.session_id, term.fence))
  }

  async function openIfPossible() {
    if (slot.state() === 'closed' && backoff.mayConnect()) await open()
  }

  async function open() {
    try {
      const rules = await inTenant(database, term, (tenant) => leases.lockLease(tenant, term))
      // The task may be older than the failure that stopped the session.
      if (rules?.desired_status !== 'running') return
      const pairWith = await pairing.get()
      const connection = await openSessionConnection(
        { ...options, isLeaseValid, vault, pairWith },
        async (event, from) => {
          if (from === slot.current()) await events.hear(event, from)
        },
      )
      slot.put(connection)
      connection.listen()
    } catch (error) {
      backoff.failed()
      // Any other error, such as a database outage, is retried.
      if (!(error instanceof UnreadableCredentials)) throw error
      log.error({ err: error, session_id: term.session_id }, 'session credentials unreadable, session failed')
      await reportStatus(parts, {
        status: 'failed',
        desired_status: 'stopped',
        last_error: message('connection.not_opened'),
      })
    }
  }

  async function finish() {
    const end = performance.now() + maxFinishMs
    await awaitUnconfirmed(parts, { end, pollMs: options.pollMs, reopen: openIfPossible })
    await slot.close()
    const remainingMs = Math.max(0, end - performance.now())
    await Promise.race([slot.ended().catch(() => {}), delay(remainingMs, undefined, { ref: false })])
  }
}
