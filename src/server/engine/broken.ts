// Ends a broadcast whose messages cannot be written, so that it holds up neither its session nor a later start of Kabar.
import * as broadcasts from '../broadcasts/service.ts'
import { hint } from '../db/hints.ts'
import { type Database, inTenant, keepOrganization } from '../db/index.ts'
import * as leases from './leases/queries.ts'
import { failPending } from './queries.ts'

/** Its text cannot be filled in for anybody; the message says why, for a person. */
export class Unsendable extends Error {}

/** SQLSTATE 22, 23 and 54: the database refuses what was to be written, and would again. */
export const isOfContent = (error: unknown): boolean =>
  /^(22|23|54)/.test(String((error as { code?: unknown } | null)?.code))

const unwritten = 'Kabar could not write its messages down. Make the text simpler, and send it as a new broadcast.'

/** Who was not written to yet ends as skipped, in the same transaction; what has left goes on to its own end. */
export async function failBroadcast(
  database: Database,
  term: leases.Term,
  id: string,
  cause?: Unsendable,
): Promise<void> {
  await inTenant(database, term, async (tenant) => {
    await keepOrganization(tenant)
    if (!(await leases.holdTerm(tenant, term))) return
    if (!(await broadcasts.fail(tenant, id, cause ? `The text cannot be sent: ${cause.message}` : unwritten))) return
    await failPending(tenant, id)
    await hint(tenant, 'broadcasts')
  })
}
