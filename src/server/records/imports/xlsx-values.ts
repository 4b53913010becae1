// Texts of workbook cells: numbers with their exact digits, dates as days.

/** How the format of a cell shows its number. */
export type Format = 'day' | 'percent' | 'plain'

/** Converts by the type in the file. */
export function cellText(type: string, value: string, format: Format, is1904: boolean): string {
  if (type === 'b') return /^(1|true)$/i.test(value.trim()) ? 'true' : 'false'
  if (type === 'd') return value.replace(/T00:00(:00(\.0+)?)?Z?$/, '').replace('T', ' ')
  const number = type === '' || type === 'n' ? Number(value) : Number.NaN
  if (value.trim() === '' || Number.isNaN(number)) return value
  // As displayed: 12.5% is stored as 0.125.
  if (format === 'percent') return `${exactText(number * 100)}%`
  return (format === 'day' ? dayText(number, is1904) : undefined) ?? exactText(number)
}

/** `_x000D_` encodes a character that XML cannot hold. */
export const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/**
 * A spreadsheet keeps 15 digits of a number, and a float preserves them. Numbers with more digits, from another
 * program, cannot be read exactly, unless the excess is a rounding error: they stay texts that are rejected
 * as amounts, so that an amount is never wrong.
 */
function exactText(value: number): string {
  const text = numberText(String(value))
  const size = Math.abs(value)
  // Below 1e11, 15 digits include the four decimals of an amount; from 1e13 on not even two.
  const left = size < 1e11 ? size : size < 1e13 ? size * 2 ** -52 : 0
  const isKnown = size <= Number.MAX_SAFE_INTEGER && Math.abs(Number(text) - value) <= left
  return isKnown ? text : value.toExponential()
}

const dayMs = 86_400_000
/** The last day of the year 9999, where a spreadsheet's days end. */
const lastDay = 2_958_465

/**
 * A spreadsheet counts days, without a time zone, from the end of 1899, and counts a 29 February 1900 that never was.
 * Some workbooks count from 1904. Undefined if the number is not a day.
 */
function dayText(serial: number, is1904: boolean): string | undefined {
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  if (serial < 0 || days >= lastDay + 1) return undefined
  const seconds = Math.round((days - 25_569) * (dayMs / 1000))
  const [day = '', time = ''] = new Date(seconds * 1000).toISOString().split('T')
  // A time without a day.
  if (serial < 1) return time.slice(0, 5)
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`
}

const days = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
/** Built-in formats, which have an id and no code. */
export function formatOfId(id: number): Format {
  if (id === 9 || id === 10) return 'percent'
  return days.has(id) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'day' : 'plain'
}

/** By symbols of days, times or percents outside of quotes, brackets and escapes; the first section counts. */
export function formatOfCode(code: string): Format {
  const plain = code.slice(0, 255).replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '')
  const [first = ''] = plain.split(';')
  if (/[dmyhs]/i.test(first)) return 'day'
  return first.includes('%') ? 'percent' : 'plain'
}

/**
 * Without exponent and with the 15 digits that a spreadsheet shows: it stores 0.3 as 0.30000000000000004. Pads three
 * decimals to four, so that the point is not read as a thousands separator.
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
