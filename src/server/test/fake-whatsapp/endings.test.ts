// Every way a connection ends or is refused, and how the client reacts; with unmodified Baileys.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../until.ts'
import { type BareClient, connect, linkedClient } from './bare-client.ts'
import { type FakeWhatsApp, startFakeWhatsApp } from './server.ts'

const account = '6281200000100'
let fake: FakeWhatsApp
let client: BareClient
beforeAll(async () => {
  fake = await startFakeWhatsApp()
  client = await linkedClient(fake, account)
})
afterAll(async () => {
  await client.close()
  await fake.close()
  expect(fake.network.failures).toEqual([])
})

async function again() {
  client = connect(fake, client.state)
  await client.opened()
}

test.each([
  { why: 'restart' as const, code: 515 },
  { why: 'replaced' as const, code: 440 },
  { why: 'unavailable' as const, code: 503 },
  { why: 'end' as const, code: 428 },
])('stream error $why closes with $code', async ({ why, code }) => {
  fake.endStream(account, why)
  expect(await client.closed()).toBe(code)
  await again()
})

test.each([401, 403, 405, 503])('a refused login closes with %i', async (code) => {
  await client.close()
  fake.faults.login = code
  client = connect(fake, client.state)
  expect(await client.closed()).toBe(code)
  fake.faults.login = undefined
  await again()
})

test('a cut connection closes with 428', async () => {
  fake.drop(account)
  expect(await client.closed()).toBe(428)
  await again()
})

test('after a connection cut during a send, the message may have arrived or not', async () => {
  for (const { number, arrives } of [
    { number: '628123450010', arrives: true },
    { number: '628123450011', arrives: false },
  ]) {
    await client.socket.sendMessage(`${number}@s.whatsapp.net`, { text: 'Halo' }, { messageId: `3EB0${number}` })
    expect(await client.closed()).toBe(428)
    expect(fake.receivedBy(number).length).toBe(arrives ? 1 : 0)
    await again()
    if (arrives) await until('its receipts', () => client.statuses.some(({ key }) => key.id === `3EB0${number}`))
  }
})

test('a connection cut after the acknowledgement closes with 428', async () => {
  fake.faults.message = () => ({ drop: 'after_ack', receipts: [] })
  await client.socket.sendMessage('6281234560100@s.whatsapp.net', { text: 'Halo' }, { messageId: '3EB0F2' })
  expect(await client.closed()).toBe(428)
  expect(client.acks).toContainEqual({ id: '3EB0F2', error: undefined })
  fake.faults.message = undefined
  await again()
})

test('a second client with the same credentials replaces the first', async () => {
  const second = connect(fake, client.state)
  await second.opened()
  expect(await client.closed()).toBe(440)
  client = second
})

test('a silent server closes with 408', async () => {
  await client.close()
  client = connect(fake, client.state, { keepAliveIntervalMs: 200 })
  await client.opened()
  fake.faults.silent = true
  expect(await client.closed()).toBe(408)
  fake.faults.silent = false
  await again()
})

test('lookups rejected with 429 fail the send', async () => {
  fake.faults.query = ({ attrs }) => (attrs.xmlns === 'usync' ? { code: 429, text: 'rate-overlimit' } : undefined)
  await expect(client.socket.onWhatsApp('+6281234560120')).rejects.toMatchObject({ data: 429 })
  await expect(client.socket.sendMessage('6281234560120@s.whatsapp.net', { text: 'Halo' })).rejects.toMatchObject({
    data: 429,
  })
  fake.faults.query = undefined
  expect(fake.receivedBy('6281234560120')).toEqual([])
})

test('…0013 is rejected with 429 twice', async () => {
  const send = () => client.socket.sendMessage('628123450013@s.whatsapp.net', { text: 'Halo' }, { messageId: '3EB013' })
  await expect(send()).rejects.toMatchObject({ data: 429 })
  await expect(send()).rejects.toMatchObject({ data: 429 })
  await send()
  await until('the message', () => fake.receivedBy('628123450013').length === 1)
})

test('after a lookup without a response, the client sends to no device and reports nothing', async () => {
  await client.close()
  client = connect(fake, client.state, { defaultQueryTimeoutMs: 3_000 })
  await client.opened()
  fake.faults.query = ({ attrs }) => (attrs.xmlns === 'usync' ? 'drop' : undefined)
  await client.socket.sendMessage('6281234560121@s.whatsapp.net', { text: 'Halo' }, { messageId: '3EB0F3' })
  fake.faults.query = undefined
  await until('the ack', () => client.acks.some(({ id }) => id === '3EB0F3'))
  expect(fake.receivedBy('6281234560121')).toEqual([])
  expect(client.statuses.filter(({ key }) => key.id === '3EB0F3')).toEqual([])
  await client.close()
  await again()
})

test('a client that unlinks itself is refused afterwards', async () => {
  await client.socket.logout()
  expect(await client.closed()).toBe(401)
  await until('the removal', () => fake.linked(account).length === 0)
  client = connect(fake, client.state)
  expect(await client.closed()).toBe(401)
})

test('a client unlinked by the phone is refused afterwards', async () => {
  const fresh = await linkedClient(fake, account)
  fake.unlink(account)
  expect(await fresh.closed()).toBe(401)
  const refused = connect(fake, fresh.state)
  expect(await refused.closed()).toBe(401)
})

test('an unreachable server closes with 408', async () => {
  const stopped = await startFakeWhatsApp()
  await stopped.close()
  const lonely = connect(stopped, client.state)
  expect(await lonely.closed()).toBe(408)
})
