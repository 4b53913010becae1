// QR pictures of every size that WhatsApp uses can be decoded.
import { randomBytes } from 'node:crypto'
import { toBuffer } from 'qrcode'
import { expect, test } from 'vitest'
import { textOfPicture } from './qr-picture.ts'

test.each([1, 120, 237, 500])('a QR of %i bytes is decoded at every error correction level', async (length) => {
  const text = `2@${randomBytes(length).toString('base64').slice(0, length)},0123456789012,ABC-XYZ 12,é`
  for (const errorCorrectionLevel of ['L', 'M', 'Q', 'H'] as const) {
    const png = await toBuffer(text, { type: 'png', margin: 2, width: 300, errorCorrectionLevel })
    expect(textOfPicture(png)).toBe(text)
  }
})

test('a file that is not a PNG is rejected', () => {
  expect(() => textOfPicture(Buffer.from('not a picture'))).toThrow('no PNG')
})
