// A restored copy, after its release, goes on with the linked phone of the original: no new QR code, and messages can be read.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import type { Broadcast } from '../../../contract/broadcasts.ts'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { cloneTemplate, ownedDatabase } from '../../test/database.ts'
import { textOfPicture } from '../../test/fake-whatsapp/qr-picture.ts'
import { startFakeWhatsApp } from '../../test/fake-whatsapp/server.ts'
import { account } from '../../test/linked-device.ts'
import { type KabarProcess, kabarProcess, programOf } from '../../test/process.ts'
import { until } from '../../test/until.ts'

const fake = await startFakeWhatsApp()
afterAll(() => fake.close())
const folder = mkdtempSync(join(tmpdir(), 'kabar-linked-copy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const settings = { WHATSAPP_WEB_SOCKET_URL: fake.url, APP_SECRET: randomBytes(32).toString('base64') }
const { connectionString } = await cloneTemplate()
const copied = await ownedDatabase()
const original = await kabarProcess({ ...settings, DATABASE_URL: connectionString })
const copy = await kabarProcess({ ...settings, DATABASE_URL: copied })
const command = await programOf('src/server/cli/main.ts')

async function kabar(databaseUrl: string, dataDir: string, words: string[]) {
  const env = { ...process.env, ...settings, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  return (await promisify(execFile)(process.execPath, [command, ...words], { env })).stdout
}

const phones = ['+6281255550101', '+6281255550102']
/** Its own phone gets a copy of each message. */
const readBy = (text: string) =>
  fake.received
    .map(({ number, text: read, error }) => ({ phone: `+${number}`, read, error }))
    .filter(({ phone, read }) => read === text && phone !== account)
    .map(({ phone, error }) => [phone, error])

async function send(at: KabarProcess, session_id: string, text: string) {
  const draft = { name: text, session_id, body: text, audience: { all_contacts: true } }
  const { id } = await at.post<Broadcast>('/v1/broadcasts', draft)
  await at.post(`/v1/broadcasts/${id}/send`)
  const read = () => at.get<Broadcast>(`/v1/broadcasts/${id}`)
  await until('the end', read, ({ status, counts }) => status === 'completed' && counts.read === phones.length)
  expect(readBy(text).sort()).toEqual(phones.map((phone) => [phone, undefined]))
}

test('the phone stays linked', async () => {
  await original.start()
  await original.register()
  const { id } = await original.post<WaSession>('/v1/whatsapp/sessions', { name: 'Phone', driver: 'linked_device' })
  const path = `/v1/whatsapp/sessions/${id}`
  const seen = (at: KabarProcess, what: string, holds: (now: WaSession) => boolean) =>
    until(what, () => at.get<WaSession>(path), holds)
  await original.patch(path, { pacing: { mode: 'off' } })
  await original.post(`${path}/start`)
  await seen(original, 'a QR code', ({ has_qr }) => has_qr)
  await fake.scanQr(account, textOfPicture(await original.bytes(`${path}/qr`)))
  await seen(original, 'the connection', ({ status }) => status === 'working')
  for (const phone of phones) await original.post('/v1/contacts', { name: phone, phone })
  await send(original, id, 'From the original')
  const devices = fake.linked(account)

  const file = join(folder, 'backup.tar.gz')
  await kabar(connectionString, original.dataDir, ['backup', '--to', file])
  await original.stop()
  await kabar(copied, copy.dataDir, ['restore', file])
  await copy.start()
  await copy.signIn()
  expect(await copy.get<WaSession>(path)).toMatchObject({ status: 'stopped', phone_number: account })

  await kabar(copied, copy.dataDir, ['release'])
  expect(await seen(copy, 'the connection', ({ status }) => status === 'working')).toMatchObject({ has_qr: false })
  await send(copy, id, 'From the copy')
  expect(fake.linked(account)).toEqual(devices)
  expect(fake.network.failures).toEqual([])
})
