// The end of a connection is reported once: it is stored however slow the database is and whatever else happens.

import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { message } from '../../../contract/messages/message.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import type { Caller } from '../../test/app.ts'
import { addContacts, connectPhone, draft, ordinary, session, show, testEngine } from '../../test/engine.ts'
import { made } from '../../test/records.ts'
import { holdOpen, organizationOf, waitUntilBlocked } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import type { Driver, DriverEvent } from '../drivers/driver.ts'

const { database, config, signUp, start } = await testEngine()

/** It arrives, and is never acknowledged. */
const silent = '+6281200010009'
const why = message('connection.unlinked')

/** A broadcast being sent, and a second session whose commands show that the engine ticks. */
async function onItsWay() {
  const tell = new Map<string, (event: DriverEvent) => Promise<void>>()
  const opened = new Map<string, number>()
  let pressed = 0
  const around = (driver: Driver): Driver => ({
    ...driver,
    abilities: { ...driver.abilities, acknowledgementMs: 600_000, evidenceMs: 600_000 },
    open: (options) => {
      tell.set(options.sessionId, options.on)
      opened.set(options.sessionId, (opened.get(options.sessionId) ?? 0) + 1)
      return driver.open(options)
    },
    simulate: async (id, event) => {
      pressed += 1
      await driver.simulate?.(id, event)
    },
  })
  const engine = start(config.secret, { around })
  onTestFinished(() => engine.stop())
  const [person, other] = [await signUp(), await signUp()]
  const [id, otherId] = [await connectPhone(person), await connectPhone(other)]
  await addContacts(person, [silent])
  const news = await draft(person, id, { all_contacts: true })
  made(await person.call(broadcasts.send, { params: { id: news.id } }))
  await until('the accepted message', async () => (await show(person, news.id)).counts.accepted === 1)
  return {
    engine,
    person,
    id,
    otherId,
    broadcastId: news.id,
    tell: (event: DriverEvent) => tell.get(id)!(event),
    opened: () => opened.get(id) ?? 0,
    /** Waits for at least this many ticks. */
    turns: async (count: number) => {
      for (; count > 0; count -= 1) {
        const before = pressed
        const body = { event: 'message', from: ordinary(1), text: 'Halo' } as const
        made(await other.call(waSessions.simulate, { params: { id: otherId }, body }))
        await until('a turn', () => pressed > before)
      }
    },
  }
}

/** Locks rows as a slow transaction does; the returned function releases them. */
async function locked(person: Caller, rows: RawBuilder<unknown>): Promise<() => Promise<void>> {
  const letGo = await holdOpen(database, organizationOf(person), async ({ db }) => {
    expect((await rows.execute(db)).rows).toHaveLength(1)
  })
  onTestFinished(letGo)
  return letGo
}

/** The first lock of every transaction that stores the end of a connection. */
const organizationLocked = (person: Caller) =>
  locked(person, sql`select from organizations where organization_id = ${organizationOf(person)} for update`)

/** Cancels the statements that currently wait for a lock. */
async function cancelWaiting() {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`.execute(
    database.system,
  )
  // The role of the pools may not cancel other connections.
  const administrator = new pg.Client({ connectionString: database.connection.connectionString })
  await administrator.connect()
  for (const { pid } of rows) await administrator.query('select pg_cancel_backend($1)', [pid])
  await administrator.end()
}

const ends = [
  ['unlinked', { type: 'closed', reason: 'logged_out', message: why }, 'logged_out'],
  ['blocked', { type: 'closed', reason: 'banned', message: why }, 'banned'],
] as const

test.each(ends)('%s: nothing is opened before that is stored', async (_, event, pause_reason) => {
  const { engine, person, id, broadcastId, tell, opened, turns } = await onItsWay()
  const unlock = await organizationLocked(person)
  const told = tell(event)
  await waitUntilBlocked(database)
  await turns(3)
  expect(opened()).toBe(1)
  await unlock()
  await told
  expect(await show(person, broadcastId)).toMatchObject({ status: 'paused', pause_reason })
  await turns(3)
  expect(await session(person, id)).toMatchObject({ status: 'failed', last_error: why })
  expect(opened()).toBe(1)
  await engine.stop()
})

test.each(ends)('%s: a failed write is retried', async (_, event, pause_reason) => {
  const { engine, person, id, broadcastId, tell } = await onItsWay()
  const unlock = await organizationLocked(person)
  const told = tell(event)
  await waitUntilBlocked(database)
  await cancelWaiting()
  await unlock()
  await told
  expect(await show(person, broadcastId)).toMatchObject({ status: 'paused', pause_reason })
  expect(await session(person, id)).toMatchObject({ status: 'failed', last_error: why })
  await engine.stop()
})

test.each(ends)(
  '%s while a user stops the session: the lease is not released before',
  async (_, event, pause_reason) => {
    const { engine, person, id, broadcastId, tell, turns } = await onItsWay()
    const unlock = await organizationLocked(person)
    const told = tell(event)
    await waitUntilBlocked(database)
    await database.system.updateTable('wa_sessions').set({ desired_status: 'stopped' }).where('id', '=', id).execute()
    await turns(3)
    await unlock()
    await told
    expect(await show(person, broadcastId)).toMatchObject({ status: 'paused', pause_reason })
    await turns(3)
    expect(await session(person, id)).toMatchObject({ status: 'failed', last_error: why })
    await engine.stop()
  },
)

test.each(ends)('%s while the process stops: it is stored before the process exits', async (_, event, pause_reason) => {
  const { engine, person, id, otherId, broadcastId, tell } = await onItsWay()
  const unlock = await organizationLocked(person)
  void tell(event)
  await waitUntilBlocked(database)
  const stopped = engine.stop()
  await until('the release of the other session’s lease', async () => {
    const { rows } = await sql`select from wa_leases where session_id = ${otherId} and lease_until < now()`.execute(
      database.system,
    )
    return rows.length > 0
  })
  await unlock()
  await stopped
  expect(await show(person, broadcastId)).toMatchObject({ status: 'paused', pause_reason })
  expect(await session(person, id)).toMatchObject({ status: 'failed', last_error: why })
})

test('a tick that has seen a session running opens no connection once it should stop', async () => {
  const { engine, person, id, tell, opened } = await onItsWay()
  const unlock = await locked(person, sql`select from wa_leases where session_id = ${id} for update`)
  await tell({ type: 'closed', reason: 'retry', message: message('connection.lost') })
  await waitUntilBlocked(database)
  await database.system.updateTable('wa_sessions').set({ desired_status: 'stopped' }).where('id', '=', id).execute()
  await unlock()
  await until(
    'the stop',
    () => session(person, id),
    ({ status }) => status === 'stopped',
  )
  expect(opened()).toBe(1)
  await engine.stop()
})

test.each(['failed', 'stopped', 'logged out'])(
  'a phone that %s was last connected when it ended, not when it began',
  async (how) => {
    const { engine, person, id, tell } = await onItsWay()
    const connected = new Date(Date.now() - 3 * 86_400_000)
    await database.system
      .updateTable('wa_sessions')
      .set({ last_connected_at: connected })
      .where('id', '=', id)
      .execute()
    if (how === 'failed') await tell({ type: 'closed', reason: 'banned', message: why })
    else made(await person.call(how === 'stopped' ? waSessions.stop : waSessions.logout, { params: { id } }))
    const ended = await until(
      'the end',
      () => session(person, id),
      ({ status }) => status === (how === 'failed' ? 'failed' : 'stopped'),
    )
    expect(Date.now() - Date.parse(ended.last_connected_at!)).toBeLessThan(3_600_000)
    await engine.stop()
  },
)
