// Two sessions that claim concurrently never both write to the same contact within the frequency cap.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { pacingPresets } from '../../../contract/pacing.ts'
import { inTenant, type Tenant } from '../../platform/db/index.ts'
import { testDatabase } from '../../test/database.ts'
import { waitUntilBlocked } from '../../test/two-at-once.ts'
import { broadcastsForEngine } from '../broadcasts/engine-port.ts'
import { simulator } from '../drivers/index.ts'
import * as leases from './leases/queries.ts'
import { claimNextPaced } from './paced-claim.ts'

const database = await testDatabase()
const limits = { ...pacingPresets.careful, hours: null, warm_up: null }

test('the second one waits for the first, and defers its message', async () => {
  const { organization_id } = await database.system
    .insertInto('organizations')
    .values({ country: 'ID', time_zone: 'Asia/Jakarta', base_currency: 'IDR' })
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  const inside = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(database, { organization_id }, work)
  const begin = (name: string) =>
    inside(async (tenant) => {
      const { db } = tenant
      const pacing = { pacing_mode: 'custom', pacing_limits: JSON.stringify(limits) }
      const phone = { organization_id, name, driver: 'simulator', ...pacing }
      const session = await db.insertInto('wa_sessions').values(phone).returning('id').executeTakeFirstOrThrow()
      const session_id = session.id
      const news = { organization_id, session_id, name, body: 'Halo', status: 'sending' }
      const { id: broadcast_id } = await db
        .insertInto('broadcasts')
        .values(news)
        .returning('id')
        .executeTakeFirstOrThrow()
      const same = { name: 'A', address: '+6281234560100', address_key: '+6281234560100', text: 'Halo' }
      await db
        .insertInto('recipients')
        .values({ organization_id, broadcast_id, session_id, ...same })
        .execute()
      const fence = (await leases.acquireLease(tenant, session_id, randomUUID(), 30))!
      return { organization_id, session_id, fence }
    })
  const choose = async (tenant: Tenant, term: leases.Term) => {
    const rules = (await leases.lockLease(tenant, term))!
    return await claimNextPaced(tenant, {
      broadcasts: broadcastsForEngine,
      ...{ term, rules, now: Date.parse(rules.now), lastBroadcast: '', random: () => 0.5 },
      abilities: simulator({ folder: '/nowhere' }).abilities,
      decide: async (_, broadcast, rows) =>
        rows.map(({ place }) => ({ place, wa_message_id: broadcast.id, text: 'Halo', reason: null })),
    })
  }
  const [one, other] = [await begin('One'), await begin('Other')]
  const second = await inside(async (tenant) => {
    expect(await choose(tenant, one)).toMatchObject({ kind: 'message' })
    const choosing = inside((beside) => choose(beside, other))
    await waitUntilBlocked(database)
    return { choosing }
  })
  expect(await second.choosing).toMatchObject({ kind: 'again' })
  expect(await inside((tenant) => choose(tenant, other))).toMatchObject({ kind: 'again' })
  const waits = await inside(({ db }) =>
    db.selectFrom('recipients').select('reason').where('session_id', '=', other.session_id).executeTakeFirstOrThrow(),
  )
  expect(waits.reason).toBe('recently_messaged')
})
