// Events of a session's account: it was linked (the same or another one), unlinked or banned.

import { shareLockOrganization, type Tenant } from '../../platform/db/index.ts'
import { keepableName } from '../../platform/db/storable-text.ts'
import * as chats from '../chats/service.ts'
import type { Driver, DriverEvent } from '../drivers/driver.ts'
import * as replies from '../replies/service.ts'
import * as waGroups from '../wa-groups/service.ts'
import * as waSessions from '../wa-sessions/service.ts'
import type { Broadcasts } from './broadcasts.ts'
import * as credentials from './credentials/queries.ts'
import * as leases from './leases/queries.ts'
import * as queries from './queries.ts'

type Connected = Extract<DriverEvent, { type: 'connected' }>

/** Returns false if another process owns the session. */
export async function recordConnected(
  tenant: Tenant,
  term: leases.Term,
  { phoneNumber, pushName }: Connected,
  { evidenceMs }: Driver['abilities'],
): Promise<boolean> {
  if (!(await leases.lockLease(tenant, term))) return false
  const { session_id } = term
  if (phoneNumber && (await waSessions.isAnotherAccount(tenant, session_id, phoneNumber))) {
    // From another number, a resend would be a second message, whatever its id.
    await queries.failInFlight(tenant, session_id)
    await replies.failWaiting(tenant, session_id, 'session_changed')
    await chats.resetKnown(tenant, session_id)
  }
  await queries.markInFlightUnknown(tenant, term, evidenceMs)
  await replies.awaitEvidence(tenant, session_id, evidenceMs)
  return await waSessions.report(tenant, session_id, term.fence, {
    status: 'working',
    phone_number: phoneNumber,
    push_name: keepableName(pushName, 200),
    last_connected_at: new Date(),
    last_error: null,
  })
}

/**
 * The account is no longer linked: a person decides about messages in flight and may link another account.
 * Returns false if another process owns the session.
 */
export async function recordUnlinked(
  tenant: Tenant,
  term: leases.Term,
  change: waSessions.SessionChange,
  broadcasts: Broadcasts,
): Promise<boolean> {
  await shareLockOrganization(tenant)
  if (!(await leases.lockLease(tenant, term))) return false
  const { session_id } = term
  await credentials.removeCredentials(tenant, session_id)
  await broadcasts.pauseSession(tenant, session_id, 'logged_out')
  await waGroups.deleteUnimported(tenant, session_id)
  await waSessions.endLogouts(tenant, session_id)
  return await waSessions.report(tenant, session_id, term.fence, change)
}

/** The network banned the account. When the ban is lifted, a person decides whether sending resumes. */
export async function recordBanned(
  tenant: Tenant,
  term: leases.Term,
  change: waSessions.SessionChange,
  broadcasts: Broadcasts,
): Promise<void> {
  await shareLockOrganization(tenant)
  if (!(await leases.lockLease(tenant, term))) return
  await broadcasts.pauseSession(tenant, term.session_id, 'banned')
  await waSessions.report(tenant, term.session_id, term.fence, change)
}
