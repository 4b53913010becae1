// Another phone is linked to a session: unconfirmed messages are not resent from its number.

import { expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { message } from '../../../contract/messages/message.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { inTenant } from '../../platform/db/index.ts'
import { addContacts, connectPhone, draft, session, show, testEngine } from '../../test/engine.ts'
import { made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import { knownOf, sendingDays } from '../chats/service.ts'
import type { Driver, DriverEvent } from '../drivers/driver.ts'

const { database, config, signUp, start, witness } = await testEngine()

/** An engine whose phones get these numbers in turn, and a function that emits network events. */
function phones(numbers: string[]) {
  let tell: (event: DriverEvent) => Promise<void> = async () => {}
  const around = (driver: Driver): Driver => ({
    ...driver,
    // Nothing is decided while the phones are changed.
    abilities: { ...driver.abilities, acknowledgementMs: 600_000, evidenceMs: 600_000 },
    open: (options) => {
      tell = options.on
      const on = (event: DriverEvent) =>
        options.on(event.type === 'connected' ? { ...event, phoneNumber: numbers[0]! } : event)
      return driver.open({ ...options, on })
    },
  })
  return { engine: start(config.secret, { around }), tell: (event: DriverEvent) => tell(event) }
}

test.each([
  ['another one', '+6281299990002', { failed: 1, accepted: 0, unknown: 0 }],
  ['the same one', '+6281299990001', { failed: 0, accepted: 1, unknown: 0 }],
])('after its phone was unlinked: %s', async (_, next, expected) => {
  const person = await signUp()
  const numbers = ['+6281299990001']
  const { engine, tell } = phones(numbers)
  const id = await connectPhone(person)
  // It arrives, and is never acknowledged.
  const silent = '+6281200010009'
  await addContacts(person, [silent])
  await tell({ type: 'message', id: '3A01', from: silent, text: 'Halo', at: new Date() })
  const news = await draft(person, id, { all_contacts: true })
  made(await person.call(broadcasts.send, { params: { id: news.id } }))
  await until('the accepted message', async () => (await show(person, news.id)).counts.accepted === 1)

  const press = async (event: 'unlink' | 'scan', status: string) => {
    await person.call(waSessions.simulate, { params: { id }, body: { event } })
    return await until(
      status,
      () => session(person, id),
      (now) => now.status === status,
    )
  }
  await press('unlink', 'failed')
  numbers[0] = next
  made(await person.call(waSessions.start, { params: { id } }))
  await until(
    'a QR code',
    () => session(person, id),
    (now) => now.status === 'scan_qr',
  )
  expect((await press('scan', 'working')).phone_number).toBe(next)
  expect((await show(person, news.id)).counts).toMatchObject(expected)
  expect((await witness(id)).get(silent)).toMatchObject([{ count: 1 }])
  const known = await inTenant(database, { organization_id: organizationOf(person) }, async (tenant) => [
    (await knownOf(tenant, id, [silent])).size,
    (await sendingDays(tenant, id, 20)).length,
  ])
  expect(known).toEqual(expected.failed ? [0, 0] : [1, 1])
  await engine.stop()
})

test('removing a session settles the messages of its cancelled broadcasts', async () => {
  const person = await signUp()
  const { engine } = phones(['+6281299990001'])
  const id = await connectPhone(person)
  await addContacts(person, ['+6281200010009'])
  const news = await draft(person, id, { all_contacts: true })
  made(await person.call(broadcasts.send, { params: { id: news.id } }))
  await until('the accepted message', async () => (await show(person, news.id)).counts.accepted === 1)
  await engine.stop()
  made(await person.call(broadcasts.cancel, { params: { id: news.id } }))
  await person.call(waSessions.remove, { params: { id } })
  expect((await show(person, news.id)).counts).toMatchObject({ failed: 1, accepted: 0, unknown: 0 })
})

test('a banned account pauses its broadcasts: once reinstated, a person resumes them', async () => {
  const person = await signUp()
  const { engine, tell } = phones(['+6281299990001'])
  const id = await connectPhone(person)
  await addContacts(person, ['+6281200010009'])
  const news = await draft(person, id, { all_contacts: true })
  made(await person.call(broadcasts.send, { params: { id: news.id } }))
  await until('the accepted message', async () => (await show(person, news.id)).counts.accepted === 1)
  const why = message('connection.account_blocked')
  await tell({ type: 'closed', reason: 'banned', message: why })
  expect(await show(person, news.id)).toMatchObject({ status: 'paused', pause_reason: 'banned' })
  expect(await session(person, id)).toMatchObject({ status: 'failed', last_error: why })
  await connectPhone(person)
  expect(await show(person, news.id)).toMatchObject({ status: 'paused', pause_reason: 'banned' })
  made(await person.call(broadcasts.resume, { params: { id: news.id } }))
  expect((await show(person, news.id)).status).toBe('sending')
  await engine.stop()
})
