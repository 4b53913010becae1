// Ends a broadcast whose messages cannot be written, so that it holds up neither its session nor a later start of Kabar.
import * as broadcasts from '../broadcasts/service.ts'
import { hint } from '../db/hints.ts'
import { type Database, inTenant, shareLockOrganization } from '../db/index.ts'
import * as leases from './leases/queries.ts'
import { failPending } from './queries.ts'

/** Its text cannot be filled in for anybody; the message says why, for a person. */
export class Unsendable extends Error {}

/**
 * SQLSTATE 22 and 54: a value that PostgreSQL cannot take or work out, now or ever. Not 23: no constraint looks at a text, so one
 * that is violated is a race or a fault of ours, and the broadcast waits.
 */
export const isContentError = (error: unknown): boolean =>
  /^(22|54)/.test(String((error as { code?: unknown } | null)?.code))

const unsendableText = 'Kabar could not write its messages down. Make the text simpler, and send it as a new broadcast.'

/** Who was not written to yet ends as skipped, in the same transaction; what has left goes on to its own end. */
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
