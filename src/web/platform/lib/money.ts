// Money: parses and formats amounts, stored as a decimal text with a currency, never as a JavaScript number.
import { decimalText, moneyText, type NumberFormatOf } from '../../../contract/messages/amount.ts'
import { locale } from './format.ts'
import { numberFormat } from './formats.ts'

const formatOf: NumberFormatOf = (options) => numberFormat(locale(), options)

/** The full amount in the user's locale: see `moneyText`. */
export const money = (amount: string, currency: string, { exact = false } = {}): string =>
  moneyText(amount, currency, formatOf, exact)

/**
 * For tiles and axes: "$1.23M", "Rp 12,5 M"; in full below a thousand, or if the locale has no short form. Truncated,
 * never rounded up: IDR 9,999,999,999,999.99 would become ten trillion.
 */
export function compactMoney(amount: string, currency: string): string {
  const [, sign, first, rest] = /^(-?)0*(\d{0,3})(\d*)/.exec(amount)!
  if (!rest) return money(amount, currency)
  const options = { style: 'currency', currency, notation: 'compact', maximumSignificantDigits: 3 } as const
  // Truncated here: Intl in Firefox before 116 cannot.
  const parts = numberFormat(locale(), options).formatToParts(BigInt(sign + first! + rest.replace(/./g, '0')))
  const isShort = parts.some(({ type }) => type === 'compact')
  return isShort ? parts.map(({ value }) => value).join('') : money(amount, currency)
}

/** A decimal text with the locale's grouping and exactly its decimals. */
export const decimal = (amount: string, options: Intl.NumberFormatOptions = {}): string =>
  decimalText(amount, options, formatOf)

/** `16400.000000000000000` becomes 16400. */
export const withoutZeros = (amount: string) => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

export type MoneyFault = 'unreadable' | 'ambiguous' | 'too_precise' | 'too_large'

/**
 * Parses an amount as typed or pasted: `1.5m`, `10jt`, `2,5 lakh`, `Rp 12.500.000,50`, `١٢٣`. Returns all decimals of
 * the currency, like the server. `1.234` is read in the user's locale, and rejected where it is ambiguous.
 */
export function readMoney(
  typed: string,
  { currency, decimals }: { currency: string; decimals: number },
): { amount: string } | { fault: MoneyFault } {
  const found = /^([\d.,٫ ]+?) ?(\p{L}[\p{L}\p{M}]*)?\.?$/u.exec(withoutSymbol(plain(typed), currency))
  const power = found ? powerOf(found[2]) : undefined
  if (!found || power === undefined) return { fault: 'unreadable' }
  const read = readNumber(found[1]!.trim(), separators(currency))
  if (typeof read === 'string') return { fault: read }
  const digits = read.fraction.padEnd(power, '0')
  const whole = (read.whole + digits.slice(0, power)).replace(/^0+(?=\d)/, '') || '0'
  const fraction = digits.slice(power).replace(/0+$/, '')
  if (whole.length > 18) return { fault: 'too_large' }
  if (fraction.length > decimals) return { fault: 'too_precise' }
  return { amount: decimals > 0 ? `${whole}.${fraction.padEnd(decimals, '0')}` : whole }
}

/**
 * Normalizes characters: European digits, plain spaces, no bidi marks, no Arabic thousands separator. A superscript is
 * no digit and makes the text unreadable.
 */
function plain(typed: string) {
  return typed
    .replace(/\p{No}/gu, '?')
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(digitAt(digit.codePointAt(0)!)))
    .replace(/[\p{Cf}٬'’]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Unicode encodes decimal digits in contiguous runs of ten. */
function digitAt(digit: number) {
  let start = digit
  while (/^\p{Nd}$/u.test(String.fromCodePoint(start - 1))) start--
  return (digit - start) % 10
}

/** Removes this currency's code or symbol at either end; another currency makes the text unreadable. */
function withoutSymbol(text: string, currency: string) {
  for (const display of ['symbol', 'narrowSymbol', 'code'] as const) {
    const options = { style: 'currency', currency, currencyDisplay: display } as const
    const symbol = plain(new Intl.NumberFormat(locale(), options).formatToParts(0n).find(isSymbol)!.value)
    const [low, sign] = [text.toLowerCase(), symbol.toLowerCase()]
    // "Rp. 500" is not half a rupiah.
    if (low.startsWith(sign)) return text.slice(sign.length).replace(/\p{L}$/u.test(sign) ? /^\.? ?/ : /^ /, '')
    if (low.endsWith(sign)) return text.slice(0, -sign.length).trimEnd()
  }
  return text
}
const isSymbol = ({ type }: Intl.NumberFormatPart) => type === 'currency'

interface Separators {
  group: string
  decimal: string
}

function separators(currency: string): Separators {
  const options = { style: 'currency', currency, minimumFractionDigits: 2 } as const
  const parts = new Intl.NumberFormat(locale(), options).formatToParts(1234567n)
  const of = (name: string) => parts.find(({ type }) => type === name)?.value ?? ''
  // In locales with Arabic separators, European ones have their English meaning.
  return of('decimal') === '٫' ? { group: ',', decimal: '.' } : { group: of('group'), decimal: of('decimal') }
}

function readNumber(text: string, { group, decimal }: Separators): { whole: string; fraction: string } | MoneyFault {
  const signs = text.replace(/[\d ]/g, '')
  const last = signs.at(-1)
  if (!last || signs.slice(0, -1).includes(last)) return grouped(text, signs) ? parts(text) : 'unreadable'
  const at = text.lastIndexOf(last)
  const [before, after] = [text.slice(0, at), text.slice(at + 1)]
  if (/ /.test(after) || !/\d/.test(text)) return 'unreadable'
  const isOnly = signs.length === 1 && last !== '٫'
  if (isOnly && /^[1-9]\d{0,2}$/.test(before) && /^\d{3}$/.test(after)) {
    if (last === group) return parts(text)
    if (last !== decimal) return 'ambiguous'
  }
  // A thousands separator counts as decimal if it cannot be a thousands one: 12,5 and 0,125; but 12,5000 is a typo.
  if (isOnly && last === group && after.length > 2 && /[1-9]/.test(before)) return 'unreadable'
  if (before !== '' && !grouped(before, signs.slice(0, -1))) return 'unreadable'
  return parts(before, after)
}

/** Groups of thousands, or lakh and crore: 12,50,000. One separator throughout. */
function grouped(text: string, signs: string) {
  const sign = signs[0] ?? ' '
  if (sign === '٫' || [...signs].some((other) => other !== sign)) return false
  const [first, ...rest] = text.split(sign)
  if (/\D/.test(text.replaceAll(sign, ''))) return false
  if (rest.length === 0) return true
  const inThrees = rest.every(({ length }) => length === 3)
  const inTwos = rest.at(-1)!.length === 3 && rest.slice(0, -1).every(({ length }) => length === 2)
  return /^\d{1,3}$/.test(first!) && (inThrees || (inTwos && first!.length <= 2))
}

const parts = (whole: string, fraction = '') => ({ whole: whole.replace(/\D/g, ''), fraction })

/** Returns undefined for an unknown word. */
function powerOf(word = ''): number | undefined {
  if (word === '') return 0
  const name = word.toLowerCase()
  // "M" is miliar (10⁹) in Indonesia, in typed text and in Intl's output.
  if (name === 'm' && locale().startsWith('id')) return 9
  return powers.find(([, names]) => names.normalize('NFKC').split(',').includes(name))?.[0]
}

const powers: [power: number, names: string][] = [
  [3, 'k,rb,ribu,thousand,tsd,mil'],
  [5, 'l,lakh,lakhs,lac,lacs,लाख'],
  [6, 'm,mm,mn,mio,mi,million,jt,juta'],
  [7, 'cr,crore,crores,करोड़'],
  [9, 'b,bn,bi,billion,miliar,milyar,mrd,md'],
  [12, 't,tn,trillion,triliun'],
]
