// Messages to people: decrypted by every device, acknowledged, answered, resent; with unmodified Baileys.
import type { proto } from 'baileys'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../until.ts'
import { type BareClient, linkedClient } from './bare-client.ts'
import { type FakeWhatsApp, startFakeWhatsApp } from './server.ts'

const account = '6281200000100'
let fake: FakeWhatsApp
let client: BareClient
const outbox = new Map<string, proto.IMessage>()
beforeAll(async () => {
  fake = await startFakeWhatsApp()
  client = await linkedClient(fake, account, { getMessage: async ({ id }) => outbox.get(id!) })
})
afterAll(async () => {
  await client.close()
  await fake.close()
  expect(fake.network.failures).toEqual([])
})

const jid = (number: string) => `${number}@s.whatsapp.net`
const send = (number: string, text: string, messageId: string) => {
  outbox.set(messageId, { conversation: text })
  return client.socket.sendMessage(jid(number), { text }, { messageId })
}
const seen = (id: string) => fake.received.filter((received) => received.id === id)
const statuses = (id: string) => client.statuses.filter(({ key }) => key.id === id).map(({ update }) => update.status)
const lastStatus = (id: string, status: number) =>
  until(
    `status ${status} of ${id}`,
    () => statuses(id),
    (all) => all.at(-1) === status,
  )

test('phone, companions and the own phone get the message, and receipts arrive', async () => {
  await send('6281234567899', 'Kabar dari Ubud', '3EB0A1')
  await lastStatus('3EB0A1', 4)
  const readings = seen('3EB0A1').map(({ number, device, text, own }) => [number, device, text, own])
  expect(readings).toEqual([
    [account, 0, 'Kabar dari Ubud', true],
    ['6281234567899', 0, 'Kabar dari Ubud', false],
    ['6281234567899', 21, 'Kabar dari Ubud', false],
    ['6281234567899', 22, 'Kabar dari Ubud', false],
  ])
  expect(client.acks).toContainEqual({ id: '3EB0A1', error: undefined })
})

test('a repeated id is another frame, and devices recognize the duplicate', async () => {
  await send('6281234560100', 'Sekali', '3EB0A2')
  await send('6281234560100', 'Sekali', '3EB0A2')
  await until(
    'both frames',
    () => fake.receivedBy('6281234560100'),
    (all) => all.length === 2,
  )
  const [first, second] = fake.receivedBy('6281234560100')
  expect(second?.duplicateOf).toBe(first)
})

test('messages can be sent to a LID, and receipts can come from one', async () => {
  await client.socket.sendMessage('9990010654321826@lid', { text: 'Lewat LID' }, { messageId: '3EB0A3' })
  await lastStatus('3EB0A3', 4)
  expect(fake.receivedBy('6281234560100').at(-1)).toMatchObject({ text: 'Lewat LID', chat: '9990010654321826@lid' })

  fake.faults.answerAs = 'lid'
  await send('6281234560100', 'Dari LID', '3EB0A4')
  await lastStatus('3EB0A4', 4)
  expect(client.statuses.at(-1)?.key.remoteJid).toBe('9990010654321826@lid')
  fake.faults.answerAs = undefined
})

test('manual receipts arrive: in a list, played, from a companion', async () => {
  fake.faults.automatic = false
  await send('6281234560101', 'Satu', '3EB0A5')
  await send('6281234560101', 'Dua', '3EB0A6')
  await until(
    'the acks',
    () => client.acks,
    (acks) => acks.at(-1)?.id === '3EB0A6',
  )
  fake.receipt({ to: account, from: '6281234560101', ids: ['3EB0A5', '3EB0A6'], type: 'read' })
  await lastStatus('3EB0A5', 4)
  await lastStatus('3EB0A6', 4)
  fake.receipt({ to: account, from: '6281234560101', device: 21, ids: ['3EB0A5'], type: 'played' })
  await lastStatus('3EB0A5', 5)
  fake.faults.automatic = true
})

test.each([
  { ending: '0003', status: 3 },
  { ending: '0004', status: undefined },
  { ending: '0012', status: 3 },
])('…$ending ends at status $status', async ({ ending, status }) => {
  const id = `3EB0B${ending}`
  await send(`62812345${ending}`, 'Halo', id)
  await until('the ack', () => client.acks.find((ack) => ack.id === id))
  if (status) await lastStatus(id, status)
  else expect(statuses(id)).toEqual([])
})

test('…0002 is rejected with 463, and the message does not arrive', async () => {
  await send('628123450002', 'Halo', '3EB0C1')
  await lastStatus('3EB0C1', 0)
  expect(client.acks).toContainEqual({ id: '3EB0C1', error: '463' })
  expect(fake.receivedBy('628123450002')).toEqual([])
})

test('…0005 reads and replies STOP', async () => {
  await send('628123450005', 'Halo', '3EB0C2')
  const reply = await until('the reply', () =>
    client.messages.find(({ message }) => message.key.remoteJid === jid('628123450005')),
  )
  expect(reply).toMatchObject({ type: 'notify', message: { message: { conversation: 'STOP' } } })
})

test('…0008 loses the first acknowledgement, and a resend is acknowledged', async () => {
  await send('628123450008', 'Halo', '3EB0C3')
  await until('the message', () => seen('3EB0C3').length === 2)
  expect(client.acks.some(({ id }) => id === '3EB0C3')).toBe(false)
  await send('628123450008', 'Halo', '3EB0C3')
  await lastStatus('3EB0C3', 4)
})

test('a late acknowledgement follows the injected clock and does not block later ones', async () => {
  const due: (() => void)[] = []
  const clock = { now: Date.now, setTimeout: (run: () => void) => due.push(run), clearTimeout: () => {} }
  const slow = await startFakeWhatsApp({ clock, faults: { automatic: false } })
  const other = await linkedClient(slow, account)
  await other.socket.sendMessage(jid('628123450007'), { text: 'Lambat' }, { messageId: '3EB0C4' })
  await other.socket.sendMessage(jid('6281234560103'), { text: 'Cepat' }, { messageId: '3EB0C5' })
  const order = () => other.acks.map(({ id }) => id)
  await until('the second', order, (ids) => ids.join() === '3EB0C5')
  expect(due.length).toBe(1)
  due[0]!()
  await until('the first', order, (ids) => ids.join() === '3EB0C5,3EB0C4')
  await other.close()
  await slow.close()
})

test('a number that is not on WhatsApp is absent from the lookup, and only the own phone gets the message', async () => {
  const checked = await client.socket.onWhatsApp('+628123450001', '+6281234560100')
  expect(checked).toEqual([{ jid: jid('6281234560100'), exists: true }])
  await send('628123450001', 'Halo', '3EB0C6')
  await until('the copy', () => seen('3EB0C6').length)
  expect(seen('3EB0C6').map(({ number }) => number)).toEqual([account])
})

test('a phone that lost its session requests the message again and gets the same id', async () => {
  await send('6281234560104', 'Pertama', '3EB0D1')
  await lastStatus('3EB0D1', 4)
  fake.forget('6281234560104')
  // So that the client does not set up a new session on its own.
  await fake.say({ from: '6281234560104', to: account, text: 'Ya?' })
  await until('the reply', () => client.messages.find(({ message }) => message.message?.conversation === 'Ya?'))
  fake.forget('6281234560104')
  await send('6281234560104', 'Kedua', '3EB0D2')
  const read = await until('the resent message', () =>
    fake.receivedBy('6281234560104').find(({ text }) => text === 'Kedua'),
  )
  expect(read?.id).toBe('3EB0D2')
  expect(fake.receivedBy('6281234560104').find(({ error }) => error)?.id).toBe('3EB0D2')
})

test('a retry request of a companion is sent only to it', async () => {
  await send('6281234567899', 'Sekali lagi', '3EB0D3')
  await lastStatus('3EB0D3', 4)
  const before = seen('3EB0D3').length
  fake.askAgain({ to: account, from: '6281234567899', device: 21, id: '3EB0D3' })
  await until(
    'the resent message of the companion',
    () => seen('3EB0D3').length,
    (readings) => readings > before,
  )
  expect(
    seen('3EB0D3')
      .slice(before)
      .map(({ device, duplicateOf }) => [device, Boolean(duplicateOf)]),
  ).toEqual(
    seen('3EB0D3')
      .slice(before)
      .map(() => [21, true]),
  )
})

test('a missing key bundle fails the send', async () => {
  fake.faults.bundle = (of) => (of.startsWith('9996010654321826') ? 404 : undefined)
  await expect(send('6281234560106', 'Halo', '3EB0D4')).rejects.toThrow()
  fake.faults.bundle = undefined
})

test('a person links another companion, and the next message goes there too', async () => {
  await send('6281234560107', 'Satu', '3EB0E1')
  const device = fake.addCompanion('6281234560107')
  await until('the confirmed notification', () => fake.network.people.get(account)!.linked.get(1)!.pending.size === 0)
  await send('6281234560107', 'Dua', '3EB0E2')
  await until('both devices', () => seen('3EB0E2').filter(({ number }) => number === '6281234560107').length === 2)
  expect(seen('3EB0E2').at(-1)?.device).toBe(device)
})
