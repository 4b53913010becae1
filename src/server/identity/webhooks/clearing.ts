// Ends the deliveries of webhooks that were turned off or removed, in batches.
import type { Database } from '../../platform/db/index.ts'
import * as deliveries from './deliveries/queries.ts'
import * as queries from './queries.ts'

/** Of one webhook: what waits has failed; of a removed one all deliveries are deleted, at last the webhook. True if there may be more. */
export async function clear({ system }: Database): Promise<boolean> {
  return await system.transaction().execute(async (db) => {
    const hook = await queries.lockToClear(db)
    if (!hook) return false
    if (!hook.is_removed) return (await deliveries.giveUp(db, hook)) > 0n
    return (await deliveries.remove(db, hook)) > 0n || (await queries.deleteEmpty(db, hook))
  })
}
