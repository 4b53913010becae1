// A failure of one broadcast does not affect the others.

import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { contacts } from '../../../contract/contacts.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { testApp } from '../../test/app.ts'
import { show } from '../../test/engine.ts'
import { made } from '../../test/records.ts'
import { broadcastsForEngine } from '../broadcasts/engine-port.ts'
import { prepareInBackground } from './preparing.ts'
import { advanceBroadcasts } from './scheduler.ts'

const { signUp, database } = await testApp()

async function sendTo(name: string) {
  const person = await signUp()
  made(await person.call(contacts.create, { body: { name, phone: '+6281255501001' } }))
  const [session] = made(await person.call(waSessions.list)).data
  const draft = { name: 'News', session_id: session!.id, body: 'Halo', audience: { all_contacts: true } }
  const { id } = made(await person.call(broadcasts.create, { body: draft }))
  made(await person.call(broadcasts.send, { params: { id } }))
  return { id, status: async () => (await show(person, id)).status }
}

test('a broadcast that cannot start is logged and retried, and the next one starts', async () => {
  // As the owner of the tables: the app's role may not change them.
  const owner = new pg.Client(database.connection.connectionString)
  await owner.connect()
  await owner.query(`alter table recipients add constraint impossible check (name <> 'Nobody')`)
  const [stuck, other] = [await sendTo('Nobody'), await sendTo('Budi')]
  const errors: object[] = []
  await advanceBroadcasts({
    database,
    broadcasts: broadcastsForEngine,
    log: { info() {}, error: (detail) => errors.push(detail) },
  })
  expect(errors).toMatchObject([{ broadcast_id: stuck.id, err: { constraint: 'impossible' } }])
  expect([await stuck.status(), await other.status()]).toEqual(['preparing', 'sending'])

  await owner.query('alter table recipients drop constraint impossible')
  await owner.end()
  await advanceBroadcasts({
    database,
    broadcasts: broadcastsForEngine,
    log: { info() {}, error: (detail) => errors.push(detail) },
  })
  expect(errors).toHaveLength(1)
  expect(await stuck.status()).toBe('sending')
})

test('broadcasts that fail to prepare free their places for others, and are retried later', async () => {
  const owner = new pg.Client(database.connection.connectionString)
  await owner.connect()
  onTestFinished(() => owner.end())
  await owner.query(`alter table recipients add constraint impossible_too check (name <> 'Impossible')`)
  const stuck = []
  for (let count = 0; count < 4; count++) stuck.push(await sendTo('Impossible'))
  const other = await sendTo('Budi')
  const errors: object[] = []
  const log = { info() {}, error: (detail: object) => errors.push(detail) }
  let [now, ended] = [0, 0]
  const preparing = prepareInBackground({
    ...{ database, broadcasts: broadcastsForEngine, log, now: () => now },
    onEnd: () => {
      ended += 1
    },
  })
  const turn = async () => {
    await advanceBroadcasts({ database, broadcasts: broadcastsForEngine, log, prepare: preparing.begin })
    await preparing.settled()
  }
  await turn()
  expect([errors.length, ended, await other.status()]).toEqual([3, 3, 'preparing'])
  await turn()
  expect([errors.length, await other.status()]).toEqual([4, 'sending'])
  // Each waits twice as long as the one before.
  for (const [later, more] of [
    [999, 0],
    [1, 3],
    [1_999, 1],
    [1, 3],
  ] as const) {
    const before = errors.length
    now += later
    await turn()
    expect(errors.length - before, String(now)).toBe(more)
  }
  await owner.query('alter table recipients drop constraint impossible_too')
  now += 300_000
  await turn()
  await turn()
  for (const one of stuck) expect(await one.status()).toBe('sending')
})
