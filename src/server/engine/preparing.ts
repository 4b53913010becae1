// From *send* to the first message: who will get a broadcast is written down.
import { faultOf } from '../broadcast-groups/service.ts'
import * as broadcasts from '../broadcasts/service.ts'
import { hint } from '../db/hints.ts'
import { type Database, inTenant, keepOrganization, refreshStatistics } from '../db/index.ts'
import * as queries from './queries.ts'

/** Begins to send it, with its audience written down; or fails it, and says why. */
export async function prepare(database: Database, broadcast: broadcasts.Active) {
  const recipients = await inTenant(database, broadcast, async (tenant) => {
    await keepOrganization(tenant)
    // The change of state comes first: it locks the broadcast, so that of two processes one freezes.
    if (!(await broadcasts.beginSending(tenant, broadcast.id))) return 0
    const fault = await faultOf(tenant, broadcast.id)
    if (fault) {
      await broadcasts.fail(tenant, broadcast.id, fault)
      return 0
    }
    const frozen = await queries.freezeAudience(tenant, broadcast)
    // What broke in between is in no row. Undone with all else here, and the next turn says why.
    if (await faultOf(tenant, broadcast.id)) throw new Error('a group of the audience broke while it was frozen')
    if (frozen === 0) await broadcasts.fail(tenant, broadcast.id, 'There was nobody to send to.')
    // Sending begins at once, whoever owns the session.
    else await hint(tenant, 'broadcasts')
    return frozen
  })
  // Small ones change no plan.
  if (recipients > 200) await refreshStatistics(database, ['recipients', 'contacts'])
}
