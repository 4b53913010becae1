// Values that are more than text: amounts, days and numbers, written in the language of whom they are for.
import { Drop } from 'liquidjs'
import { decimalsOf } from '../../contract/money.ts'
import type { TemplateAmount } from '../../contract/template-samples.ts'
import { Missing } from './missing.ts'
import { longDay, monthName, numberFormat, weekdayName } from './words.ts'

/** An amount over several currencies was compared with something other than nothing. */
export class Uncomparable extends Error {}

/** Becomes its text wherever text is wanted; compared, it is exact. */
abstract class Figure extends Drop {
  readonly locale: string

  constructor(locale: string) {
    super()
    this.locale = locale
  }

  protected abstract text(form?: string): string
  /** Below, at or above zero; undefined when the two cannot be compared, and then every comparison is false. */
  protected abstract against(other: unknown): readonly number[] | undefined

  /** What writing or comparing it costs, see budget.ts. */
  readonly steps: number = 3

  /** Kept: a list may say the same figure many times, and writing one takes 20 µs. */
  private readonly written = new Map<string | undefined, string>()

  override valueOf(): string {
    return this.as()
  }
  protected as(form?: string): string {
    const known = this.written.get(form)
    if (known !== undefined) return known
    const text = this.text(form)
    this.written.set(form, text)
    return text
  }
  equals(other: unknown) {
    return this.holds(other, (sign) => sign === 0, 'every')
  }
  gt(other: unknown) {
    return this.holds(other, (sign) => sign > 0, 'some')
  }
  geq(other: unknown) {
    return this.holds(other, (sign) => sign >= 0, 'every')
  }
  lt(other: unknown) {
    return this.holds(other, (sign) => sign < 0, 'some')
  }
  leq(other: unknown) {
    return this.holds(other, (sign) => sign <= 0, 'every')
  }

  private holds(other: unknown, test: (sign: number) => boolean, over: 'some' | 'every'): boolean {
    const signs = other instanceof Missing ? undefined : this.against(other)
    return signs?.[over](test) ?? false
  }
}

export { Figure }

/** Amounts that are not added up: one for each currency. A currency in which there is nothing is left out. */
export class MoneyFigure extends Figure {
  readonly lines: readonly TemplateAmount[]
  override readonly steps: number

  constructor(lines: readonly TemplateAmount[], locale: string) {
    super(locale)
    const some = lines.filter(({ amount }) => scaled(amount) !== 0n)
    this.lines = some.length > 0 ? some : lines
    this.steps = 6 * this.lines.length
  }

  withSymbol() {
    return this.as('symbol')
  }

  protected text(display: 'code' | 'symbol' = 'code') {
    return this.lines.map((line) => amountText(line, display, this.locale)).join(' + ')
  }

  protected against(other: unknown) {
    const value = other instanceof MoneyFigure ? undefined : scaled(other)
    if (value === 0n) return this.lines.map(({ amount }) => signOf(scaled(amount)!))
    const [mine, ...more] = this.lines
    const theirs = other instanceof MoneyFigure ? other.lines : []
    if (value === undefined && theirs.length === 0) return undefined
    if (more.length > 0 || theirs.length > 1 || (theirs[0] && theirs[0].currency !== mine!.currency))
      throw new Uncomparable('Amounts in different currencies cannot be compared, only with 0.')
    return [signOf(scaled(mine!.amount)! - (value ?? scaled(theirs[0]!.amount)!))]
  }
}

export class DayFigure extends Figure {
  readonly day: string

  constructor(day: string, locale: string) {
    super(locale)
    this.day = day
  }

  /** By a format of at most `longestFormat` characters. */
  inFormat(format: string) {
    return strftime(this.day, format, this.locale)
  }

  protected text() {
    return longDay(this.day, this.locale)
  }

  protected against(other: unknown) {
    const day = other instanceof DayFigure ? other.day : other
    return typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) ? [signOf(compare(this.day, day))] : undefined
  }
}

export class NumberFigure extends Figure {
  readonly number: string

  constructor(number: string, locale: string) {
    super(locale)
    this.number = number
  }

  asPercent() {
    return this.as('percent')
  }

  protected text(unit?: 'percent') {
    return numberFormat(this.locale, {
      ...(unit ? { style: 'unit', unit } : {}),
      maximumFractionDigits: 20,
    }).format(this.number as `${number}`)
  }

  protected against(other: unknown) {
    const value = scaled(other instanceof NumberFigure ? other.number : other)
    return value === undefined ? undefined : [signOf(scaled(this.number)! - value)]
  }
}

/** Whole amounts go without decimals, all others have those of their currency. The blank before the code is a plain one. */
function amountText({ amount, currency }: TemplateAmount, display: 'code' | 'symbol', locale: string) {
  const digits = /\.\d*[1-9]/.test(amount) ? decimalsOf(currency) : 0
  return numberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: display,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
    .formatToParts(amount as `${number}`)
    .map(({ type, value }) => (type === 'literal' ? value.replaceAll('\u00a0', ' ') : value))
    .join('')
}

// What `%` may stand before; a dash leaves the leading zero out.
const tokens: Readonly<Record<string, (day: string, locale: string) => string>> = {
  d: (day, locale) => digits(Number(day.slice(8)), locale, 2),
  '-d': (day, locale) => digits(Number(day.slice(8)), locale),
  e: (day, locale) => digits(Number(day.slice(8)), locale),
  m: (day, locale) => digits(Number(day.slice(5, 7)), locale, 2),
  '-m': (day, locale) => digits(Number(day.slice(5, 7)), locale),
  Y: (day, locale) => digits(Number(day.slice(0, 4)), locale),
  y: (day, locale) => digits(Number(day.slice(2, 4)), locale, 2),
  B: (day, locale) => monthName(day, locale, 'long'),
  b: (day, locale) => monthName(day, locale, 'short'),
  A: (day, locale) => weekdayName(day, locale, 'long'),
  a: (day, locale) => weekdayName(day, locale, 'short'),
  '%': () => '%',
}

export const longestFormat = 64
/** What writing a day in it costs: a name takes some 4 µs even where it is cached. */
export const formatSteps = (format: string): number => 2 * (format.split('%').length - 1)

/** What a format has that a day has not, such as `%H`. */
export const strangeTokens = (format: string): string[] =>
  [...format.matchAll(/%(-?[a-zA-Z]|%|.?)/g)].flatMap(([whole, token]) => (Object.hasOwn(tokens, token!) ? [] : whole))

const strftime = (day: string, format: string, locale: string) =>
  format.replace(/%(-?[a-zA-Z]|%)/g, (whole, token: string) =>
    Object.hasOwn(tokens, token) ? tokens[token]!(day, locale) : whole,
  )

const digits = (value: number, locale: string, minimumIntegerDigits = 1) =>
  numberFormat(locale, { useGrouping: false, minimumIntegerDigits }).format(value)

/** A decimal as a whole number of 10^-8; undefined for what is none. */
function scaled(value: unknown): bigint | undefined {
  const text = typeof value === 'number' && Math.abs(value) < 1e20 ? value.toFixed(8) : value
  const found = typeof text === 'string' ? /^(-?)(\d+)(?:\.(\d{1,8})0*)?$/.exec(text.trim()) : null
  if (!found) return undefined
  const units = BigInt(found[2]! + (found[3] ?? '').padEnd(8, '0'))
  return found[1] ? -units : units
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const signOf = (value: bigint | number) => (value > 0 ? 1 : value < 0 ? -1 : 0)
