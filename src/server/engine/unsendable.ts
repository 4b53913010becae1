// Fails a broadcast whose messages cannot be rendered or stored, so that it blocks neither its session nor later starts.
import * as broadcasts from '../broadcasts/service.ts'
import { hint } from '../db/hints.ts'
import { type Database, inTenant, shareLockOrganization } from '../db/index.ts'
import * as leases from './leases/queries.ts'
import { failPending } from './queries.ts'

/** The text cannot be rendered for any recipient; the message tells a person why. */
export class Unsendable extends Error {}

/**
 * SQLSTATE 22 and 54: a value that PostgreSQL can never store or compute. Not 23: constraints do not check texts, so a
 * violation is a race or a bug, and the broadcast is retried.
 */
export const isContentError = (error: unknown): boolean =>
  /^(22|54)/.test(String((error as { code?: unknown } | null)?.code))

const unsendableText =
  'The messages of this broadcast could not be created. Simplify the text and send it as a new broadcast.'

/** Skips unsent recipients in the same transaction; messages already sent run to their end. */
export async function failBroadcast(
  database: Database,
  term: leases.Term,
  id: string,
  cause?: Unsendable,
): Promise<void> {
  await inTenant(database, term, async (tenant) => {
    await shareLockOrganization(tenant)
    if (!(await leases.lockLease(tenant, term))) return
    if (!(await broadcasts.fail(tenant, id, cause ? `The text cannot be sent: ${cause.message}` : unsendableText)))
      return
    await failPending(tenant, id)
    await hint(tenant, 'broadcasts')
  })
}
