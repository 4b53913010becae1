// Detects the character encoding of a file and decodes it.
import { isUtf8 } from 'node:buffer'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export function detectEncoding(file: Buffer): Encoding {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le'
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be'
  const wide = withoutMark(file.subarray(0, 512))
  if (wide) return wide
  // Western Excel writes Windows-1252 if "CSV" is chosen instead of "CSV UTF-8".
  return isUtf8(file) ? 'utf-8' : 'windows-1252'
}

/** UTF-16 without a byte order mark: every other byte of its separators, line ends and Latin letters is zero. */
function withoutMark(head: Buffer): Encoding | undefined {
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]! += 1
  const [even, odd] = zeros as [number, number]
  if (head.length < 4 || Math.max(even, odd) < head.length / 8) return undefined
  return even === 0 ? 'utf-16le' : odd === 0 ? 'utf-16be' : undefined
}

export interface Decoder {
  decode(bytes: Buffer, options: { stream: boolean }): string
}

export function newDecoder(encoding: Encoding): Decoder {
  if (encoding !== 'windows-1252') return new TextDecoder(encoding)
  // Node 20 decodes windows-1252 as latin1 and loses the euro sign and the curly quotes.
  return {
    decode: (bytes) =>
      bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (character) => upper1252[character.charCodeAt(0) - 0x80]!),
  }
}

const upper1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Decodes the whole file. */
export const decodeText = (file: Buffer): string => newDecoder(detectEncoding(file)).decode(file, { stream: false })
