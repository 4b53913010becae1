// A process that was suspended past its lease closes its connection before it opens another.

import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { message } from '../../../contract/messages/message.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { deriveKeys } from '../../keys.ts'
import { inTenant } from '../../platform/db/index.ts'
import { testApp } from '../../test/app.ts'
import { quiet } from '../../test/engine.ts'
import { made } from '../../test/records.ts'
import { holdOpen, organizationOf, waitUntilBlocked } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import { broadcastsForEngine } from '../broadcasts/engine-port.ts'
import type { Driver, DriverEvent } from '../drivers/driver.ts'
import { simulator } from '../drivers/index.ts'
import { takeCommands } from '../wa-sessions/service.ts'
import * as leases from './leases/queries.ts'
import { ownSession } from './session.ts'
import { ownSessions } from './sessions.ts'

const { signUp, database } = await testApp()
afterEach(() => vi.useRealTimers())

const none = () => Promise.reject(new Error('not in these tests'))
/** A connection on which nothing happens. */
const idle = { close: async () => {}, send: none, listGroups: none, checkNumbers: none, logout: none }

test('an expired lease that was not taken over is acquired again once the old connection has closed', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const person = await signUp()
  const { id } = made(await person.call(waSessions.list)).data[0]!
  made(await person.call(waSessions.start, { params: { id } }))

  const seen: string[] = []
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const driver: Driver = {
    abilities: simulator({ folder: '/nowhere' }).abilities,
    open: async () => {
      seen.push('opened')
      const close = async () => {
        seen.push('closing')
        await ended
        seen.push('closed')
        throw new Error('the network did not answer')
      }
      return { ...idle, close }
    },
  }
  const log = { ...quiet, error: (detail: object) => seen.push(String((detail as { err: Error }).err.message)) }
  const keys = deriveKeys(randomBytes(32))
  const sessions = ownSessions({
    broadcasts: broadcastsForEngine,
    database,
    keys,
    drivers: { linked_device: driver },
    ownerId: randomUUID(),
    log,
    pollMs: 1_000,
  })
  onTestFinished(() => {
    end()
    return sessions.stop()
  })
  await sessions.tick()
  await until('the line', () => seen.length === 1)

  await inTenant(database, { organization_id: organizationOf(person) }, ({ db }) =>
    sql`update wa_leases set lease_until = clock_timestamp() - interval '10 seconds'`.execute(db),
  )
  vi.advanceTimersByTime(11_000)
  // Each tick leaves enough time for the next connection to open.
  for (let turn = 0; turn < 20; turn++) await sessions.tick()
  expect(seen).toEqual(['opened', 'closing'])
  end()
  await until('the next line', async () => {
    await sessions.tick()
    return seen.filter((what) => what === 'opened').length === 2
  })
  expect(seen).toEqual(['opened', 'closing', 'closed', 'the network did not answer', 'opened'])
})

test('a session acquired during a renewal is not taken for lost', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const [first, second] = [await signUp(), await signUp()]
  const begin = async (person: typeof first) => {
    const { id } = made(await person.call(waSessions.list)).data[0]!
    made(await person.call(waSessions.start, { params: { id } }))
    return id
  }
  const seen: string[] = []
  const driver: Driver = {
    abilities: simulator({ folder: '/nowhere' }).abilities,
    open: async ({ sessionId }) => {
      seen.push(sessionId)
      return idle
    },
  }
  let gate: Promise<unknown> = Promise.resolve()
  let answer: Promise<unknown> = Promise.resolve()
  const slow: typeof database = {
    ...database,
    system: database.system.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await answer
        return result
      },
    }),
    onConnection: async (work) => {
      await gate
      return await database.onConnection(work)
    },
  }
  const sessions = ownSessions({
    broadcasts: broadcastsForEngine,
    ...{ database: slow, keys: deriveKeys(randomBytes(32)), drivers: { linked_device: driver } },
    ...{ ownerId: randomUUID(), pollMs: 1_000 },
    log: { ...quiet, warn: (_: object, text: string) => seen.push(text) },
  })
  onTestFinished(() => sessions.stop())
  const known = await begin(first)
  await sessions.tick()
  await until('the first session', () => seen.includes(known))

  const added = await begin(second)
  let open = () => {}
  gate = new Promise<void>((resolve) => {
    open = resolve
  })
  await sessions.tick()
  vi.advanceTimersByTime(11_000)
  let deliver = () => {}
  answer = new Promise<void>((resolve) => {
    deliver = resolve
  })
  const ticking = sessions.tick()
  open()
  await until('the second session', () => seen.includes(added))
  deliver()
  await ticking
  /** Whether it is the id of a session of another test. */
  const isOther = (what: string) => /^[0-9a-f-]{36}$/.test(what) && what !== known && what !== added
  expect(seen.filter((what) => !isOther(what))).toEqual([known, added])
})

test('a session that failed is released, and starts with the driver that was chosen since', async () => {
  const person = await signUp()
  const { id } = made(await person.call(waSessions.list)).data[0]!
  const opened: string[] = []
  let tell: (event: DriverEvent) => Promise<void> = async () => {}
  const named = (name: string): Driver => ({
    abilities: simulator({ folder: '/nowhere' }).abilities,
    open: async ({ sessionId, on }) => {
      if (sessionId === id) {
        opened.push(name)
        tell = on
      }
      return idle
    },
  })
  const sessions = ownSessions({
    broadcasts: broadcastsForEngine,
    ...{ database, keys: deriveKeys(randomBytes(32)), ownerId: randomUUID(), log: quiet, pollMs: 1_000 },
    drivers: { linked_device: named('linked_device'), simulator: named('simulator') },
  })
  onTestFinished(() => sessions.stop())
  const tickUntil = (what: string, isTrue: () => boolean | Promise<boolean>) =>
    until(what, async () => {
      await sessions.tick()
      return await isTrue()
    })
  // Those of other tests would get a share of the sessions.
  await sql`delete from wa_workers`.execute(database.system)
  made(await person.call(waSessions.start, { params: { id } }))
  await tickUntil('the connection', () => opened.length === 1)
  await tell({ type: 'closed', reason: 'banned', message: message('connection.not_opened') })
  await tickUntil('the end of the lease', async () => {
    const { rows } = await sql`
      select from wa_leases where session_id = ${id} and lease_until > clock_timestamp()`.execute(database.system)
    return rows.length === 0
  })
  expect(made(await person.call(waSessions.get, { params: { id } })).status).toBe('failed')

  made(await person.call(waSessions.update, { params: { id }, body: { driver: 'simulator' } }))
  made(await person.call(waSessions.start, { params: { id } }))
  await tickUntil('the next connection', () => opened.length === 2)
  expect(opened).toEqual(['linked_device', 'simulator'])
})

test('a session that is being acquired when the stop begins is released without a connection', async () => {
  const person = await signUp()
  const { id } = made(await person.call(waSessions.list)).data[0]!
  const opened: string[] = []
  const driver: Driver = {
    abilities: simulator({ folder: '/nowhere' }).abilities,
    open: async ({ sessionId }) => {
      opened.push(sessionId)
      return idle
    },
  }
  const sessions = ownSessions({
    broadcasts: broadcastsForEngine,
    ...{ database, keys: deriveKeys(randomBytes(32)), drivers: { linked_device: driver } },
    ...{ ownerId: randomUUID(), log: quiet, pollMs: 1_000 },
  })
  await sql`delete from wa_workers`.execute(database.system)
  made(await person.call(waSessions.start, { params: { id } }))
  const commit = await holdOpen(database, organizationOf(person), ({ db }) =>
    sql`select from wa_sessions where id = ${id} for update`.execute(db),
  )
  onTestFinished(commit)
  await sessions.tick()
  await waitUntilBlocked(database)
  const stopped = sessions.stop()
  await commit()
  await stopped
  expect(opened).not.toContain(id)
  const { rows } = await sql<{ is_over: boolean }>`
    select lease_until < clock_timestamp() as is_over from wa_leases where session_id = ${id}`.execute(database.system)
  expect(rows).toEqual([{ is_over: true }])
})

test('a former owner leaves commands to the current one', async () => {
  const person = await signUp()
  const { id } = made(await person.call(waSessions.list)).data[0]!
  const scope = { organization_id: organizationOf(person) }
  const acquire = () => inTenant(database, scope, (tenant) => leases.acquireLease(tenant, id, randomUUID(), 300))
  const fence = (await acquire())!
  await inTenant(database, scope, async ({ db }) => {
    await sql`update wa_leases set lease_until = clock_timestamp() - interval '10 seconds'`.execute(db)
    await sql`insert into wa_session_commands (organization_id, session_id, command)
      values (${scope.organization_id}, ${id}, 'logout')`.execute(db)
  })
  await acquire()
  const driver = simulator({ folder: '/nowhere' })
  const [vaultKey, messageKey] = [randomBytes(32), randomBytes(32)]
  const former = ownSession({
    broadcasts: broadcastsForEngine,
    ...{ database, driver, log: quiet, pollMs: 1_000, vaultKey, messageKey, leaseValidUntil: 0, returnMs: 1_000 },
    capacity: () => 1_000,
    term: { ...scope, session_id: id, fence },
  })
  const task = {
    ...scope,
    id,
    driver: 'simulator',
    desired_status: 'running',
    status: 'working',
    has_commands: true,
    is_held: true,
    owned_until: null,
  } as const
  await former.reconcile(task)
  const left = await inTenant(database, scope, (tenant) => takeCommands(tenant, id))
  expect(left.map(({ command }) => command)).toEqual(['logout'])
})

/** A session that should run, owned directly; `tell` reports an event on its current connection. */
async function ownedSession({ own = database, capacity = (): number => 1_000 } = {}) {
  const person = await signUp()
  const { id } = made(await person.call(waSessions.list)).data[0]!
  const scope = { organization_id: organizationOf(person) }
  const fence = (await inTenant(database, scope, (tenant) => leases.acquireLease(tenant, id, randomUUID(), 300)))!
  made(await person.call(waSessions.start, { params: { id } }))
  const told: ((event: DriverEvent) => Promise<void>)[] = []
  const driver: Driver = {
    abilities: simulator({ folder: '/nowhere' }).abilities,
    open: async ({ on }) => {
      told.push(on)
      return idle
    },
  }
  const [vaultKey, messageKey] = [randomBytes(32), randomBytes(32)]
  const session = ownSession({
    broadcasts: broadcastsForEngine,
    ...{ database: own, driver, capacity, log: quiet, pollMs: 1_000, vaultKey, messageKey, returnMs: 1_000 },
    leaseValidUntil: performance.now() + 300_000,
    term: { ...scope, session_id: id, fence },
  })
  const task = { ...scope, id, driver: 'simulator', desired_status: 'running', status: 'starting' } as const
  return {
    ...{ person, id, scope, session },
    reconcile: () => session.reconcile({ ...task, has_commands: false, is_held: true, owned_until: null }),
    opened: () => told.length,
    tell: (event: DriverEvent) => told.at(-1)!(event),
  }
}

test('database outage while connecting: the session works once the database is back, with its limits', async () => {
  let [isAway, refused] = [false, 0]
  const own: typeof database = {
    ...database,
    onConnection: async (work) => {
      if (!isAway) return await database.onConnection(work)
      refused += 1
      throw new Error('the database is away')
    },
  }
  const { person, id, session, reconcile, tell } = await ownedSession({ own })
  await reconcile()
  isAway = true
  void tell({ type: 'connected', phoneNumber: '+6281299990001', pushName: '' })
  void tell({ type: 'limit', code: 'reachout_locked', active: true, until: null })
  await until('the rejections', () => refused > 1)
  isAway = false
  await until('the working session', () => session.isWorking())
  const hold = async () => (await person.call(waSessions.get, { params: { id } })).body.hold
  await until('the limit', async () => (await hold())?.code === 'reachout_locked')
  await session.close()
})

test('a connection that is closed while its report is stored starts no sending', async () => {
  let claims = 0
  const capacity = () => {
    claims += 1
    return 1_000
  }
  const { id, scope, session, reconcile, opened, tell } = await ownedSession({ capacity })
  await reconcile()
  const commit = await holdOpen(database, scope.organization_id, ({ db }) =>
    sql`select from wa_sessions where id = ${id} for update`.execute(db),
  )
  onTestFinished(commit)
  const stored = tell({ type: 'connected', phoneNumber: '+6281299990002', pushName: '' })
  await waitUntilBlocked(database)
  await session.close()
  const opening = reconcile()
  await commit()
  await Promise.all([stored, opening])
  await until('the next connection', () => opened() === 2)
  expect(session.isWorking()).toBe(false)
  await session.close()
  expect(claims).toBe(0)
})

test('an interrupted log-out is carried out by the next owner', async () => {
  const person = await signUp()
  const { id } = made(await person.call(waSessions.list)).data[0]!
  const scope = { organization_id: organizationOf(person) }
  await inTenant(database, scope, async ({ db }) => {
    await sql`insert into wa_session_commands (organization_id, session_id, command)
      values (${scope.organization_id}, ${id}, 'logout')`.execute(db)
    await sql`insert into wa_credentials (organization_id, session_id, key, value)
      values (${scope.organization_id}, ${id}, 'creds', 'secret')`.execute(db)
  })
  const task = {
    ...scope,
    id,
    driver: 'simulator',
    desired_status: 'stopped',
    status: 'working',
    has_commands: true,
    is_held: true,
    owned_until: null,
  } as const
  const [vaultKey, messageKey, owner] = [randomBytes(32), randomBytes(32), randomUUID()]
  const settle = async (own: typeof database) => {
    const fence = (await inTenant(database, scope, (tenant) => leases.acquireLease(tenant, id, owner, 300)))!
    const session = ownSession({
      broadcasts: broadcastsForEngine,
      ...{ database: own, driver: simulator({ folder: '/nowhere' }), log: quiet, pollMs: 1_000, vaultKey, messageKey },
      capacity: () => 1_000,
      ...{ leaseValidUntil: performance.now() + 300_000, returnMs: 1_000, term: { ...scope, session_id: id, fence } },
    })
    await session.reconcile(task)
  }
  const left = () =>
    inTenant(database, scope, async ({ db }) => {
      const { rows } =
        await sql`select key from wa_credentials union all select command from wa_session_commands`.execute(db)
      return rows.length
    })
  let asked = 0
  // It takes the command, and then every query fails.
  const cutOff: typeof database = {
    ...database,
    onConnection: async (work) => {
      asked += 1
      if (asked > 1) throw new Error('the process is gone')
      return await database.onConnection(work)
    },
  }
  await expect(settle(cutOff)).rejects.toThrow('gone')
  expect(await left()).toBe(2)
  await settle(database)
  expect(await left()).toBe(0)
})
