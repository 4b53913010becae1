// WhatsApp's cap on new chats, announced while disconnected: through its own protocol, with decrypting phones as the witness.

import { afterAll, expect, test } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { deriveKeys } from '../../keys.ts'
import { addContacts, draft, ordinary, quiet, sent, session, show, stopPhone, testEngine } from '../../test/engine.ts'
import { startFakeWhatsApp } from '../../test/fake-whatsapp/server.ts'
import { linkSession } from '../../test/linked-session.ts'
import { made } from '../../test/records.ts'
import { until } from '../../test/until.ts'
import { broadcastsForEngine } from '../broadcasts/engine-port.ts'
import { linkedDevice } from '../drivers/index.ts'
import { startEngine } from './engine.ts'

const { app, database, config, signUp } = await testEngine({ keepsSessions: true })
const fake = await startFakeWhatsApp()
const engine = startEngine({
  ...{ database, broadcasts: broadcastsForEngine, log: quiet, keys: deriveKeys(config.secret), pollMs: 200 },
  drivers: { linked_device: linkedDevice({ webSocketUrl: fake.url, log: quiet }) },
  ownerId: '01990000-0000-7000-8000-00000000000d',
})
afterAll(async () => {
  await engine.stop()
  expect(fake.network.failures).toEqual([])
  await fake.close()
})

/** Without the copies that the account's own phone receives. */
const arrived = () => fake.received.flatMap(({ own, number }) => (own ? [] : [`+${number}`]))
const account = '+6281200000301'
const known = ordinary(1)
const strangers = [ordinary(2), ordinary(3)]

test('a cap announced while disconnected stops new chats, not known ones, until it ends', async () => {
  const person = await signUp()
  const { id } = made(await person.call(waSessions.list)).data[0]!
  const settings = { driver: 'linked_device', pacing: { mode: 'off' } } as const
  made(await person.call(waSessions.update, { params: { id }, body: settings }))
  await linkSession(app, fake, { person, id, account })
  await addContacts(person, [strangers[0]!, known, strangers[1]!])
  await fake.say({ from: known, to: account, text: 'Halo' })
  // Confirmed once stored.
  await until('the delivery of the replies', () => fake.linked(account).every(({ pending }) => pending.size === 0))
  const news = await draft(person, id, { all_contacts: true })
  await stopPhone(person, id)

  const { limits } = fake.person(account)
  const ends = Math.floor(Date.now() / 1_000) + 6 * 3_600
  limits.cap = { capping_status: 'CAPPED' as never, cycle_end_timestamp: String(ends) }
  await person.call(broadcasts.send, { params: { id: news.id } })
  await again()
  const capped = await until(
    'the waiting recipients',
    () => show(person, news.id),
    ({ counts, waiting }) => counts.pending === 2 && waiting?.reason === 'hold',
  )
  const ended = new Date(ends * 1_000).toISOString()
  expect(capped.waiting).toMatchObject({ until: ended })
  expect((await session(person, id)).hold).toEqual({ code: 'new_chats_capped', until: ended, new_chats_only: true })
  expect(arrived()).toEqual([known])

  await stopPhone(person, id)
  limits.cap = { capping_status: 'NONE' as never }
  await again()
  expect((await sent(person, news.id)).status).toBe('completed')
  expect((await session(person, id)).hold).toBeNull()
  expect(arrived().sort()).toEqual([known, ...strangers])

  async function again() {
    await person.call(waSessions.start, { params: { id } })
    await until(
      'the line',
      () => session(person, id),
      ({ status }) => status === 'working',
    )
  }
})
