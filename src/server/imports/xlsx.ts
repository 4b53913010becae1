// Takes a sheet of an Excel workbook apart, row by row. Nothing is unpacked before it is known how large it gets.
import { createInflateRaw } from 'node:zlib'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { type Record, unreadable } from './csv.ts'

const maxEntries = 2_000
/** Unpacked. A sheet of 100,000 rows of ten cells has some 60 MB. */
const maxBytes = 120 * 1024 * 1024

export const isZip = (file: Buffer) => file.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))

export interface Workbook {
  /** Those that people see, in their order; all where none is to be seen. */
  sheets: string[]
  /** Null: the one that was asked for is not there. */
  sheet: string | null
  records(): AsyncGenerator<Record>
}

/** The first sheet that people see, unless one is asked for by its name. */
export async function openWorkbook(file: Buffer, asked?: string): Promise<Workbook> {
  const entries = entriesOf(file)
  if (
    !entries.some(({ name }) => name === '[Content_Types].xml') ||
    !entries.some(({ name }) => name === 'xl/workbook.xml')
  )
    throw unreadable('This is a zip archive and no Excel workbook. Choose the file that is inside it.')
  await checkSizes(file, entries)
  const all: { name: string; isHidden: boolean }[] = []
  const look = ({ name, hidden, veryHidden }: { name: string; hidden?: boolean; veryHidden?: boolean }) => {
    all.push({ name, isHidden: Boolean(hidden || veryHidden) })
    return false
  }
  await readXlsx(file, { sheets: look }).catch(damaged)
  const seen = all.filter(({ isHidden }) => !isHidden)
  const sheets = (seen.length > 0 ? seen : all).map(({ name }) => name)
  if (sheets.length === 0) damaged()
  const sheet = asked === undefined ? sheets[0]! : sheets.includes(asked) ? asked : null
  return { sheets, sheet, records: () => recordsOf(file, sheet ?? '') }
}

async function* recordsOf(file: Buffer, sheet: string): AsyncGenerator<Record> {
  const rows = streamXlsxRows(file, { sheet })
  let width = 0
  for (;;) {
    const next = await rows.next().catch(damaged)
    if (next.done) return
    const cells = next.value.values.map(cellText)
    const length = cells.findLastIndex((cell) => cell !== '') + 1
    if (length === 0) continue
    width ||= length
    cells.length = length
    while (cells.length < width) cells.push('')
    yield { line: next.value.index + 1, cells }
  }
}

function damaged(): never {
  throw unreadable(
    'This workbook is damaged, or locked with a password. Save it again in Excel, or save the sheet as CSV.',
  )
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : dayText(value)
  if (typeof value === 'number') return exactText(value)
  return String(value)
}

/**
 * A spreadsheet has 15 digits of a number, and a float keeps those. Of what another program wrote with more before the
 * point nobody knows the last ones here: then it stays a text that no amount is read from, and is never a wrong amount.
 */
const exactText = (value: number) =>
  Math.abs(value) > Number.MAX_SAFE_INTEGER ? value.toExponential() : numberText(String(value))

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
  const inflate = createInflateRaw()
  inflate.end(packed)
  let length = 0
  try {
    for await (const chunk of inflate) {
      length += (chunk as Buffer).length
      if (length > size) return false
    }
  } catch {
    return false
  }
  return length === size
}

const tooLarge = () => unreadable('This workbook is too large to be unpacked. Save the sheet as CSV, or split it.')
