// Formats of numbers and days in a file: detected from all cells together; if ambiguous, the user chooses.
import { Day } from '../../../contract/common.ts'
import type { NumberStyle } from '../../../contract/currencies.ts'
import type { DateStyle } from '../../../contract/imports.ts'
import { message } from '../../../contract/messages/message.ts'
import { short } from './cells.ts'

/** `unclear`: ambiguous, and no format was chosen; `scale`: the word behind the number is ambiguous. */
export type Reading<T> = { ok: true; value: T } | { ok: false; problem: 'unclear' | 'wrong' | 'scale' }

/** A decimal text, and the currency sign or code next to it: `Rp 1.500.000` is `1500000` and `RP`. */
export function readAmount(cell: string, style: NumberStyle | null): Reading<{ amount: string; sign: string }> {
  const { number, sign, zeros } = partsOf(cell)
  // A million to some, a miliar (billion) to others: a guess would be wrong by a factor of 1,000.
  if (sign === 'M' && number !== '') return { ok: false, problem: 'scale' }
  const readings = readingsOf(number)
  const chosen = readings.point === readings.comma ? readings.point : single(readings, style)
  if (chosen !== undefined) return { ok: true, value: { amount: shifted(chosen, zeros), sign } }
  return { ok: false, problem: readings.point === undefined ? 'wrong' : 'unclear' }
}

export const unreadAmounts = {
  unclear: (cell: string) => message('row.number_ambiguous', { text: short(cell) }),
  wrong: (cell: string) => message('row.not_amount', { text: short(cell) }),
  scale: (cell: string) => message('row.scale_ambiguous', { text: short(cell) }),
}

export const unreadDay = (cell: string, problem: string) =>
  message(problem === 'unclear' ? 'row.date_ambiguous' : 'value.not_date', { text: short(cell) })

/** Removes trailing zeros: `1500.00` becomes `1500`. */
export function canonical(amount: string): string {
  const [whole = '', decimals = ''] = amount.split('.')
  const rest = decimals.replace(/0+$/, '')
  return `${whole.replace(/^0+(?=\d)/, '')}${rest && `.${rest}`}`
}

/** An unambiguous cell decides for the ambiguous ones. Null: the cells contradict each other, or all are ambiguous. */
export function numberStyleOf(cells: Iterable<string>): { style: NumberStyle | null; isAsked: boolean } {
  const said = new Set<NumberStyle>()
  let isUnclear = false
  for (const cell of cells) {
    const { point, comma } = readingsOf(partsOf(cell).number)
    if (point === comma) continue
    if (point !== undefined && comma !== undefined) isUnclear = true
    else said.add(point === undefined ? 'comma' : 'point')
  }
  const style = said.size === 1 ? [...said][0]! : null
  return { style, isAsked: isUnclear && style === null }
}

function single({ point, comma }: Readings, style: NumberStyle | null): string | undefined {
  if (point !== undefined && comma !== undefined)
    return style === 'point' ? point : style === 'comma' ? comma : undefined
  return point ?? comma
}

interface Readings {
  point: string | undefined
  comma: string | undefined
}

function readingsOf(number: string): Readings {
  const swapped = number.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
  return { point: plainNumber(number), comma: plainNumber(swapped) }
}

/** Groups of three digits, or India's of two before the last three. Zero begins no group: `0.125` is an eighth. */
function plainNumber(text: string): string | undefined {
  return /^(\d+|[1-9]\d{0,2}(,\d{3})+|[1-9]\d?(,\d{2})+,\d{3})(\.\d+)?$/.test(text)
    ? text.replaceAll(',', '')
    : undefined
}

/** Longer texts are no amounts or days, and the patterns would try each space in them. */
const longest = 100

/** Normalizes equivalent characters. The mark of a footnote is not a digit: such a cell is not read. */
const plain = (cell: string) =>
  cell
    .replace(/\p{No}/gu, '?')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', "'")
    .trim()

/** Words behind an amount and the zeros they stand for. `M` is ambiguous: a million to some, a miliar (billion) to others. */
const scales: { readonly [word: string]: number } = {
  ...{ K: 3, RB: 3, RIBU: 3, THOUSAND: 3 },
  ...{ MIO: 6, MM: 6, MN: 6, MILLION: 6, JT: 6, JUTA: 6 },
  ...{ B: 9, BN: 9, BILLION: 9, MILIAR: 9, MILYAR: 9, MRD: 9 },
  ...{ TN: 12, TRILLION: 12, TRILIUN: 12 },
}

/** `1.5` with three zeros is `1500`. */
function shifted(amount: string, zeros: number): string {
  const [whole = '', decimals = ''] = amount.split('.')
  const moved = decimals.padEnd(zeros, '0')
  const rest = moved.slice(zeros)
  return (whole + moved.slice(0, zeros)).replace(/^0+(?=\d)/, '') + (rest && `.${rest}`)
}

function partsOf(cell: string): { number: string; sign: string; zeros: number } {
  if (cell.length > longest) return { number: '', sign: '', zeros: 0 }
  const text = plain(cell)
  const [, before = '', number = '', after = ''] =
    /^([\p{L}\p{Sc}]*\.?)\s*([\d.,\s'’]*\d)(?:,-)?\s*([\p{L}\p{Sc}]*)$/u.exec(text) ?? []
  const zeros = scales[after.toUpperCase()] ?? 0
  const behind = zeros > 0 ? '' : after
  const sign = (before.replace(/\.$/, '') || behind).toUpperCase()
  return { number: joined(number), sign: before && behind ? '?' : sign, zeros }
}

/** Removes the spaces between thousands. Other spaces make it no number: `1 5` is not 15. */
const joined = (number: string) =>
  /^[1-9]\d{0,2}([\s'’]\d{3})+([.,]\d+)?$/.test(number) ? number.replace(/[\s'’]/g, '') : number

const signs: Record<string, RegExp> = {
  RP: /^IDR$/,
  $: /D$/,
  US: /^USD$/,
  US$: /^USD$/,
  A$: /^AUD$/,
  AU$: /^AUD$/,
  HK$: /^HKD$/,
  NT$: /^TWD$/,
  '€': /^EUR$/,
  '£': /^(GBP|EGP|SYP|SSP|SHP|FKP|GIP)$/,
  '¥': /^(JPY|CNY)$/,
  '₹': /^INR$/,
  RS: /R$/,
  RM: /^MYR$/,
  S$: /^SGD$/,
  R$: /^BRL$/,
}

/** Whether the sign next to an amount may mean this currency. */
export const fitsCurrency = (sign: string, currency: string) =>
  sign === '' || sign === currency || (signs[sign]?.test(currency) ?? false)

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const otherMonths: Record<string, number> = { mei: 5, agu: 8, ags: 8, okt: 10, des: 12, mrt: 3 }

/** Returns `YYYY-MM-DD` and ignores a time behind it. */
export function readDay(cell: string, style: DateStyle | null): Reading<string> {
  const readings = daysOf(cell)
  const all = new Set(Object.values(readings))
  const chosen = all.size === 1 ? [...all][0] : style && readings[style]
  if (chosen) return { ok: true, value: chosen }
  return { ok: false, problem: all.size === 0 || style ? 'wrong' : 'unclear' }
}

export function dateStyleOf(cells: Iterable<string>): { style: DateStyle | null; isAsked: boolean } {
  let open: DateStyle[] = ['dmy', 'mdy', 'ymd']
  let isUnclear = false
  for (const cell of cells) {
    const readings = daysOf(cell)
    const styles = Object.keys(readings) as DateStyle[]
    if (styles.length === 0 || styles.length === 3) continue
    open = open.filter((style) => styles.includes(style))
    if (new Set(Object.values(readings)).size > 1) isUnclear = true
  }
  const style = open.length === 1 ? open[0]! : null
  return { style, isAsked: isUnclear && style === null }
}

/** The day of a cell by format; the same in each if it is unambiguous. */
function daysOf(cell: string): Partial<Record<DateStyle, string>> {
  if (cell.length > longest) return {}
  const text = plain(cell).replace(/[T ]+\d{1,2}[:.]\d{2}([:.]\d{2}(\.\d+)?)?( ?[ap]m)?( ?(Z|[+-]\d\d:?\d\d))?$/i, '')
  const parts = text.split(/[\s./,-]+/).filter(Boolean)
  if (parts.length !== 3)
    return /^\d{8}$/.test(text) ? everywhere(dayOf(text.slice(0, 4), text.slice(4, 6), text.slice(6))) : {}
  const [a, b, c] = parts as [string, string, string]
  const named = parts.findIndex((part) => /^\p{L}{3,}$/u.test(part))
  if (named >= 0) {
    const month = String(monthOf(parts[named]!))
    const [first, last] = parts.filter((_, index) => index !== named) as [string, string]
    return everywhere(first.length === 4 ? dayOf(first, month, last) : dayOf(last, month, first))
  }
  if (a.length === 4) return everywhere(dayOf(a, b, c))
  const readings = { dmy: dayOf(c, b, a), mdy: dayOf(c, a, b), ...(c.length === 2 && { ymd: dayOf(a, b, c) }) }
  return Object.fromEntries(Object.entries(readings).filter(([, day]) => day))
}

const everywhere = (day: string | undefined) => (day ? { dmy: day, mdy: day, ymd: day } : {})

function monthOf(name: string): number {
  const start = name.toLowerCase().slice(0, 3)
  return otherMonths[start] ?? months.indexOf(start) + 1
}

/** Two digits mean a year from 1970 to 2069: a payment of 1998 is not scheduled for 2098. */
function dayOf(year: string, month: string, day: string): string | undefined {
  if (![year, month, day].every((part) => /^\d{1,4}$/.test(part))) return undefined
  const text = `${year.length === 2 ? (year < '70' ? `20${year}` : `19${year}`) : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return Day.safeParse(text).success ? text : undefined
}
