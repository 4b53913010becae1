// Files of messages for tests: whole ones of a given size, which a program that shows them would open.
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { Database } from '../db/index.ts'
import { boundUploads, usualUploads } from '../http/uploads.ts'
import { upload } from '../media/service.ts'

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

/** Of noise, so that it has about three bytes a pixel as PNG and one as JPEG. */
export async function pictureFile(format: 'jpeg' | 'png', width: number, height: number): Promise<Buffer> {
  const raw = { width, height, channels: 3 as const }
  return await sharp(randomBytes(width * height * 3), { raw })
    .toFormat(format)
    .toBuffer()
}

/** Kept as if somebody had uploaded it. */
export const keepFile = async (database: Database, organization_id: string, name: string, content: Buffer) =>
  await boundUploads(tmpdir(), usualUploads).hold(organization_id, (spool) =>
    upload(database, { organization_id }, { name, content: Readable.from([content]), spool }),
  )
