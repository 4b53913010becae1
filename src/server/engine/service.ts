// What the rest of the house may ask of the engine about recipients.
import type { Tenant } from '../db/index.ts'
import * as leases from './leases/queries.ts'
import { dueUnderNewLimits } from './queries.ts'

export { cancelPending, ownReasons } from './queries.ts'

/** Other limits hold from now on: nobody goes on waiting for the old ones. */
export async function forgetWaits(tenant: Tenant, sessionId: string): Promise<void> {
  await leases.forgetWaits(tenant, sessionId)
  await dueUnderNewLimits(tenant, sessionId)
}
