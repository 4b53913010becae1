// Messages to the client, live and while offline, and WhatsApp's limits; with unmodified Baileys.
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

const heard = (text: string) =>
  until(text, () => client.messages.find(({ message }) => message.message?.conversation === text))
const confirmed = () => until('the confirmation', () => fake.linked(account)[0]!.pending.size === 0)

test.each([
  { as: 'pn' as const, remoteJid: '6281234560100@s.whatsapp.net', remoteJidAlt: '9990010654321826@lid' },
  { as: 'lid' as const, remoteJid: '9990010654321826@lid', remoteJidAlt: '6281234560100@s.whatsapp.net' },
])('a message from a $as arrives live', async ({ as, ...key }) => {
  await fake.say({ from: '6281234560100', to: account, text: `Halo ${as}`, as })
  expect(await heard(`Halo ${as}`)).toMatchObject({ type: 'notify', message: { key: { ...key, fromMe: false } } })
  await confirmed()
})

test('a member’s message arrives in the group', async () => {
  for (const mode of ['lid', 'pn'] as const) {
    const group = fake.group({ subject: 'Villa', members: [account, '6281234560101'], mode })
    await fake.say({ from: '6281234560101', to: account, text: `Grup ${mode}`, group: group.id })
    const participant = mode === 'lid' ? '9991010654321826@lid' : '6281234560101@s.whatsapp.net'
    expect((await heard(`Grup ${mode}`))!.message.key).toMatchObject({ remoteJid: group.id, participant })
  }
})

test('a message typed on the own phone arrives as own', async () => {
  await fake.say({ from: account, to: account, chat: '6281234560100', text: 'Dari ponsel' })
  const { key } = (await heard('Dari ponsel'))!.message
  expect(key).toMatchObject({ fromMe: true, remoteJid: '6281234560100@s.whatsapp.net' })
})

test('messages and receipts wait while the client is offline', async () => {
  fake.faults.automatic = false
  await client.socket.sendMessage('6281234560102@s.whatsapp.net', { text: 'Halo' }, { messageId: '3EB0F1' })
  await until('the ack', () => client.acks.length)
  await client.close()
  await until('the disconnection', () => !fake.online(account))
  await fake.say({ from: '6281234560102', to: account, text: 'STOP' })
  fake.receipt({ to: account, from: '6281234560102', ids: ['3EB0F1'], type: 'read' })

  client = connect(fake, client.state)
  expect(await heard('STOP')).toMatchObject({ type: 'append' })
  await until('the receipt', () =>
    client.statuses.find(({ key, update }) => key.id === '3EB0F1' && update.status === 4),
  )
  await confirmed()
})

test('the client requests a message again that it cannot decrypt', async () => {
  const session = [...client.state.keys.keys()].find(
    (key) => key.startsWith('session') && key.includes('2010654321826'),
  )!
  client.state.keys.delete(session)
  await fake.say({ from: '6281234560102', to: account, text: 'Sekali lagi' })
  await heard('Sekali lagi')
})

test('the reach-out lock and the cap on new chats are reported, and can be queried', async () => {
  const lockedUntil = new Date(Date.UTC(2030, 0, 1))
  fake.limit(account, { lockedUntil, cap: { total_quota: 50, used_quota: 50 } })
  const lockUpdate = await until('the lock', () =>
    client.updates.find(({ reachoutTimeLock }) => reachoutTimeLock?.isActive),
  )
  expect(lockUpdate?.reachoutTimeLock?.timeEnforcementEnds).toEqual(lockedUntil)
  expect(await client.socket.fetchAccountReachoutTimelock()).toMatchObject({
    isActive: true,
    timeEnforcementEnds: lockedUntil,
  })
  expect(await client.socket.fetchNewChatMessageCap()).toMatchObject({ total_quota: 50, used_quota: 50 })
})

test('one client writes to another', async () => {
  const other = await linkedClient(fake, '6281200000199', { shouldSyncHistoryMessage: () => false })
  fake.faults.automatic = false
  await client.socket.sendMessage(
    '6281200000199@s.whatsapp.net',
    { text: 'Dari satu ke lain' },
    { messageId: '3EB0F4' },
  )
  await until('the message at the other client', () =>
    other.messages.find(({ message }) => message.message?.extendedTextMessage?.text === 'Dari satu ke lain'),
  )
  // Its own phone sends nothing automatically here: this is the other client's receipt.
  await until('the delivery receipt', () =>
    client.statuses.find(({ key, update }) => key.id === '3EB0F4' && update.status === 3),
  )
  fake.faults.automatic = true
  await other.close()
})
