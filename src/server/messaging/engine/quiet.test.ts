// An idle session is cheap, and reacts when there is work.

import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '../../platform/db/index.ts'
import { addContacts, connectPhone, draft, ordinary, quiet, sent, testEngine } from '../../test/engine.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import { broadcastsForEngine } from '../broadcasts/engine-port.ts'
import type { DriverSession } from '../drivers/driver.ts'
import { simulator } from '../drivers/index.ts'
import { startDispatcher } from './dispatcher.ts'
import * as leases from './leases/queries.ts'
import { openReceiptWriter } from './receipt-writer.ts'

const { database, signUp, start } = await testEngine()

test('an idle session polls rarely, one with due messages always', async () => {
  const begin = async (dueInHours: number | undefined) => {
    const ayu = await signUp()
    const scope = { organization_id: organizationOf(ayu) }
    const term = await inTenant(database, scope, async (tenant) => {
      const { db, organization_id } = tenant
      const { id: session_id } = await db.selectFrom('wa_sessions').select('id').executeTakeFirstOrThrow()
      if (dueInHours !== undefined) {
        const news = { organization_id, session_id, name: 'News', body: 'Halo', status: 'sending' }
        const { id } = await db.insertInto('broadcasts').values(news).returning('id').executeTakeFirstOrThrow()
        await sql`
          insert into recipients (organization_id, broadcast_id, session_id, name, address, address_key, due_at)
          values (${organization_id}, ${id}, ${session_id}, 'A', '+628125550', '+628125550', now() + make_interval(hours => ${dueInHours}))`.execute(
          db,
        )
      }
      const fence = await leases.acquireLease(tenant, session_id, randomUUID(), 300)
      return { organization_id, session_id, fence: fence! }
    })
    let looks = 0
    const dispatcher = startDispatcher({
      ...{ database, broadcasts: broadcastsForEngine, term, isLeaseValid: () => true, log: quiet, pollMs: 50 },
      abilities: simulator({ folder: '/nowhere' }).abilities,
      connection: {} as DriverSession,
      receiptWriter: openReceiptWriter(database, term, quiet),
      messageKey: randomBytes(32),
      capacity: () => {
        looks += 1
        return 1_000
      },
    })
    return { dispatcher, looks: () => looks }
  }
  const [idle, waiting] = [await begin(undefined), await begin(1)]
  await until('the idle dispatcher', idle.dispatcher.isIdle)
  const before = [idle.looks(), waiting.looks()] as const
  await until('many polls', waiting.looks, (looks) => looks >= before[1] + 15)
  expect(idle.looks() - before[0]).toBeLessThan(5)
  expect(waiting.dispatcher.isIdle()).toBe(false)
  // A wake-up makes the idle dispatcher poll at once; otherwise its next poll would be due only after half a minute.
  const looked = idle.looks()
  idle.dispatcher.wake()
  await until('its next poll', idle.looks, (looks) => looks > looked, { withinMs: 25_000 })
  for (const { dispatcher } of [idle, waiting]) await dispatcher.stop()
})

test('sends although the hint was lost', async () => {
  const ayu = await signUp()
  // Without the hint it would poll after 45 seconds.
  const engine = start(undefined, { pollMs: 1_500 })
  const session_id = await connectPhone(ayu)
  await addContacts(ayu, [ordinary(1)])
  const { id } = await draft(ayu, session_id, { all_contacts: true })
  await inTenant(database, { organization_id: organizationOf(ayu) }, async ({ db }) => {
    await sql`
      insert into recipients (organization_id, broadcast_id, session_id, name, address, address_key, due_at)
      select organization_id, id, session_id, 'A', ${ordinary(1)}, ${ordinary(1)}, now() from broadcasts`.execute(db)
    await sql`update broadcasts set status = 'sending', body = 'Halo', started_at = now()`.execute(db)
  })
  expect(await sent(ayu, id)).toMatchObject({ status: 'completed' })
  await engine.stop()
})
