// Linking, logging in, and what a client receives after it was offline; with unmodified Baileys.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { until } from '../until.ts'
import { connect, freshState, linkedClient } from './bare-client.ts'
import { keepsakeOf, restore } from './keepsake.ts'
import { type FakeWhatsApp, startFakeWhatsApp } from './server.ts'

const account = '6281200000100'
let fake: FakeWhatsApp
beforeAll(async () => {
  fake = await startFakeWhatsApp()
})
afterAll(async () => {
  await fake.close()
  expect(fake.network.failures).toEqual([])
})

test('after a scanned QR the client restarts and logs in as a device of the account', async () => {
  const state = freshState()
  const first = connect(fake, state)
  const linked = await fake.scanQr(account, await first.qr())
  expect(await first.closed()).toBe(515)
  expect(state.creds.me).toMatchObject({ id: `${account}:${linked.id}@s.whatsapp.net` })

  const client = connect(fake, state)
  await client.opened()
  expect(fake.online(account)).toBe(true)
  await until(
    'the keys',
    () => linked.preKeys.length,
    (left) => left > 800,
  )
  await client.close()
  await until(
    'the end',
    () => fake.online(account),
    (online) => !online,
  )
})

test('the phone accepts the client’s pairing code, and rejects a wrong one', async () => {
  const phone = '6281200000101'
  const wrong = connect(fake, freshState())
  await wrong.qr()
  await wrong.socket.requestPairingCode(phone, 'ABCD1234')
  await expect(fake.enterCode(phone, 'ABCD1235')).rejects.toThrow('not the one the client shows')
  await wrong.close()

  const state = freshState()
  const first = connect(fake, state)
  await first.qr()
  const code = await first.socket.requestPairingCode(phone)
  await fake.enterCode(phone, code)
  expect(await first.closed()).toBe(515)
  const client = connect(fake, state)
  await client.opened()
  await client.close()
})

test('a QR that no client shows is rejected', async () => {
  await expect(fake.scanQr(account, 'https://wa.me/settings/linked_devices#2@x,a,b,c,1')).rejects.toThrow('waits')
})

test('a client whose one-time keys run low is notified and uploads more', async () => {
  const client = await linkedClient(fake, '6281200000102')
  const [linked] = fake.linked('6281200000102')
  linked!.preKeys.splice(5)
  await fake.say({ from: '6281300000001', to: '6281200000102', text: 'Halo' })
  await until(
    'more keys',
    () => linked!.preKeys.length,
    (left) => left > 5,
  )
  await client.close()
})

test('the first login delivers the history, so that a client that waits for it goes online', async () => {
  const client = await linkedClient(fake, '6281200000103', { shouldSyncHistoryMessage: () => true })
  await fake.say({ from: '6281300000002', to: '6281200000103', text: 'Halo' })
  await until('the message', () => client.messages.find(({ message }) => message.message?.conversation === 'Halo'))
  await client.close()
})

test('a fake restarted on the same network knows its devices', async () => {
  const first = await startFakeWhatsApp()
  const client = await linkedClient(first, account)
  await first.close()
  expect(await client.closed()).toBe(428)

  const second = await startFakeWhatsApp({ network: first.network })
  await second.say({ from: '6281300000003', to: account, text: 'Masih di sana?' })
  const again = connect(second, client.state)
  await until('the missed message', () => again.messages.length)
  await again.close()
  await second.close()
})

test('the linked clients can be saved as text, and phones without sessions request messages again', async () => {
  const first = await startFakeWhatsApp()
  const outbox = new Map([['3EB0E9', { conversation: 'Dua' }]])
  const config = { getMessage: async ({ id }: { id?: string | null }) => outbox.get(id ?? '') }
  const client = await linkedClient(first, account, config)
  await client.socket.sendMessage('6281300000004@s.whatsapp.net', { text: 'Satu' })
  await until('the first message', () => first.receivedBy('6281300000004').length)
  const keepsake = keepsakeOf(first.network)
  await first.close()

  const second = await startFakeWhatsApp()
  restore(second.network, keepsake)
  const again = connect(second, client.state, config)
  await again.opened()
  await again.socket.sendMessage('6281300000004@s.whatsapp.net', { text: 'Dua' }, { messageId: '3EB0E9' })
  await until('the second message', () => second.receivedBy('6281300000004').some(({ text }) => text === 'Dua'))
  await again.close()
  await second.close()
  expect(second.network.failures).toEqual([])
})

test('a client that disconnects while it is being linked is not linked', async () => {
  const client = connect(fake, freshState())
  const qr = await client.qr()
  fake.faults.silent = true
  const refused = expect(fake.scanQr('6281200000104', qr)).rejects.toThrow('went away')
  await client.close()
  await refused
  fake.faults.silent = false
  expect(fake.linked('6281200000104')).toEqual([])
})

test('close() leaves no socket and no timer', async () => {
  const held = () => process.getActiveResourcesInfo().filter((name) => /TCP|TLS|Timeout/.test(name)).length
  const before = held()
  const brief = await startFakeWhatsApp({ faults: { latencyMs: 60_000 } })
  const socket = new WebSocket(brief.url)
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  brief.network.timers.after(60_000, () => {})
  expect(held()).toBeGreaterThan(before)
  const disconnected = new Promise((resolve) => socket.addEventListener('close', resolve))
  await brief.close()
  await disconnected
  await until('the release of all resources', held, (now) => now <= before)
})
