// Content cache: a file is uploaded once for all recipients, retried after a failure, and available for retry requests.
import { createHash, randomBytes } from 'node:crypto'
import { Agent } from 'node:https'
import { afterAll, afterEach, expect, test } from 'vitest'
import { account, friend, startPhone, twoDevices } from '../../../test/linked-device.ts'
import { until } from '../../../test/until.ts'
import type { OutgoingMedia } from '../driver.ts'

const phone = await startPhone()
const agent = new Agent({ ca: phone.fake.certificate })
afterEach(() => phone.closeLines())
afterAll(async () => {
  await phone.close()
  agent.destroy()
  expect(phone.fake.network.failures).toEqual([])
})

const connected = async (more: Parameters<typeof phone.connect>[0] = {}) =>
  await phone.connect({ vault: await phone.linkedVault(), driver: phone.anotherDriver({ mediaAgent: agent }), ...more })

function report(failures = 0) {
  const bytes = randomBytes(40_000)
  const reads = { count: 0 }
  const media: OutgoingMedia = {
    kind: 'document',
    type: 'application/pdf',
    name: 'laporan.pdf',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    read: async () => {
      reads.count += 1
      if (reads.count <= failures) throw new Error('the database is away')
      return bytes
    },
  }
  return { bytes, media, reads }
}

const filesOf = (id: string) => phone.fake.received.filter((message) => message.id === id && !message.own)

test('one upload serves all recipients, each with its own caption', async () => {
  const line = await connected()
  const { bytes, media, reads } = report()
  const sent = [friend, twoDevices].map((to, index) => line.send(to, `ALL${index}`, { text: `Untuk ${index}`, media }))
  expect(await Promise.all(sent)).toEqual(['sent', 'sent'])
  expect(await line.send(friend, 'ALL2', { text: '', media })).toBe('sent')
  expect(reads.count).toBe(1)
  for (const id of ['ALL0', 'ALL1', 'ALL2']) {
    const [file] = await until(
      id,
      async () => filesOf(id),
      (all) => all.length > 0,
    )
    expect(file?.media?.equals(bytes)).toBe(true)
    expect(file?.message.documentMessage).toMatchObject({ fileName: 'laporan.pdf', mimetype: 'application/pdf' })
  }
  expect(filesOf('ALL1')[0]?.text).toBe('Untuk 1')
  expect(filesOf('ALL2')[0]?.text).toBe('')
})

test('retries a file that could not be read; nothing was sent', async () => {
  const line = await connected()
  const { bytes, media } = report(1)
  expect(await line.send(friend, 'AGAIN', { media })).toBe('later media_not_uploaded')
  expect(filesOf('AGAIN')).toEqual([])
  expect(await line.send(friend, 'AGAIN', { media })).toBe('sent')
  expect(filesOf('AGAIN')[0]?.media?.equals(bytes)).toBe(true)
})

test('a retry request days later gets the file too', async () => {
  const { bytes, media } = report()
  const line = await connected({ sent: new Map([['OLD', { to: friend, text: 'Laporan', media }]]) })
  await line.send(friend, 'NEW')
  phone.fake.askAgain({ to: account, from: friend, id: 'OLD', as: 'lid' })
  const [file] = await until(
    'the file',
    async () => filesOf('OLD'),
    (all) => all.length > 0,
  )
  expect(file?.text).toBe('Laporan')
  expect(file?.media?.equals(bytes)).toBe(true)
})
