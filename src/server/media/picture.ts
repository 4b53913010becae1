// Decodes a picture to check it, and encodes it anew without metadata.
import type { Sharp, SharpOptions } from 'sharp'
import { AppError, fieldError } from '../errors.ts'

/** A phone's camera has 12 to 50 million; decoded, each takes three or four bytes of memory. */
const maxPixels = 50_000_000
/**
 * A camera writes one, a progressive picture a dozen, each a pass over all of the picture. A file of 500 KB holds thousands,
 * and a decoder at work cannot be stopped: 2,600 kept it busy for half a minute.
 */
const maxScans = 100
/** High enough that nobody sees a difference in what WhatsApp shows. */
const jpegQuality = 90

/** Encodes the picture anew, upright, in sRGB, without EXIF, XMP and whatever else the file held. */
export type CleanPicture = (bytes: Buffer, type: string) => Promise<Buffer>

type Decoder = (bytes: Buffer, options: SharpOptions) => Sharp

/** `load` is a parameter so that a test can be a machine on which the library does not load. */
export function pictureCleaner(load: () => Promise<Decoder> = loadSharp): CleanPicture {
  let loaded: Promise<Decoder> | undefined
  return async (bytes, type) => {
    if (type === 'image/jpeg' && hasManyScans(bytes)) throw unreadable()
    loaded ??= load()
    const decode = await loaded.catch((cause) => {
      throw new AppError('pictures_unavailable', 'Ask whoever runs this installation: its log says why.', { cause })
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
  // Each picture is decoded once: nothing is gained from keeping it, nor from more threads for one.
  sharp.cache(false)
  sharp.concurrency(1)
  // No other decoder of the library can be reached, whatever the bytes claim to be.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] })
  return sharp
}

/** Within what a scan holds, FF is followed by other bytes. */
function hasManyScans(jpeg: Buffer): boolean {
  let at = -1
  for (let count = 0; count <= maxScans; count++) {
    at = jpeg.indexOf(scanBegins, at + 1)
    if (at < 0) return false
  }
  return true
}
const scanBegins = Buffer.from([0xff, 0xda])

const unreadable = () =>
  fieldError('invalid_request', 'file', 'This picture cannot be read: it is damaged or not whole.')

function refusal(error: Error): AppError {
  return /pixel limit/i.test(error.message)
    ? fieldError('invalid_request', 'file', 'This picture has more than 50 million pixels. Make it smaller.')
    : unreadable()
}
