import { expect, test } from 'vitest'
import { decrypted, encrypted } from './age.ts'

async function* pieces(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
async function whole(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const quick = 10
const lock = (bytes: Uint8Array, passphrase = 'a passphrase') =>
  whole(encrypted(pieces(bytes, 10_000), passphrase, quick))
const open = (bytes: Uint8Array, passphrase = 'a passphrase') => whole(decrypted(pieces(bytes, 7_777), passphrase))

test('a file that another implementation of age wrote is decrypted', async () => {
  // Made with age-encryption 0.3.1, the TypeScript implementation, and this passphrase.
  const foreign =
    'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBGbVBDdGxzaGpNZUVqTEVueTVoWWpnIDEwCkNTS1dmcEdXdmRtOS9QM1l3V2hPOFZSd3BNTlZPQldIQ0lPWHNZ' +
    'Z2Z2NEUKLS0tIGg0cWdwbEo2MWUxajRJaGdzZXdWK0k4WkVzc0o3MXBPQmNGN3Jod0YxR2sKos3JTdxMsJMEYMgRBGU4ZUEwSeaa84oyiMQEV6pu+EqREs4WtpU='
  expect((await open(Buffer.from(foreign, 'base64'), 'correct horse battery staple')).toString()).toBe('Kabar\n')
})

test.each([0, 1, 65_535, 65_536, 65_537, 200_000])('%i bytes are decrypted unchanged', async (length) => {
  const bytes = Buffer.alloc(length, 'Kabar')
  expect((await open(await lock(bytes))).equals(bytes)).toBe(true)
})

test('a wrong passphrase, a changed byte, a missing end and a missing chunk are refused', async () => {
  const bytes = await lock(Buffer.alloc(200_000, 'Kabar'))
  const header = bytes.indexOf('\n---') + 48
  await expect(open(bytes, 'another passphrase')).rejects.toThrow('The passphrase is not that of this backup.')
  for (const place of [header + 30, header + 70_000, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[place]! ^= 1
    await expect(open(changed)).rejects.toThrow(/damaged/)
  }
  const piece = 65_536 + 16
  const start = bytes.indexOf('\n', header) + 1 + 16
  for (const rest of [bytes.subarray(0, start + piece), bytes.subarray(0, 100), bytes.subarray(0, start)])
    await expect(open(rest)).rejects.toThrow(/damaged/)
  const without = Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + piece)])
  await expect(open(without)).rejects.toThrow(/damaged/)
})

test('a header whose work factor would use up the memory is refused', async () => {
  const bytes = (await lock(Buffer.from('x'))).toString('latin1').replace(/ 10\n/, ' 30\n')
  await expect(open(Buffer.from(bytes, 'latin1'))).rejects.toThrow(/not encrypted with a passphrase/)
})
