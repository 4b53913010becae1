// What an owned session does when its connection reports something: a code, a link, a limit, or its end.
import { setTimeout as delay } from 'node:timers/promises'
import { message } from '../../../contract/messages/message.ts'
import { type Database, inTenant } from '../../platform/db/index.ts'
import type { Driver } from '../drivers/driver.ts'
import * as waSessions from '../wa-sessions/service.ts'
import { recordBanned, recordConnected, recordUnlinked } from './account-events.ts'
import type { Broadcasts } from './broadcasts.ts'
import type { ConnectionBackoff } from './connection-backoff.ts'
import type { ConnectionSlot } from './connection-slot.ts'
import type { GroupSync } from './group-sync.ts'
import * as leases from './leases/queries.ts'
import { defaultHoldMs } from './paced-claim.ts'
import type { PairingPhone } from './pairing-phone.ts'
import { rescheduleAfterHold } from './queries.ts'
import type { ConnectionEvent, SessionConnection } from './session-connection.ts'

/** What the parts of an owned session share. */
export interface SessionParts {
  readonly database: Database
  readonly broadcasts: Broadcasts
  readonly driver: Driver
  readonly term: leases.Term
  readonly slot: ConnectionSlot
  readonly backoff: ConnectionBackoff
  readonly pairing: PairingPhone
  readonly groups: GroupSync
  readonly log: {
    info(detail: object, text: string): void
    warn(detail: object, text: string): void
    error(detail: object, text: string): void
  }
  isLeaseValid(): boolean
  /** Whether only unconfirmed messages are sent from now on. */
  isResendOnly(): boolean
}

export interface ConnectionEvents {
  /** Handles an event; resolves when its effects are stored. */
  hear(event: ConnectionEvent, from: SessionConnection): Promise<void>
  /** The account is no longer linked: deletes its credentials. */
  unlinked(change: waSessions.SessionChange): Promise<void>
}

type EventOf<Type extends ConnectionEvent['type']> = Extract<ConnectionEvent, { type: Type }>

/** These limits do not affect groups and contacts who have written to this number before. */
const newChatLimits = new Set(['reachout_locked', 'new_chats_capped'])

export const reportStatus = ({ database, term }: SessionParts, change: waSessions.SessionChange) =>
  inTenant(database, term, (tenant) => waSessions.report(tenant, term.session_id, term.fence, change))

export function connectionEvents(parts: SessionParts): ConnectionEvents {
  const { database, broadcasts, driver, term, slot, backoff, pairing, groups, log } = parts
  const report = (change: waSessions.SessionChange) => reportStatus(parts, change)

  return { hear, unlinked }

  async function hear(event: ConnectionEvent, from: SessionConnection) {
    switch (event.type) {
      case 'qr':
        await report({ status: 'scan_qr', qr: event.qr, qr_expires_at: event.expiresAt })
        return
      case 'pairing_code':
        await report({ status: 'scan_qr', pairing_code: event.code, qr_expires_at: event.expiresAt })
        return
      case 'connected':
        return await connected(event, from)
      case 'limit':
        return await limited(event)
      case 'group':
        return groups.doubt()
      case 'closed':
        from.isLost = true
        return await slot.end(() => closed(event))
    }
  }

  async function connected(event: EventOf<'connected'>, from: SessionConnection) {
    backoff.connected()
    pairing.forget()
    const isOurs = await inTenant(database, term, (tenant) => recordConnected(tenant, term, event, driver.abilities))
    // This connection was closed while that was stored. There may be a new one already.
    if (from !== slot.current()) return
    // Another process owns the session and waits for its connection to return.
    if (!isOurs) {
      await slot.close()
      return backoff.failed()
    }
    if (from.dispatcher) return
    from.startSending({ resendOnly: parts.isResendOnly() })
    groups.connected()
  }

  async function limited({ code, active, until }: EventOf<'limit'>) {
    await inTenant(database, term, async (tenant) => {
      const rules = await leases.rulesOf(tenant, term.session_id)
      const now = rules ? new Date(rules.now) : new Date()
      const end = active ? (until ?? new Date(now.getTime() + defaultHoldMs)) : null
      const hold = { code, until: end, new_chats_only: newChatLimits.has(code), now }
      // Recipients that waited for the limit are evaluated again.
      if ((await leases.setHold(tenant, term, hold)) && !end) await rescheduleAfterHold(tenant, term.session_id)
    })
    slot.current()?.dispatcher?.wake()
  }

  async function closed({ reason, message: why }: EventOf<'closed'>) {
    await slot.close()
    if (reason === 'retry') {
      backoff.failed()
      await report({ status: 'starting', last_error: why })
      return
    }
    if (reason === 'replaced' && backoff.replaced()) {
      await report({ status: 'starting', last_error: message('connection.reconnecting') })
      return
    }
    const change = { status: 'failed', desired_status: 'stopped', last_error: why } as const
    await untilWritten(async () => {
      if (reason === 'logged_out') return await unlinked(change)
      await pairing.set(null)
      if (reason === 'banned')
        await inTenant(database, term, (tenant) => recordBanned(tenant, term, change, broadcasts))
      else await report(change)
    })
  }

  async function unlinked(change: waSessions.SessionChange) {
    if (await inTenant(database, term, (tenant) => recordUnlinked(tenant, term, change, broadcasts))) pairing.forget()
  }

  /** The network reports it once. When the lease has expired, the next owner connects and gets the same report. */
  async function untilWritten(write: () => Promise<void>) {
    for (let pause = 100; ; pause = Math.min(pause * 2, 5_000)) {
      try {
        return await write()
      } catch (error) {
        if (!parts.isLeaseValid()) throw error
        log.warn({ err: error, session_id: term.session_id }, 'storing the disconnect failed, retrying')
        await delay(pause)
      }
    }
  }
}
