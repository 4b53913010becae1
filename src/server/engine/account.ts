// What is written down when a line is there: what the lines before it left in doubt, and whether it is the same account.
import * as chats from '../chats/service.ts'
import type { Tenant } from '../db/index.ts'
import type { Driver, DriverEvent } from '../drivers/driver.ts'
import * as replies from '../replies/service.ts'
import * as waSessions from '../wa-sessions/service.ts'
import * as leases from './leases/queries.ts'
import * as queries from './queries.ts'

type Connected = Extract<DriverEvent, { type: 'connected' }>

/** False when another process owns the session. */
export async function keepConnected(
  tenant: Tenant,
  term: leases.Term,
  { phoneNumber, pushName }: Connected,
  { evidenceMs }: Driver['abilities'],
): Promise<boolean> {
  if (!(await leases.holdTerm(tenant, term))) return false
  const { session_id } = term
  if (phoneNumber && (await waSessions.isAnotherAccount(tenant, session_id, phoneNumber))) {
    // From another number a repeat would be a second message, whatever its id.
    await queries.giveUpInFlight(tenant, session_id)
    await replies.giveUpWaiting(tenant, session_id, 'session_changed')
    await chats.forgetKnown(tenant, session_id)
  }
  await queries.doubtInFlight(tenant, term, evidenceMs)
  await replies.awaitEvidence(tenant, session_id, evidenceMs)
  return await waSessions.report(tenant, session_id, term.fence, {
    status: 'working',
    phone_number: phoneNumber,
    push_name: pushName,
    last_connected_at: new Date(),
    last_error: null,
  })
}
