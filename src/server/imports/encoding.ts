// In which letters a file is written.
import { isUtf8 } from 'node:buffer'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export function detectEncoding(file: Buffer): Encoding {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le'
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be'
  // Excel in the west writes its own code page when "CSV" is chosen instead of "CSV UTF-8".
  return isUtf8(file) ? 'utf-8' : 'windows-1252'
}

export interface Decoder {
  decode(bytes: Buffer, options: { stream: boolean }): string
}

export function newDecoder(encoding: Encoding): Decoder {
  if (encoding !== 'windows-1252') return new TextDecoder(encoding)
  // Node 20 takes windows-1252 for latin1 and loses the euro sign and the curly quotes.
  return {
    decode: (bytes) =>
      bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (character) => upper1252[character.charCodeAt(0) - 0x80]!),
  }
}

const upper1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** The whole of it. */
export const decodeText = (file: Buffer): string => newDecoder(detectEncoding(file)).decode(file, { stream: false })
