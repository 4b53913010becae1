// What stands in a cell of a workbook, as a text: numbers with their own digits, days as days.

/** What the format of a cell makes of a number. */
export type Format = 'day' | 'percent' | 'plain'

/** By its type as the file says it. */
export function cellText(type: string, value: string, format: Format, is1904: boolean): string {
  if (type === 'b') return /^(1|true)$/i.test(value.trim()) ? 'true' : 'false'
  if (type === 'd') return value.replace(/T00:00(:00(\.0+)?)?Z?$/, '').replace('T', ' ')
  const number = type === '' || type === 'n' ? Number(value) : Number.NaN
  if (value.trim() === '' || Number.isNaN(number)) return value
  // As people see it: 12.5% is kept as 0.125.
  if (format === 'percent') return `${exactText(number * 100)}%`
  return (format === 'day' ? dayText(number, is1904) : undefined) ?? exactText(number)
}

/** `_x000D_` is how a sign is written that XML cannot hold. */
export const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/**
 * A spreadsheet has 15 digits of a number, and a float keeps those. Of what another program wrote with more of them nobody
 * knows the last ones here, unless they are what counting left behind: then it stays a text that no amount is read from,
 * and is never a wrong amount.
 */
function exactText(value: number): string {
  const text = numberText(String(value))
  const size = Math.abs(value)
  // Below, 15 digits have the four decimals that an amount may have; from 10^13 on they have not even two.
  const left = size < 1e11 ? size : size < 1e13 ? size * 2 ** -52 : 0
  const isKnown = size <= Number.MAX_SAFE_INTEGER && Math.abs(Number(text) - value) <= left
  return isKnown ? text : value.toExponential()
}

const dayMs = 86_400_000
/** The last day of the year 9999, where a spreadsheet's days end. */
const lastDay = 2_958_465

/**
 * A spreadsheet counts days, without a zone, from the end of 1899; it believes that 1900 had a 29th of February. Some
 * count from 1904. Nothing where it is no day.
 */
function dayText(serial: number, is1904: boolean): string | undefined {
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  if (serial < 0 || days >= lastDay + 1) return undefined
  const seconds = Math.round((days - 25_569) * (dayMs / 1000))
  const [day = '', time = ''] = new Date(seconds * 1000).toISOString().split('T')
  // A time of no day.
  if (serial < 1) return time.slice(0, 5)
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`
}

const days = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
/** Those of the formats without a text of their own. */
export function formatOfId(id: number): Format {
  if (id === 9 || id === 10) return 'percent'
  return days.has(id) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'day' : 'plain'
}

/** By signs of days, times or percents outside of quotes, brackets and what is escaped; the first of its parts counts. */
export function formatOfCode(code: string): Format {
  const plain = code.slice(0, 255).replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '')
  const [first = ''] = plain.split(';')
  if (/[dmyhs]/i.test(first)) return 'day'
  return first.includes('%') ? 'percent' : 'plain'
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
