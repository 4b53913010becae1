// Amounts, days and numbers that keep their exact value and are formatted in the recipient's language.

import { Drop } from 'liquidjs'
import { decimalsOf } from '../../../contract/money.ts'
import type { TemplateAmount } from '../../../contract/template-samples.ts'
import { Missing, Unordered } from './missing.ts'
import { longDay, monthName, numberFormat, weekdayName, yesNoWord } from './words.ts'

/** An amount in several currencies was compared with something other than empty. */
export class Uncomparable extends Error {}

/** Formats itself when converted to text; comparisons use the exact value. */
abstract class Figure extends Drop {
  readonly locale: string

  constructor(locale: string) {
    super()
    this.locale = locale
  }

  protected abstract text(form?: string): string
  /** Sign of the comparison; undefined if the two cannot be compared, which makes every comparison false. */
  protected abstract against(other: unknown): readonly number[] | undefined

  /** Cost of formatting or comparing it, see budget.ts. */
  readonly steps: number = 3

  /** Cached: a list may repeat a figure many times, and formatting takes 20 µs. */
  private readonly written = new Map<string | undefined, string>()

  override valueOf(): string {
    return this.as()
  }
  protected as(form?: string): string {
    const cached = this.written.get(form)
    if (cached !== undefined) return cached
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

/** Amounts that are not added up, one per currency. Currencies without an amount are omitted. */
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
      throw new Uncomparable()
    return [signOf(scaled(mine!.amount)! - (value ?? scaled(theirs[0]!.amount)!))]
  }
}

export class DayFigure extends Figure {
  readonly day: string

  constructor(day: string, locale: string) {
    super(locale)
    this.day = day
  }

  /** With a format of at most `longestFormat` characters. */
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

/** Value of a yes-or-no field: true or false in a condition, a word in a message. */
export class YesNo extends Unordered {
  readonly yes: boolean
  readonly word: string

  constructor(yes: boolean, locale: string) {
    super()
    this.yes = yes
    this.word = yesNoWord(yes, locale)
  }

  override valueOf() {
    return this.yes
  }
  equals(other: unknown) {
    return other === this.yes || other === this.word
  }
}

/** Whole amounts have no decimals; others have all decimals of the currency. The space before the code is a plain one. */
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

// Characters allowed after `%`; a dash removes the leading zero.
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
/** Cost of formatting a day: a name takes about 4 µs even if cached. */
export const formatSteps = (format: string): number => 2 * (format.split('%').length - 1)

/** Format directives that a day does not support, such as `%H`. */
export const strangeTokens = (format: string): string[] =>
  [...format.matchAll(/%(-?[a-zA-Z]|%|.?)/g)].flatMap(([whole, token]) => (Object.hasOwn(tokens, token!) ? [] : whole))

const strftime = (day: string, format: string, locale: string) =>
  format.replace(/%(-?[a-zA-Z]|%)/g, (whole, token: string) =>
    Object.hasOwn(tokens, token) ? tokens[token]!(day, locale) : whole,
  )

const digits = (value: number, locale: string, minimumIntegerDigits = 1) =>
  numberFormat(locale, { useGrouping: false, minimumIntegerDigits }).format(value)

/** A decimal as an integer of 10^-8; undefined if it is not a decimal. */
function scaled(value: unknown): bigint | undefined {
  const text = typeof value === 'number' && Math.abs(value) < 1e20 ? value.toFixed(8) : value
  const found = typeof text === 'string' ? /^(-?)(\d+)(?:\.(\d{1,8})0*)?$/.exec(text.trim()) : null
  if (!found) return undefined
  const units = BigInt(found[2]! + (found[3] ?? '').padEnd(8, '0'))
  return found[1] ? -units : units
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const signOf = (value: bigint | number) => (value > 0 ? 1 : value < 0 ? -1 : 0)
