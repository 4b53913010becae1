// Decodes an image to validate it, and re-encodes it without metadata.

import type { Sharp, SharpOptions } from 'sharp'
import { message } from '../../../contract/messages/message.ts'
import { AppError, fieldError } from '../../errors.ts'

/** Phone cameras have 12 to 50 million pixels; decoded, each takes three or four bytes of memory. */
const maxPixels = 50_000_000
/**
 * Cameras write one scan, progressive images a dozen, each over the whole image. A 500 KB file can hold thousands, and decoding
 * cannot be interrupted: 2,600 scans took half a minute.
 */
const maxScans = 100
/** High enough that WhatsApp shows no visible difference. */
const jpegQuality = 90

/** Re-encodes the image upright, in sRGB, without EXIF, XMP or other metadata. */
export type CleanPicture = (bytes: Buffer, type: string) => Promise<Buffer>

type Decoder = (bytes: Buffer, options: SharpOptions) => Sharp

/** `load` is a parameter so that a test can simulate a machine where the library fails to load. */
export function pictureCleaner(load: () => Promise<Decoder> = loadSharp): CleanPicture {
  let loaded: Promise<Decoder> | undefined
  return async (bytes, type) => {
    if (type === 'image/jpeg' && hasManyScans(bytes)) throw unreadable()
    loaded ??= load()
    const decode = await loaded.catch((cause) => {
      throw new AppError('image_processing_unavailable', message('media.processing_unavailable'), { cause })
    })
    try {
      const picture = decode(bytes, { failOn: 'error', limitInputPixels: maxPixels }).autoOrient()
      return await (type === 'image/png' ? picture.png() : picture.jpeg({ quality: jpegQuality })).toBuffer()
    } catch (error) {
      throw refusal(error as Error)
    }
  }
}

async function loadSharp(): Promise<Decoder> {
  const { default: sharp } = await import('sharp')
  // Each image is decoded once, so neither a cache nor extra threads help.
  sharp.cache(false)
  sharp.concurrency(1)
  // No other decoder of the library can be reached, whatever the bytes claim to be.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] })
  return sharp
}

/** Within scan data, FF is followed by other bytes. */
function hasManyScans(jpeg: Buffer): boolean {
  let at = -1
  for (let count = 0; count <= maxScans; count++) {
    at = jpeg.indexOf(scanBegins, at + 1)
    if (at < 0) return false
  }
  return true
}
const scanBegins = Buffer.from([0xff, 0xda])

const unreadable = () => fieldError('invalid_request', 'file', message('media.image_damaged'))

function refusal(error: Error): AppError {
  return /pixel limit/i.test(error.message)
    ? fieldError('invalid_request', 'file', message('media.too_many_pixels'))
    : unreadable()
}
