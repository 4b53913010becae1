// A worker counts among those that are running, however slow its ticks are.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { until } from '../../test/until.ts'
import { joinWorkers } from './fair-share.ts'

const database = await testDatabase()

test('a worker announces itself without a tick, until it leaves', async () => {
  const ownerId = randomUUID()
  const announced = () =>
    database.system.selectFrom('wa_workers').select('alive_until').where('id', '=', ownerId).executeTakeFirst()
  const share = joinWorkers({ database, ownerId, leaseSeconds: 1 })
  await share.now()
  const first = await announced()
  await until('the next announcement', async () => {
    const next = await announced()
    return next !== undefined && next.alive_until > first!.alive_until
  })
  await share.leave()
  expect(await announced()).toBeUndefined()
})
