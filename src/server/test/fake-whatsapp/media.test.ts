// A file from a client: uploaded encrypted, named in a message, decrypted and verified by the phone.
import { randomBytes } from 'node:crypto'
import { Agent } from 'node:https'
import { expect, test } from 'vitest'
import { until } from '../until.ts'
import { linkedClient } from './bare-client.ts'
import { startFakeWhatsApp } from './server.ts'

test('a document arrives byte for byte, and a damaged one is rejected', async () => {
  const fake = await startFakeWhatsApp()
  const account = '6281200000100'
  const agent = new Agent({ ca: fake.certificate })
  const client = await linkedClient(fake, account, { fetchAgent: agent })
  const file = randomBytes(70_000)
  const to = '6281234560100@s.whatsapp.net'

  await client.socket.sendMessage(to, {
    document: file,
    mimetype: 'application/pdf',
    fileName: 'laporan.pdf',
    caption: 'Laporan',
  })
  const [received] = await until(
    'the file',
    () => fake.receivedBy('6281234560100'),
    (all) => all.length === 1,
  )
  expect(received).toMatchObject({ text: 'Laporan' })
  expect(received?.media?.equals(file)).toBe(true)

  fake.faults.message = () => {
    for (const [path, bytes] of fake.network.media)
      fake.network.media.set(path, Buffer.concat([bytes, Buffer.from('!')]))
    return undefined
  }
  await client.socket.sendMessage(to, { document: file, mimetype: 'application/pdf', fileName: 'rusak.pdf' })
  const [, damaged] = await until(
    'the second',
    () => fake.receivedBy('6281234560100'),
    (all) => all.length === 2,
  )
  expect(damaged?.media).toBeUndefined()

  await client.close()
  agent.destroy()
  await fake.close()
  expect(fake.network.failures).toEqual([])
})
