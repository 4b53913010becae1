// Group synchronization through WhatsApp's own protocol: joins, leaves, permission to post, and missing responses.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { waGroups } from '../../../contract/wa-groups.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { deriveKeys } from '../../keys.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { quiet } from '../../test/engine.ts'
import { type FakeWhatsApp, startFakeWhatsApp } from '../../test/fake-whatsapp/server.ts'
import { linkSession } from '../../test/linked-session.ts'
import { made } from '../../test/records.ts'
import { until } from '../../test/until.ts'
import { broadcastsForEngine } from '../broadcasts/engine-port.ts'
import { linkedDevice } from '../drivers/index.ts'
import { startEngine } from './engine.ts'

const { app, database, config, signUp } = await testApp()
const account = '+6281200000100'
const [ayu, budi, citra] = ['+6281255501001', '+6281255501002', '+6281255501003'] as const
let fake: FakeWhatsApp
let engine: ReturnType<typeof startEngine>
let person: Caller
let id: string

beforeAll(async () => {
  fake = await startFakeWhatsApp()
  engine = startEngine({
    database,
    broadcasts: broadcastsForEngine,
    keys: deriveKeys(config.secret),
    drivers: { linked_device: linkedDevice({ webSocketUrl: fake.url, log: quiet }) },
    ownerId: '01990000-0000-7000-8000-00000000000a',
    log: quiet,
  })
  person = await signUp()
  id = made(await person.call(waSessions.list)).data[0]!.id
})
afterAll(async () => {
  await engine.stop()
  expect(fake.network.failures).toEqual([])
  await fake.close()
})

const list = async () => made(await person.call(waGroups.ofSession, { params: { id } }))
const imported = async () => made(await person.call(waGroups.imported)).groups
const refreshed = async () => {
  made(await person.call(waGroups.refresh, { params: { id } }))
  return await until('an answer', list, ({ is_refreshing }) => !is_refreshing)
}

test('a phone’s groups are imported, and updated as members join and leave', async () => {
  const villa = fake.group({ subject: 'Villa Canggu', members: [account, ayu, budi], hidden: [budi] })
  const news = fake.group({ subject: 'Pengumuman', members: [account], admins: [citra], announce: true })
  await person.call(contacts.create, { body: { name: 'Ayu', phone: ayu } })
  await linkSession(app, fake, { person, id, account })
  const { groups } = await until('the groups', list, ({ refreshed_at }) => refreshed_at !== null)
  expect(groups).toMatchObject([
    { wa_id: news.id, name: 'Pengumuman', participants_count: 2, can_post: false },
    { wa_id: villa.id, name: 'Villa Canggu', participants_count: 3, can_post: true },
  ])
  const body = { groups: groups.map(({ wa_id }) => ({ session_id: id, wa_id })) }
  made(await person.call(waGroups.importGroups, { body }))
  const of = async (name: string) => (await imported()).find((group) => group.name === name)
  const params = { id: (await of('Villa Canggu'))!.id }
  const members = made(await person.call(waGroups.members, { params })).data
  expect(members).toMatchObject([
    { address: ayu, contact: { name: 'Ayu' } },
    { address: expect.stringMatching(/@lid$/), contact: null },
  ])

  // The phone reports it: no user has to refresh.
  fake.changeGroup(villa, { add: [citra], subject: 'Villa Ubud' })
  await until('the change', () => of('Villa Ubud'))
  fake.changeGroup(news, { promote: [account] })
  await refreshed()
  expect(await of('Villa Ubud')).toMatchObject({ ...params, participants_count: 4, contact_count: 1, reason: null })
  expect(await of('Pengumuman')).toMatchObject({ can_post: true, reason: null })

  fake.changeGroup(villa, { remove: [account] })
  await refreshed()
  expect(await of('Villa Ubud')).toMatchObject({ ...params, can_post: false, reason: 'not_in_group', contact_count: 1 })
  expect((await list()).groups.map(({ name }) => name)).toEqual(['Pengumuman'])
  expect((await person.call(waGroups.importGroups, { body })).status).toBe(404)

  fake.changeGroup(villa, { add: [account] })
  await refreshed()
  expect(await of('Villa Ubud')).toMatchObject({ ...params, can_post: true, reason: null })
})

test('a group renamed while disconnected has its new name after reconnecting', async () => {
  const group = fake.group({ subject: 'Kantor lama', members: [account, ayu] })
  await refreshed()
  const nameOf = async () => (await list()).groups.find(({ wa_id }) => wa_id === group.id)?.name
  expect(await nameOf()).toBe('Kantor lama')
  made(await person.call(waSessions.stop, { params: { id } }))
  await until('the stop', async () => made(await person.call(waSessions.get, { params: { id } })).status === 'stopped')
  // No event for it follows later.
  fake.network.groups.get(group.id)!.subject = 'Kantor baru'
  made(await person.call(waSessions.start, { params: { id } }))
  await until('the new name', nameOf, (name) => name === 'Kantor baru')
})

test('without a response the stored groups are unchanged, and the failure is shown', async () => {
  const before = await list()
  fake.faults.query = (iq) => (iq.attrs.xmlns === 'w:g2' ? { code: 429, text: 'rate-overlimit' } : undefined)
  expect(await refreshed()).toEqual({
    ...before,
    failure: expect.objectContaining({ code: 'wa_group.too_many_requests' }),
  })
  fake.faults.query = undefined
})
