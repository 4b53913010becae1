// An orderly stop: messages in flight are settled, and another process may take over immediately.

import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { deriveKeys } from '../../keys.ts'
import { inTenant } from '../../platform/db/index.ts'
import {
  addContacts,
  connectPhone,
  draft,
  quiet,
  readyFor,
  sent,
  show,
  stopPhone,
  testEngine,
} from '../../test/engine.ts'
import { holdOpen, organizationOf, waitUntilBlocked } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import { broadcastsForEngine } from '../broadcasts/engine-port.ts'
import { type Driver, DriverError } from '../drivers/driver.ts'
import { simulator } from '../drivers/index.ts'
import { startEngine } from './engine.ts'

const { database, config, folder, signUp, start, witness } = await testEngine()

/** A broadcast to numbers with these endings, being sent. */
async function sending(endings: readonly string[]) {
  const person = await signUp()
  const session_id = await connectPhone(person)
  await addContacts(
    person,
    endings.map((ending, index) => `+62812${1000 + index}${ending}`),
  )
  const { id } = await draft(person, session_id, { all_contacts: true })
  await person.call(broadcasts.send, { params: { id } })
  const counts = async () => (await show(person, id)).counts
  return { id, session_id, counts, scope: { organization_id: organizationOf(person) } }
}

/** A gate that a test opens. */
function gate() {
  let open = () => {}
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, isOpen }
}

test('connection lost during the stop: nothing stays unconfirmed', async () => {
  const network = gate()
  let leaving = 0
  const around = (driver: Driver): Driver => ({
    ...driver,
    // Messages in flight are settled in the end, however long the network takes.
    abilities: { ...driver.abilities, acknowledgementMs: 60_000 },
    open: async (options) => {
      const session = await driver.open(options)
      const send: typeof session.send = async (message) => {
        leaving += 1
        await network.isOpen
        const sent = session.send(message)
        if (message.repeat || !message.to.endsWith('0013')) return await sent
        await sent.catch(() => {})
        throw new DriverError('unknown', 'line_lost')
      }
      return { ...session, send }
    },
  })
  // Time enough to send all of them before the first acknowledgement; two end the connection, and one resend is deferred.
  const engine = start(config.secret, { around, latency: { acknowledgeMs: 100 } })
  const { counts } = await sending(['5550', '5551', '0010', '0011', '0013'])
  await until('all sends', () => leaving === 5)
  const stop = engine.stop()
  network.open()
  await stop
  expect(await counts()).toMatchObject({ pending: 0, sending: 0, unknown: 0 })
})

test('connection already closing: received events are stored first', async () => {
  const network = gate()
  let [opened, closing] = [0, 0]
  const around = (driver: Driver): Driver => ({
    ...driver,
    open: async (options) => {
      opened += 1
      const session = await driver.open(options)
      const close = async () => {
        closing += 1
        await network.isOpen
        await session.close()
      }
      return { ...session, close }
    },
  })
  const engine = start(config.secret, { around })
  await sending(['0010'])
  await until('the cleanup of the lost connection', () => closing > 0)
  const begun = performance.now()
  await until('some turns', () => performance.now() - begun > 700)
  expect(opened).toBe(1)
  let stopped = false
  const stop = engine.stop().then(() => {
    stopped = true
  })
  for (let turn = 0; turn < 20; turn++) await sql`select 1`.execute(database.system)
  expect(stopped).toBe(false)
  network.open()
  await stop
})

test('database unavailable at first: retried, nothing stays unconfirmed, and the lease is released', async () => {
  const network = gate()
  let [leaving, refused, isAway] = [0, 0, false]
  const away: typeof database = {
    ...database,
    onConnection: async (work) => {
      // Every query in flight, and a few more.
      if (!isAway || refused >= 8) return await database.onConnection(work)
      refused += 1
      throw new Error('the database does not answer in time')
    },
  }
  const driver = simulator({ folder, latency: { connectMs: 0, acknowledgeMs: 0, deliverMs: 0, readMs: 0 } })
  const open: Driver['open'] = async (options) => {
    const session = await driver.open(options)
    const send: typeof session.send = async (message) => {
      leaving += 1
      await network.isOpen
      return await session.send(message)
    }
    return { ...session, send }
  }
  const engine = startEngine({
    broadcasts: broadcastsForEngine,
    ...{ database: away, log: quiet, ownerId: randomUUID(), keys: deriveKeys(config.secret), pollMs: 200 },
    drivers: { simulator: { ...driver, open } },
  })
  const { counts, session_id } = await sending(['5550', '0010', '0011'])
  await until('all sends', () => leaving === 3)
  isAway = true
  const stop = engine.stop()
  await until('the rejections', () => refused >= 3)
  network.open()
  await stop
  expect(await counts()).toMatchObject({ pending: 0, sending: 0, unknown: 0 })
  const { rows } = await sql<{ is_held: boolean }>`
    select lease_until > clock_timestamp() as is_held from wa_leases where session_id = ${session_id}`.execute(
    database.system,
  )
  expect(rows).toEqual([{ is_held: false }])
})

test('a blocked tick affects no session, and delays none that closes', async () => {
  const before = start()
  const { id, session_id, scope } = await sending([])
  await before.stop()
  await inTenant(database, scope, ({ db }) => sql`update broadcasts set status = 'preparing'`.execute(db))
  const letGo = await holdOpen(database, scope.organization_id, ({ db }) =>
    sql`select from broadcasts where id = ${id} for update`.execute(db),
  )
  const engine = startEngine({
    broadcasts: broadcastsForEngine,
    ...{ database, log: quiet, ownerId: randomUUID(), keys: deriveKeys(config.secret), pollMs: 200 },
    drivers: { simulator: simulator({ folder, latency: { connectMs: 0 } }) },
  })
  const lease = async () => {
    const { rows } = await sql<{ fence: number; lease_until: string; is_held: boolean }>`
      select fence, lease_until, lease_until > clock_timestamp() as is_held from wa_leases where session_id = ${session_id}`.execute(
      database.system,
    )
    return rows[0]!
  }
  const term = await until('a new term', lease, ({ is_held }) => is_held)
  const renewed = await until('its renewal', lease, ({ lease_until }) => lease_until > term.lease_until)
  expect(renewed.fence).toBe(term.fence)
  const stop = engine.stop()
  await until('its end', lease, ({ is_held }) => !is_held)
  await letGo()
  await stop
})

test('freezing an audience does not delay the stop: the next engine does it, and every recipient gets it once', async () => {
  const before = start()
  const person = await signUp()
  const { id, sessionId } = await readyFor(person, 3)
  await stopPhone(person, sessionId)
  await before.stop()
  await person.call(broadcasts.send, { params: { id } })
  // The freeze of the audience waits for this lock, as if for a million recipients.
  const letGo = await holdOpen(database, organizationOf(person), ({ db }) =>
    sql`select from contacts for update`.execute(db),
  )
  onTestFinished(letGo)
  const said: unknown[] = []
  const note = (...what: unknown[]) => void said.push(what)
  const engine = startEngine({
    broadcasts: broadcastsForEngine,
    ...{ database, ownerId: randomUUID(), keys: deriveKeys(config.secret), pollMs: 200, drivers: {} },
    log: { error: note, warn: note, info: note },
  })
  await waitUntilBlocked(database)
  const stopped = engine.stop().then(() => true)
  // Less than a statement may take. The lock lasts until the test lets go.
  expect(await Promise.race([stopped, delay(25_000, false)])).toBe(true)
  expect(said).toEqual([])
  expect(await show(person, id)).toMatchObject({ status: 'preparing', failure: null, counts: { pending: 0 } })
  await letGo()

  const next = start()
  await connectPhone(person)
  await sent(person, id)
  const ended = await until(
    'the receipts',
    () => show(person, id),
    ({ counts }) => counts.read === 3,
  )
  expect(ended).toMatchObject({ status: 'completed', counts: { unknown: 0, failed: 0 } })
  const arrived = [...(await witness(sessionId)).values()]
  expect(arrived.map((messages) => messages.map(({ count }) => count))).toEqual([[1], [1], [1]])
  await next.stop()
})
