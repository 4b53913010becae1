// Metrics over HTTP: that they are of the whole installation, follow its changes, and name nobody.
import { afterAll, expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { receiptWrites } from '../../messaging/engine/service.ts'
import { inTenant } from '../../platform/db/index.ts'
import { testApp } from '../../test/app.ts'
import { made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { startMetrics } from './service.ts'

const { app, clock, database, signUp } = await testApp()
const metrics = await startMetrics({
  ...{ app, databases: { requests: database }, release: '1.2.3', host: '127.0.0.1', port: 0 },
  now: () => clock.now,
})
afterAll(() => metrics.stop())

async function read(): Promise<Map<string, number>> {
  clock.now = new Date(clock.now.getTime() + 5_000)
  const text = await (await fetch(metrics.address)).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, name, value] = /^(\S+(?:\{.*\})?) (\S+)$/.exec(line)!
      return [name!, Number(value)]
    }),
  )
}

test('they follow what happens, and contain no name', async () => {
  const before = await read()
  expect(before.get('kabar_info{release="1.2.3"}')).toBe(1)
  expect(before.get('process_resident_memory_bytes')).toBeGreaterThan(0)
  expect(before.get('kabar_database_connections{pool="requests",state="idle"}')).toBeGreaterThanOrEqual(0)
  expect(before.get('kabar_mails_waiting')).toBe(0)
  // No backup was made, so there is no age.
  expect(before.has('kabar_backup_age_seconds')).toBe(false)

  const ayu = await signUp({ email: 'ayu@example.com', organization: 'PT Rahasia' })
  made(await ayu.call(contacts.create, { body: { name: 'Budi Santoso' } }))
  made(await ayu.call(contacts.list, { query: { q: 'bud' } }))
  made(await ayu.call(contacts.list, { query: { q: 'bud' } }))
  const [session] = made(await ayu.call(waSessions.list)).data
  made(await ayu.call(waSessions.update, { params: { id: session!.id }, body: { driver: 'simulator' } }))
  Object.assign(receiptWrites, { count: 3, seconds: 0.5 })
  made(await ayu.call(waSessions.start, { params: { id: session!.id } }))
  const after = await read()
  expect(after.get('kabar_http_request_seconds_count{method="POST",status="2xx"}')).toBeGreaterThan(0)
  expect(after.get('kabar_receipt_writes_total')).toBe(receiptWrites.count)
  expect(after.get('kabar_receipt_write_seconds_total')).toBe(receiptWrites.seconds)
  expect([...after].filter(([name]) => name.startsWith('kabar_phones')).map(([, count]) => count)).toEqual([1])
  expect([...after.keys()].join('\n')).not.toMatch(/Person|Budi|Rahasia|@/)
})

test('since when the oldest email has been due, and nothing about an empty queue', async () => {
  const oldest = (queue: string) => `kabar_oldest_due_seconds{queue="${queue}"}`
  const ayu = await signUp()
  await database.system.deleteFrom('mails').execute()
  expect((await read()).has(oldest('mails'))).toBe(false)
  for (const minutes of [10, 90])
    await inTenant(database, { organization_id: organizationOf(ayu) }, ({ db, organization_id }) =>
      db
        .insertInto('mails')
        .values({
          ...{ organization_id, encrypted: Buffer.alloc(0), give_up_at: clock.now },
          created_at: new Date(clock.now.getTime() - minutes * 60_000),
        })
        .execute(),
    )
  // The clock is five seconds later at each reading.
  expect((await read()).get(oldest('mails'))).toBeCloseTo(90 * 60 + 5, 1)
})

test('since when the oldest broadcast has been due: scheduled, being sent, and not paused', async () => {
  const oldest = 'kabar_oldest_due_seconds{queue="broadcasts"}'
  const ayu = await signUp()
  const [session] = made(await ayu.call(waSessions.list)).data
  const begun = new Date(clock.now.getTime() - 600_000)
  const set = (status: string, times: object) =>
    inTenant(database, { organization_id: organizationOf(ayu) }, async ({ db, organization_id }) => {
      await db.deleteFrom('broadcasts').where('organization_id', '=', organization_id).execute()
      await db
        .insertInto('broadcasts')
        .values({ organization_id, session_id: session!.id, name: 'News', body: 'Halo', status, ...times })
        .execute()
    })
  await set('sending', { started_at: begun })
  expect((await read()).get(oldest)).toBeCloseTo(605, 1)
  const times = { send_on: '2026-11-24T09:00', time_zone: 'UTC' }
  await set('scheduled', { ...times, send_at: begun })
  expect((await read()).get(oldest)).toBeCloseTo(610, 1)
  await set('scheduled', { ...times, send_at: new Date(clock.now.getTime() + 600_000) })
  expect((await read()).has(oldest)).toBe(false)
  await set('paused', { started_at: begun, pause_reason: 'user' })
  expect((await read()).has(oldest)).toBe(false)
})

test('within five seconds it is the same answer, and nothing else is served', async () => {
  const text = async () => await (await fetch(metrics.address)).text()
  const first = await text()
  await signUp()
  expect(await text()).toBe(first)
  expect((await fetch(metrics.address.replace('/metrics', '/'))).status).toBe(404)
})
