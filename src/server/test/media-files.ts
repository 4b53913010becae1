// Media files for tests: valid files of a given size.
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { upload } from '../messaging/media/service.ts'
import type { Database } from '../platform/db/index.ts'
import { defaultUploadLimits, limitUploads } from '../platform/http/upload-limits.ts'

export const pdfFile = (size: number) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 15), Buffer.from('\n%%EOF')])

const box = (name: string, content: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}
export const mp4File = (size: number) =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0')),
    box('moov', Buffer.alloc(8)),
    box('mdat', randomBytes(size - 40)),
  ])

/** Noise, so that it has about three bytes per pixel as PNG and one as JPEG. */
export async function pictureFile(format: 'jpeg' | 'png', width: number, height: number): Promise<Buffer> {
  const raw = { width, height, channels: 3 as const }
  return await sharp(randomBytes(width * height * 3), { raw })
    .toFormat(format)
    .toBuffer()
}

/** A gray JPEG of 16 × 16 pixels with this many extra scans, each of which sets one coefficient to zero. */
export async function pictureInScans(scans: number): Promise<Buffer> {
  const background = '#888'
  const whole = await sharp({ create: { width: 16, height: 16, channels: 3, background } })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
  // Only the first of sharp's scans remains: the one of the averages.
  const first = whole.indexOf(Buffer.from('ffda', 'hex'))
  const head = whole.subarray(0, whole.indexOf(Buffer.from('ffc4', 'hex'), first))
  // One code, 0: the next four blocks are empty.
  const codes = Buffer.from('ffc40014100100000000000000000000000000000020', 'hex')
  const all = [1, 2, 3].flatMap((component) =>
    Array.from({ length: 63 }, (_, nth) => nth + 1).flatMap((place) =>
      Array.from({ length: 14 }, (_, step) => {
        const [before, after] = [step === 0 ? 0 : 14 - step, 13 - step]
        return Buffer.from([0xff, 0xda, 0, 8, 1, component, 0, place, place, before * 16 + after, 0b0001_1111])
      }),
    ),
  )
  return Buffer.concat([head, codes, ...all.slice(0, scans), Buffer.from('ffd9', 'hex')])
}

/** Stores a file as an upload does. */
export const keepFile = async (database: Database, organization_id: string, name: string, content: Buffer) =>
  await limitUploads(tmpdir(), defaultUploadLimits).hold(organization_id, (spool) =>
    upload(database, { organization_id }, { name, content: Readable.from([content]), spool }),
  )
