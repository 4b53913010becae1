// Ownership of a linked device: two processes on one database, and another client with the same credentials.

import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Broadcast } from '../../../contract/broadcasts.ts'
import { type WaSession, waSessions } from '../../../contract/wa-sessions.ts'
import { deriveKeys, unseal } from '../../keys.ts'
import { inTenant, openDatabase } from '../../platform/db/index.ts'
import { testApp } from '../../test/app.ts'
import { cloneTemplate } from '../../test/database.ts'
import { quiet, session } from '../../test/engine.ts'
import { textOfPicture } from '../../test/fake-whatsapp/qr-picture.ts'
import { startFakeWhatsApp } from '../../test/fake-whatsapp/server.ts'
import { account } from '../../test/linked-device.ts'
import { kabarProcess } from '../../test/process.ts'
import { made } from '../../test/records.ts'
import { organizationOf } from '../../test/two-at-once.ts'
import { until } from '../../test/until.ts'
import { broadcastsForEngine } from '../broadcasts/engine-port.ts'
import { memoryVault } from '../drivers/conformance.ts'
import type { DriverEvent } from '../drivers/driver.ts'
import { linkedDevice } from '../drivers/index.ts'
import { startEngine } from './engine.ts'

const [shared, own] = [await startFakeWhatsApp({ faults: { latencyMs: 20 } }), await startFakeWhatsApp()]
afterAll(async () => {
  for (const fake of [shared, own]) {
    expect(fake.network.failures).toEqual([])
    await fake.close()
  }
})
const connection = await cloneTemplate()
const both = openDatabase(connection, { poolSize: 1 })
afterAll(() => both.close())
const processWith = (timings: string) =>
  kabarProcess({
    DATABASE_URL: connection.connectionString,
    APP_SECRET: 'one secret for all who share a database',
    WHATSAPP_WEB_SOCKET_URL: shared.url,
    TEST_TIMINGS: `${timings}evidence=3,acknowledgement=30`,
  })
// The second one has the usual lease, so that it does not lose the phone again on a busy machine.
const [first, second] = [await processWith('lease=6,'), await processWith('')]
const { app, database, config, signUp } = await testApp()

test.concurrent('an owner suspended longer than its lease: another takes over, and the former owner does not reconnect', async () => {
  const fake = shared
  await first.start()
  await first.register()
  const { id } = await first.post<{ id: string }>('/v1/whatsapp/sessions', { name: 'Phone', driver: 'linked_device' })
  const path = `/v1/whatsapp/sessions/${id}`
  await first.patch(path, { pacing: { mode: 'off' } })
  await first.post(`${path}/start`)
  await until(
    'a QR code',
    () => first.get<{ has_qr: boolean }>(path),
    ({ has_qr }) => has_qr,
  )
  await fake.scanQr(account, textOfPicture(await first.bytes(`${path}/qr`)))
  await until('the line', () => fake.online(account))
  const phones = Array.from({ length: 16 }, (_, index) => `+628125${String(100 + index)}5550`)
  for (const phone of phones) await first.post('/v1/contacts', { name: phone, phone })
  const draft = { name: 'News', session_id: id, body: 'Halo {{ contact.phone }}', audience: { all_contacts: true } }
  const news = await first.post<Broadcast>('/v1/broadcasts', draft)
  await first.post(`/v1/broadcasts/${news.id}/send`)
  await until('the first messages', () => fake.received.length >= 4)

  await freeze()
  const logins = fake.network.logins.length
  // Started only now: on a busy machine it could have taken the phone over before the freeze.
  await second.start()
  await second.signIn()
  await until('the take-over', () => fake.network.logins.length > logins)
  expect(fake.network.logins.at(-1)).toMatchObject({ replaced: true })
  await until('more messages', () => new Set(fake.received.map(({ number }) => number)).size >= 8)
  first.thaw()
  const ended = await until(
    'the end',
    () => second.get<Broadcast>(`/v1/broadcasts/${news.id}`),
    ({ status }) => status === 'completed',
  )
  expect(ended.counts).toMatchObject({ pending: 0, sending: 0, accepted: 0, unknown: 0, failed: 0, skipped: 0 })
  for (const phone of phones) {
    const read = fake.receivedBy(phone).filter(({ error }) => !error)
    expect(new Set(read.map(({ id: message }) => message)).size, phone).toBe(1)
  }
  // The process that woke up closed its connection, and caused no other login.
  expect(fake.network.logins.slice(logins).filter(({ replaced }) => replaced)).toHaveLength(1)
  // The first one may have sent everything. Then the receipts end the broadcast before the new connection is reported.
  const phone = await until(
    'the connection',
    () => second.get<WaSession>(path),
    ({ status }) => status === 'working',
  )
  expect(phone.last_error).toBeNull()
  expect(fake.person(account).links).toBe(1)
})

/** Not in the middle of a transaction: PostgreSQL would end that one only after half a minute. */
async function freeze() {
  for (;;) {
    first.freeze()
    const { rows } = await sql`select from wa_leases for update skip locked`.execute(both.system)
    if (rows.length > 0) return
    first.thaw()
  }
}

test.concurrent('another client opens the account: reopened once, and left to a person the second time', async () => {
  const fake = own
  const engine = startEngine({
    database,
    broadcasts: broadcastsForEngine,
    keys: deriveKeys(config.secret),
    drivers: { linked_device: linkedDevice({ webSocketUrl: fake.url, log: quiet }) },
    ownerId: '01990000-0000-7000-8000-00000000000a',
    log: quiet,
  })
  const person = await signUp()
  const { id } = made(await person.call(waSessions.list)).data[0]!
  const seen = (what: string, status: string) =>
    until(
      what,
      () => session(person, id),
      (now) => now.status === status,
    )
  made(await person.call(waSessions.start, { params: { id } }))
  await seen('a QR code', 'scan_qr')
  const headers = { authorization: `Bearer ${person.access_token}` }
  const picture = await app.inject({ url: `/api/v1/whatsapp/sessions/${id}/qr`, headers })
  await fake.scanQr(account, textOfPicture(picture.rawPayload))
  await seen('the line', 'working')

  const heard: DriverEvent[] = []
  const other = linkedDevice({ webSocketUrl: fake.url, log: quiet })
  const openElsewhere = async () => {
    const vault = memoryVault(await copy())
    const sentText = async () => undefined
    return await other.open({ sessionId: 'copy', vault, sentText, on: async (event) => void heard.push(event) })
  }
  const ends = () => heard.filter(({ type }) => type === 'closed')
  const logins = fake.network.logins.length
  await openElsewhere()
  await seen('its loss', 'starting')
  await seen('its return', 'working')
  await until('the end of the other connection', () => ends().length === 1)
  expect(ends()).toMatchObject([{ reason: 'replaced' }])

  const again = await openElsewhere()
  const lost = await seen('a person to be asked', 'failed')
  expect(lost.last_error).toMatchObject({ code: 'connection.opened_elsewhere' })
  expect(ends()).toHaveLength(1)
  expect(fake.network.logins.slice(logins).map(({ replaced }) => replaced)).toEqual([true, true, true])
  await again.close()
  await engine.stop()

  async function copy() {
    const scope = { organization_id: organizationOf(person) }
    const { rows } = await inTenant(database, scope, ({ db }) =>
      sql<{ key: string; value: Buffer }>`select key, value from wa_credentials where session_id = ${id}`.execute(db),
    )
    const place = (key: string) => `${scope.organization_id}|${id}|${key}`
    const key = deriveKeys(config.secret)('wa-credentials')
    return new Map(rows.map((row) => [row.key, unseal(key, place(row.key), row.value) as Uint8Array]))
  }
})
