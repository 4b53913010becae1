// Sessions are spread over the running workers again when one joins, without a message lost or sent twice.

import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { deriveKeys } from '../../keys.ts'
import type { Caller } from '../../test/app.ts'
import { noLatency, quiet, readyFor, sent, session, stopPhone, testEngine } from '../../test/engine.ts'
import { until } from '../../test/until.ts'
import { broadcastsForEngine } from '../broadcasts/engine-port.ts'
import type { Driver } from '../drivers/driver.ts'
import { simulator } from '../drivers/index.ts'
import { startEngine } from './engine.ts'

const { database, config, folder, signUp, witness } = await testEngine({ keepsSessions: true })
/** The usual lease: no shorter one lasts while a busy machine keeps this process waiting. */
const leaseSeconds = 30
const recipients = 60
/** Time that a message takes: slow enough that a broadcast goes on until the sessions are spread. */
let sendMs = 0

/** A phone that sends one message after the other, slowly enough to be moved in between. */
const slow = simulator({ folder, latency: noLatency })
const driver: Driver = {
  ...slow,
  abilities: { ...slow.abilities, inFlight: 1, inFlightBeside: 1 },
  open: async (options) => {
    const line = await slow.open(options)
    const send: typeof line.send = async (message) => {
      await delay(sendMs)
      return await line.send(message)
    }
    return { ...line, send }
  },
}

function startWorker() {
  const ownerId = randomUUID()
  const engine = startEngine({
    broadcasts: broadcastsForEngine,
    ...{ database, keys: deriveKeys(config.secret), drivers: { simulator: driver } },
    ...{ ownerId, leaseSeconds, log: quiet, pollMs: 100 },
  })
  let isRunning = true
  const stop = async () => {
    if (isRunning) await engine.stop()
    isRunning = false
  }
  onTestFinished(stop)
  return { ownerId, stop }
}

type Phone = Awaited<ReturnType<typeof readyFor>> & { person: Caller }

async function phones(count: number, contacts = 1) {
  const all: Phone[] = []
  for (let index = 0; index < count; index++) {
    const person = await signUp()
    all.push({ person, ...(await readyFor(person, contacts)) })
  }
  onTestFinished(async () => {
    for (const { person, sessionId } of all) await person.call(waSessions.stop, { params: { id: sessionId } })
  })
  return all
}

async function leases() {
  const { rows } = await sql<{ session_id: string; owner_id: string; fence: number }>`
    select session_id, owner_id, fence from wa_leases where lease_until > clock_timestamp() order by session_id`.execute(
    database.system,
  )
  return rows
}

const ownedBy = async (ownerId: string) => (await leases()).filter(({ owner_id }) => owner_id === ownerId).length

interface Worker {
  ownerId: string
}

/** Each has announced itself so many more times, with many chances in between to give a session back. */
async function announced(workers: readonly Worker[], times = 1) {
  const read = async () => {
    const { rows } = await sql<{ id: string; alive_until: string }>`select id, alive_until from wa_workers`.execute(
      database.system,
    )
    return new Map(rows.map(({ id, alive_until }) => [id, alive_until]))
  }
  for (let seen = 0; seen < times; seen++) {
    const before = await read()
    await until('an announcement of each', read, (now) =>
      workers.every(({ ownerId }) => (now.get(ownerId) ?? '') > (before.get(ownerId) ?? '')),
    )
  }
}

/** As if no worker had joined for a while. */
async function settle() {
  await sql`update wa_workers set joined_at = joined_at - interval '1 hour'`.execute(database.system)
}

test('a worker that joins gets its share, while every phone sends', async () => {
  sendMs = 3_000
  const first = startWorker()
  const all = await phones(4, recipients)
  for (const { person, id } of all) await person.call(broadcasts.send, { params: { id } })
  const isUnderWay = async () => {
    const counts = await Promise.all(all.map(async ({ sessionId }) => (await witness(sessionId)).size))
    return counts.every((count) => count > 3)
  }
  await until('the first messages of each', isUnderWay)

  const second = startWorker()
  await announced([second])
  await settle()
  await until('the spread', async () => (await ownedBy(first.ownerId)) === 2 && (await ownedBy(second.ownerId)) === 2)
  const inFlight = await Promise.all(
    all.map(async ({ person, id }) => (await person.call(broadcasts.get, { params: { id } })).body.status),
  )
  expect(inFlight).toEqual(['sending', 'sending', 'sending', 'sending'])
  const spread = await leases()
  sendMs = 1
  for (const { person, id, sessionId } of all) {
    const { status, counts } = await sent(person, id)
    expect({ status, ...counts }).toMatchObject({
      status: 'completed',
      pending: 0,
      sending: 0,
      unknown: 0,
      failed: 0,
      skipped: 0,
    })
    const arrived = await witness(sessionId)
    expect(arrived.size).toBe(recipients)
    expect([...arrived.values()].filter((messages) => messages.length > 1)).toEqual([])
    expect(await session(person, sessionId)).toMatchObject({ status: 'working', last_error: null })
  }
  await announced([first, second], 3)
  expect(await leases()).toEqual(spread)

  await second.stop()
  await until('the return', async () => (await ownedBy(first.ownerId)) === 4)
})

test('idle phones move, and not the one that sends; nothing moves while workers come and go', async () => {
  sendMs = 3_000
  const first = startWorker()
  const [busy] = await phones(1, recipients)
  await phones(2)
  await busy!.person.call(broadcasts.send, { params: { id: busy!.id } })
  await until('its first messages', async () => (await witness(busy!.sessionId)).size > 0)
  const before = await leases()
  const second = startWorker()
  await announced([second])
  expect(await leases()).toEqual(before)
  // Another joins: again nothing moves for a while.
  const third = startWorker()
  await announced([third])
  expect(await leases()).toEqual(before)
  await settle()
  await until('the spread', async () => {
    const counts = await Promise.all([first, second, third].map(({ ownerId }) => ownedBy(ownerId)))
    return counts.every((count) => count === 1)
  })
  const isBusy = ({ session_id }: { session_id: string }) => session_id === busy!.sessionId
  expect((await leases()).find(isBusy)).toEqual(before.find(isBusy))
  sendMs = 1
  await sent(busy!.person, busy!.id)
})

test('a worker takes no more than its share of the sessions that nobody owns', async () => {
  const first = startWorker()
  const all = await phones(4)
  for (const { person, sessionId } of all) await stopPhone(person, sessionId)
  const second = startWorker()
  await announced([second])
  for (const { person, sessionId } of all) await person.call(waSessions.start, { params: { id: sessionId } })
  await until('an owner of each', async () => (await leases()).length === 4)
  expect([await ownedBy(first.ownerId), await ownedBy(second.ownerId)]).toEqual([2, 2])
})

/** A worker that was just killed: it still counts, and takes nothing. Returns a function that removes it. */
async function killedWorker() {
  const killed = randomUUID()
  await sql`
    insert into wa_workers (id, alive_until, joined_at)
    values (${killed}, clock_timestamp() + interval '1 hour', clock_timestamp() - interval '1 hour')`.execute(
    database.system,
  )
  const forget = async () => {
    await sql`delete from wa_workers where id = ${killed}`.execute(database.system)
  }
  onTestFinished(forget)
  return forget
}

test('a worker that was killed gets no more than one session, until it stops counting', async () => {
  const first = startWorker()
  await phones(4)
  await until('an owner of each', async () => (await ownedBy(first.ownerId)) === 4)
  const forget = await killedWorker()
  await settle()
  await until('the first given back', async () => (await ownedBy(first.ownerId)) === 3)
  await announced([first], 3)
  expect(await ownedBy(first.ownerId)).toBe(3)
  await forget()
  await until('the return', async () => (await ownedBy(first.ownerId)) === 4)
})

test('while the database is slow to release a session, no other is given back', async () => {
  const first = startWorker()
  await phones(4)
  await until('an owner of each', async () => (await ownedBy(first.ownerId)) === 4)
  const client = new pg.Client({ connectionString: database.connection.connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`
    create function release_slowly() returns trigger language plpgsql as $$
      begin perform pg_sleep(2); return new; end $$;
    create trigger slow before update on wa_leases for each row when (new.lease_until = '-infinity')
      execute function release_slowly()`)
  onTestFinished(async () => {
    await client.query('drop function release_slowly() cascade')
  })
  await killedWorker()
  await settle()
  await until('the first given back', async () => (await ownedBy(first.ownerId)) === 3)
  await announced([first], 3)
  expect(await ownedBy(first.ownerId)).toBe(3)
})
