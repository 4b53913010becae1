// Takes the first sheet of an Excel workbook apart. Numbers stay the text they are, and nothing is unpacked before it is known how large it gets.
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { readSheet } from 'read-excel-file/node'
import { type Record, unreadable } from './csv.ts'

const maxEntries = 2_000
/** Unpacked. A sheet of 100,000 rows of ten cells has some 60 MB. */
const maxBytes = 120 * 1024 * 1024

export const isZip = (file: Buffer) => file.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))

export async function* readWorkbook(file: Buffer): AsyncGenerator<Record> {
  const entries = entriesOf(file)
  if (
    !entries.some(({ name }) => name === '[Content_Types].xml') ||
    !entries.some(({ name }) => name === 'xl/workbook.xml')
  )
    throw unreadable('This is a zip archive and no Excel workbook. Choose the file that is inside it.')
  await checkSizes(file, entries)
  let rows: unknown[][]
  try {
    rows = (await readSheet(file, 1, { parseNumber: (text: string) => ({ number: text }) })) as unknown[][]
  } catch {
    throw unreadable(
      'This workbook is damaged, or locked with a password. Save it again in Excel, or save the sheet as CSV.',
    )
  }
  for (const [index, row] of rows.entries()) {
    const cells = row.map(cellText)
    // Read, and not needed again: a large sheet is in memory once.
    rows[index] = []
    if (cells.some((cell) => cell !== '')) yield { line: index + 1, cells }
  }
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : dayText(value)
  if (typeof value === 'object' && 'number' in value) return numberText(String(value.number))
  return String(value)
}

/** A spreadsheet's day has no zone: it comes as midnight UTC. */
function dayText(date: Date): string {
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().split('T')
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`
}

/**
 * Without exponent, and with the 15 digits that a spreadsheet shows: it keeps 0.3 as 0.30000000000000004. With four
 * decimals where there are three, so that nobody takes the point for a thousand's.
 */
export function numberText(text: string): string {
  const [, sign = '', whole = '', decimals = '', exponent = '0'] =
    /^(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text.trim()) ?? []
  let digits = (whole + decimals).replace(/^0+/, '')
  let scale = decimals.length - Number(exponent)
  if (digits === '') return /^-?\d/.test(text.trim()) ? '0' : text
  if (digits.length > 15 && scale > 0) {
    const cut = Math.min(digits.length - 15, scale)
    const half = BigInt(10) ** BigInt(cut) / 2n
    digits = String((BigInt(digits) + half) / BigInt(10) ** BigInt(cut))
    scale -= cut
  }
  if (scale <= 0) return sign + digits + '0'.repeat(-scale)
  const padded = digits.padStart(scale + 1, '0')
  const rest = padded.slice(-scale).replace(/0+$/, '')
  return `${sign}${padded.slice(0, -scale)}${rest && `.${rest.length === 3 ? `${rest}0` : rest}`}`
}

interface Entry {
  name: string
  packed: number
  size: number
  method: number
  at: number
}

/** The directory at the end of the archive. */
function entriesOf(file: Buffer): Entry[] {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0 || end + 22 > file.length) throw unreadable('This workbook is cut off. Copy or download it again.')
  const count = file.readUInt16LE(end + 10)
  if (count > maxEntries) throw tooLarge()
  const entries: Entry[] = []
  let at = file.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== 0x02014b50)
      throw unreadable('This workbook is damaged. Save it again in Excel, or save the sheet as CSV.')
    const [name, extra, comment] = [28, 30, 32].map((place) => file.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    entries.push({
      name: file.toString('utf8', at + 46, at + 46 + name),
      method: file.readUInt16LE(at + 10),
      packed: file.readUInt32LE(at + 20),
      size: file.readUInt32LE(at + 24),
      at: file.readUInt32LE(at + 42),
    })
    at += 46 + name + extra + comment
  }
  return entries
}

/** What an archive says of itself may be a lie: what is packed is unpacked once, up to what was said and not further. */
async function checkSizes(file: Buffer, entries: Entry[]) {
  if (entries.reduce((sum, { size }) => sum + size, 0) > maxBytes) throw tooLarge()
  for (const { at, packed, size, method } of entries) {
    if (at + 30 > file.length) throw tooLarge()
    const start = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
    if (method === 0 ? packed !== size : method !== 8 || !(await unpacksTo(file.subarray(start, start + packed), size)))
      throw unreadable('This workbook is damaged. Save it again in Excel, or save the sheet as CSV.')
  }
}

async function unpacksTo(packed: Buffer, size: number): Promise<boolean> {
  try {
    return (await promisify(inflateRaw)(packed, { maxOutputLength: Math.max(size, 1) })).length === size
  } catch {
    return false
  }
}

const tooLarge = () => unreadable('This workbook is too large to be unpacked. Save the sheet as CSV, or split it.')
