// Kabar as a separate process, linked to the fake WhatsApp, whose decrypting phones are the witness.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Broadcast, Recipient } from '../../../contract/broadcasts.ts'
import type { Contact } from '../../../contract/contacts.ts'
import type { Media } from '../../../contract/media.ts'
import type { ImportedGroup, SessionGroup } from '../../../contract/wa-groups.ts'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { cloneTemplate } from '../../test/database.ts'
import { textOfPicture } from '../../test/fake-whatsapp/qr-picture.ts'
import { startFakeWhatsApp } from '../../test/fake-whatsapp/server.ts'
import { account } from '../../test/linked-device.ts'
import { pdfFile } from '../../test/media-files.ts'
import { kabarProcess } from '../../test/process.ts'
import { until } from '../../test/until.ts'

const fake = await startFakeWhatsApp()
afterAll(() => fake.close())
const folder = mkdtempSync(join(tmpdir(), 'kabar-linked-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(join(folder, 'media.pem'), fake.certificate)
const connection = await cloneTemplate()
const kabar = await kabarProcess({
  DATABASE_URL: connection.connectionString,
  WHATSAPP_WEB_SOCKET_URL: fake.url,
  NODE_EXTRA_CA_CERTS: join(folder, 'media.pem'),
  // The driver's own are a minute and two.
  TEST_TIMINGS: 'evidence=3,acknowledgement=30',
})
const numbers = Array.from({ length: 30 }, (_, index) => `+628125${String(100 + index)}5550`)
/** Replies STOP to everything. */
const stops = '+6281255550005'
const members = numbers.slice(0, 5)

test('a phone is linked by code and by QR, and a broadcast survives the loss of the connection and of the process', async () => {
  const villa = fake.group({ subject: 'Villa', members: [account, ...members] })
  await kabar.start()
  await kabar.register()
  const added = await kabar.post<WaSession>('/v1/whatsapp/sessions', { name: 'Phone', driver: 'linked_device' })
  const path = `/v1/whatsapp/sessions/${added.id}`
  const seen = (what: string, holds: (now: WaSession) => boolean) =>
    until(what, () => kabar.get<WaSession>(path), holds)
  await kabar.patch(path, { pacing: { mode: 'off' } })

  const asked = Date.now()
  await kabar.post(`${path}/pairing-code`, { phone: account })
  const shown = await seen('the code', ({ pairing_code }) => pairing_code !== null)
  expect(shown).toMatchObject({ status: 'scan_qr', has_qr: false })
  expect(Date.parse(shown.qr_expires_at!) - asked).toBeGreaterThan(100_000)
  // The successor continues as linking began: with a code, not with a QR.
  await kabar.kill()
  await kabar.start()
  const anew = await seen('another code', ({ pairing_code }) => ![null, shown.pairing_code].includes(pairing_code))
  expect(anew).toMatchObject({ status: 'scan_qr', has_qr: false })
  await fake.enterCode(account, anew.pairing_code!)
  await seen('the line', ({ status }) => status === 'working')
  await kabar.post(`${path}/logout`)
  const out = await seen('the log-out', ({ status, phone_number }) => status === 'stopped' && phone_number === null)
  expect(out.pairing_code).toBeNull()
  expect(fake.linked(account)).toEqual([])

  await kabar.post(`${path}/start`)
  await seen('a QR code', ({ has_qr }) => has_qr)
  await fake.scanQr(account, textOfPicture(await kabar.bytes(`${path}/qr`)))
  expect(await seen('the line', ({ status }) => status === 'working')).toMatchObject({ phone_number: account })

  for (const phone of [...numbers, stops]) await kabar.post('/v1/contacts', { name: phone, phone })
  await until(
    'the groups',
    () => kabar.get<{ groups: SessionGroup[] }>(`${path}/groups`),
    ({ groups }) => groups.length === 1,
  )
  const wanted = [{ session_id: added.id, wa_id: villa.id }]
  const { groups } = await kabar.post<{ groups: ImportedGroup[] }>('/v1/whatsapp/import-groups', { groups: wanted })
  fake.faults.latencyMs = 15
  const report = pdfFile(700_000)
  const file = await kabar.upload<Media>('/v1/media', 'Report.pdf', report)
  const draft = {
    name: 'News',
    session_id: added.id,
    body: 'Halo {{ contact.phone | default: "semua" }}',
    media_id: file.id,
    audience: { all_contacts: true, wa_group_ids: groups.map((group) => group.id) },
  }
  const { id } = await kabar.post<Broadcast>('/v1/broadcasts', draft)
  await kabar.post(`/v1/broadcasts/${id}/send`)
  await until('the first messages', () => fake.received.length >= 5)
  fake.drop(account)
  await until('more messages', () => fake.received.length >= 12, Boolean, { everyMs: 5 })
  await kabar.kill()
  await kabar.start()
  expect((await kabar.get<Broadcast>(`/v1/broadcasts/${id}`)).status).toBe('sending')
  const ended = await until(
    'the end',
    () => kabar.get<Broadcast>(`/v1/broadcasts/${id}`),
    ({ status }) => status === 'completed',
  )
  expect(ended.counts).toMatchObject({ pending: 0, sending: 0, accepted: 0, unknown: 0, failed: 0, skipped: 0 })

  const inGroup = ({ chat }: { chat: string }) => chat === villa.id
  const { data: rows } = await until(
    'the read receipts of the whole group',
    () => kabar.get<{ data: Recipient[] }>(`/v1/broadcasts/${id}/recipients?q=villa`),
    ({ data }) => data[0]?.read_count === members.length,
  )
  expect(rows).toMatchObject([{ address: villa.id, status: 'read', participants: members.length, delivered_count: 5 }])
  for (const member of members) {
    const read = fake.receivedBy(member).filter(inGroup)
    expect(new Set(read.map(({ id }) => id)), member).toEqual(new Set([rows[0]!.wa_message_id]))
    expect(read[0]!.text).toBe('Halo semua')
  }
  for (const number of numbers) {
    const read = fake.receivedBy(number).filter((one) => !inGroup(one))
    expect(new Set(read.map(({ id }) => id)).size, number).toBe(1)
    expect(read[0]!.text).toBe(`Halo ${number}`)
  }
  // An interrupted and resent message carries it too.
  const news = fake.received.filter(({ text }) => text.startsWith('Halo '))
  expect(news.length).toBeGreaterThanOrEqual(numbers.length + 1 + members.length)
  for (const { media } of news) expect(media && report.equals(media)).toBe(true)
  const { data } = await until(
    'the opt-out',
    () => kabar.get<{ data: Contact[] }>('/v1/contacts?consent=opted_out'),
    ({ data }) => data.length > 0,
  )
  expect(data).toMatchObject([{ phone: stops, consent_evidence: 'STOP' }])
  const answered = () => new Set(fake.receivedBy(stops).map(({ text }) => text))
  expect((await until('the answer', answered, ({ size }) => size === 2)).has(`Halo ${stops}`)).toBe(true)
  expect(new Set(fake.receivedBy(stops).map(({ id }) => id)).size).toBe(2)
  expect(fake.network.failures).toEqual([])
})
