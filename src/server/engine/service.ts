// What the rest of the house may ask of the engine about recipients, and about who would be one.
import type { Tenant } from '../db/index.ts'
import * as leases from './leases/queries.ts'
import { dueUnderNewLimits } from './queries.ts'

export { countAudience, groupsOf } from './audience/people/queries.ts'
export { brokenIn } from './audience/segment/queries.ts'
export { warmUpCap } from './pacing.ts'
export { cancelPending, ownReasons } from './queries.ts'

/** Other limits hold from now on: nobody goes on waiting for the old ones. */
export async function forgetWaits(tenant: Tenant, sessionId: string): Promise<void> {
  await leases.forgetWaits(tenant, sessionId)
  await dueUnderNewLimits(tenant, sessionId)
}
