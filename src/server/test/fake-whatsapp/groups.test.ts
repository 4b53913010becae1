// Groups by LID and by number: listed, messaged, read by each member, changed, left; with unmodified Baileys.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../until.ts'
import { type BareClient, linkedClient } from './bare-client.ts'
import { type FakeWhatsApp, startFakeWhatsApp } from './server.ts'

const account = '6281200000100'
const members = ['6281234560101', '6281234560102', '6281234560109']
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

const seen = (id: string) => fake.received.filter((received) => received.id === id)

test.each(['lid', 'pn'] as const)('every device of every member reads a message addressed by %s', async (mode) => {
  const group = fake.group({ subject: `Villa ${mode}`, members: [account, ...members], mode })
  for (const round of [1, 2]) {
    const messageId = `3EB0${mode}${round}`
    await client.socket.sendMessage(group.id, { text: `Kabar ${round}` }, { messageId })
    await until(
      'all devices',
      () => seen(messageId).length,
      (readings) => readings === 5,
    )
    expect(seen(messageId).map(({ number, device, error }) => [number, device, error])).toEqual([
      [account, 0, undefined],
      ['6281234560101', 0, undefined],
      ['6281234560102', 0, undefined],
      ['6281234560109', 0, undefined],
      ['6281234560109', 21, undefined],
    ])
    await until(
      'read receipts of three members',
      () => client.groupReceipts.filter(({ id }) => id === messageId),
      (receipts) => new Set(receipts.filter(({ kind }) => kind === 'read').map(({ user }) => user)).size === 3,
    )
  }
})

test('a device that lost the group’s keys requests the message again, and gets the same id', async () => {
  const group = fake.group({ subject: 'Kunci hilang', members: [account, ...members] })
  await client.socket.sendMessage(group.id, { text: 'Satu' }, { messageId: '3EB0AB1' })
  await until('first', () => seen('3EB0AB1').length === 5)
  fake.forget(members[0]!)
  await client.socket.sendMessage(group.id, { text: 'Dua' }, { messageId: '3EB0AB2' })
  const lost = () => seen('3EB0AB2').filter(({ number }) => number === members[0])
  await until('the resent message', () => lost().find(({ text }) => text === 'Dua'))
  expect(lost().map(({ error }) => error)).toEqual(['No sender key for this message.', undefined])
})

test('a new member reads the next message', async () => {
  const group = fake.group({ subject: 'Bertambah', members: [account, ...members] })
  await client.socket.sendMessage(group.id, { text: 'Satu' }, { messageId: '3EB0AD1' })
  await until('first', () => seen('3EB0AD1').length === 5)
  fake.changeGroup(group, { add: ['6281234560103'] })
  await client.socket.sendMessage(group.id, { text: 'Dua' }, { messageId: '3EB0AD2' })
  await until('the message', () =>
    seen('3EB0AD2').some(({ number, text }) => number === '6281234560103' && text === 'Dua'),
  )
  expect(seen('3EB0AD1').some(({ number }) => number === '6281234560103')).toBe(false)
})

test('all groups are listed with their members and the permission to post', async () => {
  const closed = fake.group({
    subject: 'Pengumuman',
    members: [account, ...members],
    admins: [members[0]!],
    announce: true,
  })
  const groups = await client.socket.groupFetchAllParticipating()
  expect(groups[closed.id]).toMatchObject({ subject: 'Pengumuman', announce: true, size: 4, addressingMode: 'lid' })
  expect(groups[closed.id]?.participants).toContainEqual(
    expect.objectContaining({
      id: '9991010654321826@lid',
      phoneNumber: '6281234560101@s.whatsapp.net',
      admin: 'admin',
    }),
  )
  await client.socket.sendMessage(closed.id, { text: 'Tidak boleh' }, { messageId: '3EB0AC1' })
  await until('the refusal', () => client.acks.find(({ id, error }) => id === '3EB0AC1' && error === '420'))
  expect(seen('3EB0AC1')).toEqual([])
})

test('a removed member is notified, and can no longer query or list the group', async () => {
  const group = fake.group({ subject: 'Sementara', members: [account, ...members] })
  fake.changeGroup(group, { subject: 'Masih sementara', announce: true, promote: [account], remove: [account] })
  await until(
    'the stubs',
    () => client.messages.filter(({ message }) => message.key.remoteJid === group.id).length === 4,
  )
  await expect(client.socket.groupMetadata(group.id)).rejects.toMatchObject({ data: 403 })
  await expect(client.socket.groupMetadata('120363999999999999@g.us')).rejects.toMatchObject({ data: 404 })
  expect(await client.socket.groupFetchAllParticipating()).not.toHaveProperty(group.id)
})
