// Fails a broadcast whose messages cannot be rendered or stored, so that it blocks neither its session nor later starts.
import { type Message, message } from '../../../contract/messages/message.ts'
import { hint } from '../../platform/db/hints.ts'
import { type Database, inTenant, shareLockOrganization } from '../../platform/db/index.ts'
import type { Broadcasts } from './broadcasts.ts'
import * as leases from './leases/queries.ts'
import { failPending } from './queries.ts'

/** The text cannot be rendered for any recipient. */
export class Unsendable extends Error {
  readonly why: Message

  constructor(why: Message) {
    super(why.code)
    this.why = why
  }
}

/**
 * SQLSTATE 22 and 54: a value that PostgreSQL can never store or compute. Not 23: constraints do not check texts, so a
 * violation is a race or a bug, and the broadcast is retried.
 */
export const isContentError = (error: unknown): boolean =>
  /^(22|54)/.test(String((error as { code?: unknown } | null)?.code))

/** The reason that is shown for the failed broadcast. */
export const failureOf = (cause: unknown): Message =>
  cause instanceof Unsendable ? message('broadcast.unsendable', { why: cause.why }) : message('broadcast.not_rendered')

/** Skips unsent recipients in the same transaction; messages already sent run to their end. */
export async function failBroadcast(
  { database, broadcasts, term }: { database: Database; broadcasts: Broadcasts; term: leases.Term },
  id: string,
  cause?: Unsendable,
): Promise<void> {
  await inTenant(database, term, async (tenant) => {
    await shareLockOrganization(tenant)
    if (!(await leases.lockLease(tenant, term))) return
    if (!(await broadcasts.fail(tenant, id, failureOf(cause)))) return
    await failPending(tenant, id)
    await hint(tenant, 'broadcasts')
  })
}
