// Decodes the QR picture that Kabar draws, like a phone's camera: a clean PNG, straight, with nothing else on it.
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { create } from 'qrcode'

export function textOfPicture(png: Buffer): string {
  const isDark = modulesOf(png)
  const { size } = isDark
  const version = (size - 17) / 4
  // Next to the top left finder pattern: two bits of the level, three of the mask, XORed with a fixed pattern.
  const format = [0, 1, 2, 3, 4].reduce((bits, at) => (bits << 1) | Number(isDark.at(8, at)), 0) ^ 0b10101
  const level = (['M', 'L', 'H', 'Q'] as const)[format >> 3]!
  const mask = masks[format & 7]!
  // The modules that carry no data are the same in every QR of that size.
  const { reservedBit } = create('a', { version, errorCorrectionLevel: level }).modules

  const bits: number[] = []
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5
    for (let i = 0; i < size; i++) {
      const row = up ? size - 1 - i : i
      for (const column of [right, right - 1]) {
        if (!reservedBit[row * size + column]) bits.push(Number(isDark.at(row, column) !== mask(row, column)))
      }
    }
  }
  return readText(dataOf(bits, version, level), version)
}

const masks: ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i * j) % 3) + ((i + j) % 2)) % 2 === 0,
]

/** Blocks are interleaved, the longer ones last; nothing is damaged, so error correction is ignored. */
function dataOf(bits: number[], version: number, level: 'L' | 'M' | 'Q' | 'H'): number[] {
  const require = createRequire(import.meta.url)
  const blocks = require('qrcode/lib/core/error-correction-code.js')
  const ecLevel = require('qrcode/lib/core/error-correction-level.js')[level]
  const codewords = Array.from({ length: bits.length >> 3 }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
  )
  const count: number = blocks.getBlocksCount(version, ecLevel)
  const length = codewords.length - blocks.getTotalCodewordsCount(version, ecLevel)
  const short = Math.floor(length / count)
  const shorter = count - (length % count)
  return Array.from({ length: count }, (_, block) => {
    const head = Array.from({ length: short }, (_, i) => codewords[i * count + block]!)
    return block < shorter ? head : [...head, codewords[short * count + block - shorter]!]
  }).flat()
}

/** Segments of digits, capitals or bytes; encoders mix them freely. */
function readText(data: number[], version: number): string {
  const bits = data.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  let at = 0
  const take = (length: number) => {
    at += length
    return Number.parseInt(bits.slice(at - length, at) || '0', 2)
  }
  const size = version < 10 ? 0 : version < 27 ? 1 : 2
  let text = ''
  for (;;) {
    const mode = at + 4 > bits.length ? 0 : take(4)
    if (mode === 1) {
      for (let left = take([10, 12, 14][size]!); left > 0; left -= 3) {
        const digits = Math.min(left, 3)
        text += String(take([0, 4, 7, 10][digits]!)).padStart(digits, '0')
      }
    } else if (mode === 2) {
      for (let left = take([9, 11, 13][size]!); left > 0; left -= 2) {
        const pair = take(left === 1 ? 6 : 11)
        text += left === 1 ? capitals[pair] : capitals[Math.floor(pair / 45)]! + capitals[pair % 45]!
      }
    } else if (mode === 4) {
      const bytes = Array.from({ length: take(size === 0 ? 8 : 16) }, () => take(8))
      text += Buffer.from(bytes).toString('utf8')
    } else return text
  }
}

const capitals = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/**
 * Finds the square. Its first row begins with the edge of a finder pattern, seven modules wide, from which the number of
 * modules is estimated; the nearest number with two correct timing patterns is the right one.
 */
function modulesOf(png: Buffer) {
  const { width, height, isDark } = pixelsOf(png)
  const rows = Array.from({ length: height }, (_, y) => y)
  const columns = Array.from({ length: width }, (_, x) => x)
  const top = rows.find((y) => columns.some((x) => isDark(x, y)))
  if (top === undefined) throw new Error('There is no QR in this picture.')
  const left = columns.find((x) => isDark(x, top))!
  const length = columns.findLast((x) => isDark(x, top))! + 1 - left
  const eye = columns.find((x) => x > left && !isDark(x, top))! - left
  const away = (size: number) => Math.abs(size - (length * 7) / eye)
  const sizes = Array.from({ length: 40 }, (_, i) => 21 + 4 * i).sort((a, b) => away(a) - away(b))
  for (const size of sizes) {
    const step = length / size
    const at = (row: number, column: number) =>
      isDark(Math.floor(left + (column + 0.5) * step), Math.floor(top + (row + 0.5) * step))
    const dotted = Array.from({ length: size - 14 }, (_, i) => i + 6).every(
      (i) => at(6, i) === (i % 2 === 0) && at(i, 6) === (i % 2 === 0),
    )
    if (dotted) return { size, at }
  }
  throw new Error('There is no QR in this picture.')
}

/** PNG without interlace, eight bits a channel. */
function pixelsOf(png: Buffer) {
  if (png.toString('latin1', 1, 4) !== 'PNG') throw new Error('This is no PNG.')
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const channels = [1, 0, 3, 0, 2, 0, 4][png[25]!]
  if (png[24] !== 8 || !channels || png[28] !== 0) throw new Error('This kind of PNG is not supported.')
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const raw = inflateSync(Buffer.concat(parts))
  const line = width * channels
  const pixels = Buffer.alloc(line * height)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)]!
    for (let x = 0; x < line; x++) {
      // Left, above, and above left; plain numbers, because this runs a million times per picture.
      const at = y * line + x
      const a = x >= channels ? pixels[at - channels]! : 0
      const b = y > 0 ? pixels[at - line]! : 0
      const c = x >= channels && y > 0 ? pixels[at - line - channels]! : 0
      const guess =
        filter === 0 ? 0 : filter === 1 ? a : filter === 2 ? b : filter === 3 ? (a + b) >> 1 : paeth(a, b, c)
      pixels[y * line + x] = (raw[y * (line + 1) + 1 + x]! + guess) & 255
    }
  }
  return { width, height, isDark: (x: number, y: number) => pixels[y * line + x * channels]! < 128 }
}

function paeth(a: number, b: number, c: number): number {
  const da = Math.abs(b - c)
  const db = Math.abs(a - c)
  const dc = Math.abs(a + b - 2 * c)
  return da <= db && da <= dc ? a : db <= dc ? b : c
}
