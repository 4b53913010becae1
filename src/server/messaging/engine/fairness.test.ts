// A large broadcast of one organization does not block a small one of another. `npm run chaos` measures the slowdown.

import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { deriveKeys } from '../../keys.ts'
import type { Caller } from '../../test/app.ts'
import { addContacts, begun, draft, ordinary, quiet, readyFor, sent, show, testEngine } from '../../test/engine.ts'
import { startFakeWhatsApp } from '../../test/fake-whatsapp/server.ts'
import { linkSession } from '../../test/linked-session.ts'
import { made } from '../../test/records.ts'
import { holdOpen, organizationOf, waitUntilBlocked } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import { broadcastsForEngine } from '../broadcasts/engine-port.ts'
import { active } from '../broadcasts/turns/queries.ts'
import type { Driver } from '../drivers/driver.ts'
import { linkedDevice } from '../drivers/index.ts'
import { startEngine } from './engine.ts'
import { prepare } from './preparing.ts'

const { app, database, config, start, signUp } = await testEngine({ keepsSessions: true })
/** The session whose messages stay in flight until released. */
const slow = { sessionId: '', letGo: () => {} }
const isLetGo = new Promise<void>((resolve) => {
  slow.letGo = resolve
})
const around = (driver: Driver): Driver => ({
  ...driver,
  // Long enough that on a slow machine messages in flight do not become unconfirmed.
  abilities: { ...driver.abilities, inFlight: 9, inFlightBeside: 3, acknowledgementMs: 3_600_000 },
  open: async (options) => {
    const line = await driver.open(options)
    if (options.sessionId !== slow.sessionId) return line
    return { ...line, send: async (message) => isLetGo.then(() => line.send(message)) }
  },
})
start(undefined, { around })

const send = async (person: Caller, id: string) => made(await person.call(broadcasts.send, { params: { id } }))

test('while one audience is frozen, another organization’s broadcast is sent', async () => {
  const [large, small] = [await signUp(), await signUp()]
  const news = await readyFor(large, 3)
  const { id } = await readyFor(small, 3)
  const organization_id = organizationOf(large)
  // The freeze of the audience waits for this lock.
  const end = await holdOpen(database, organization_id, ({ db }) => sql`select from contacts for update`.execute(db))
  onTestFinished(end)
  await send(large, news.id)
  await waitUntilBlocked(database)
  // Another process that polls for work leaves it to the first.
  const found = (await active(database, new Date())).find((one) => one.id === news.id)!
  expect(await prepare({ database, broadcasts: broadcastsForEngine, log: quiet }, found)).toBe(false)
  await send(small, id)
  expect((await sent(small, id)).status).toBe('completed')
  expect((await show(large, news.id)).status).toBe('preparing')
  await end()
  expect((await sent(large, news.id)).counts).toMatchObject({ pending: 0, failed: 0, skipped: 0 })
})

test('a session at its in-flight limit blocks no other session, and its limit is lower while others send', async () => {
  const [large, small] = [await signUp(), await signUp()]
  const [session] = made(await large.call(waSessions.list)).data
  slow.sessionId = session!.id
  const news = await readyFor(large, 9)
  const { id } = await readyFor(small, 3)
  await begun(large, news.id)
  await until(
    'as many under way as may',
    () => show(large, news.id),
    ({ counts }) => counts.sending === 3,
  )
  await send(small, id)
  expect((await sent(small, id)).status).toBe('completed')
  expect((await show(large, news.id)).counts).toMatchObject({ sending: 3, pending: 6 })
  slow.letGo()
  expect((await sent(large, news.id)).status).toBe('completed')
})

test('the same for linked devices', async () => {
  const fake = await startFakeWhatsApp()
  onTestFinished(() => fake.close())
  const engine = startEngine({
    ...{ database, broadcasts: broadcastsForEngine, log: quiet, keys: deriveKeys(config.secret) },
    drivers: { linked_device: linkedDevice({ webSocketUrl: fake.url, log: quiet }) },
    ownerId: '01990000-0000-7000-8000-00000000000c',
  })
  onTestFinished(() => engine.stop())
  const [large, small] = [await linked('+6281200000201'), await linked('+6281200000202')]
  fake.faults.message = ({ from }) => (from.includes('6281200000201') ? { ack: 'none', receipts: [] } : undefined)
  await begun(large.person, large.id)
  await until(
    'all of them under way',
    () => show(large.person, large.id),
    ({ counts }) => counts.pending === 0,
  )
  await send(small.person, small.id)
  expect((await sent(small.person, small.id)).status).toBe('completed')
  expect((await show(large.person, large.id)).status).toBe('sending')

  /** A user with a linked phone of this number, and a broadcast to three contacts. */
  async function linked(account: string) {
    const person = await signUp()
    const [session] = made(await person.call(waSessions.list)).data
    const params = { id: session!.id }
    made(await person.call(waSessions.update, { params, body: { driver: 'linked_device', pacing: { mode: 'off' } } }))
    await linkSession(app, fake, { person, id: session!.id, account })
    await addContacts(person, [1, 2, 3].map(ordinary))
    return { person, id: (await draft(person, session!.id, { all_contacts: true })).id }
  }
})
