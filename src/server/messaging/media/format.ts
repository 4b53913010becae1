// Detects the file type from the first bytes, never from the name or the browser's content type.
import type { MediaKind } from '../../../contract/media.ts'

export interface Format {
  kind: MediaKind
  type: string
  /** Default name. */
  ending: string
}

/** Number of bytes needed for detection. */
export const signatureBytes = 16

/** Returns undefined for types that messages cannot carry. */
export function formatOf(head: Buffer): Format | undefined {
  if (begins(head, [0xff, 0xd8, 0xff])) return { kind: 'image', type: 'image/jpeg', ending: 'jpg' }
  if (begins(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    return { kind: 'image', type: 'image/png', ending: 'png' }
  if (head.subarray(0, 5).toString('latin1') === '%PDF-')
    return { kind: 'document', type: 'application/pdf', ending: 'pdf' }
  // HEIC and AVIF images and QuickTime start the same way with other brands.
  const isBox = head.subarray(4, 8).toString('latin1') === 'ftyp'
  if (isBox && /^(iso[m2-9]|mp4[12]|avc1|M4V |MSNV|dash)$/.test(head.subarray(8, 12).toString('latin1')))
    return { kind: 'video', type: 'video/mp4', ending: 'mp4' }
  return undefined
}

const begins = (head: Buffer, bytes: readonly number[]) => bytes.every((byte, index) => head[index] === byte)

/** A safe file name for display and sending: no folders, no invisible characters, and the extension of the content. */
export function plainName(name: string, { ending }: Format): string {
  const last = (name.split(/[\\/]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()
  const stem = last.replace(/\.[A-Za-z0-9]{1,5}$/, '').slice(0, 190) || 'file'
  return `${stem}.${ending}`
}
