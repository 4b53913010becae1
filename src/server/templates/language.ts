// The Liquid a template may use: its tags and filters, and what a variable without value does to the message.
import {
  Context,
  defaultOperators,
  type FilterImplOptions,
  filters,
  Liquid,
  type Operators,
  type Template,
} from 'liquidjs'
import { templateFilters } from '../../contract/template-language.ts'
import { isBlank } from '../../contract/text.ts'
import { type Budget, comparisonSteps, filterSteps, writingSteps } from './budget.ts'
import { DayFigure, Figure, formatSteps, longestFormat, MoneyFigure, NumberFigure } from './figures.ts'
import { Missing } from './missing.ts'

export const tagNames = ['assign', 'break', 'capture', 'case', 'comment', 'continue', 'for', 'if', 'unless', '#']
export const filterNames = templateFilters.map(({ name }) => name)

/** WhatsApp takes no longer text. */
export const longest = 65_536

/** What one rendering found out, carried in its scope under a key that no template can name. */
export const findings = Symbol('findings')
export interface Findings {
  /** Variables without a value that would have been written. */
  missing: Set<string>
  /** An expression came out as nothing at all. */
  nothing: boolean
  /** Characters that values may still take. */
  room: number
  budget: Budget
}

/** The message is longer than WhatsApp takes. */
export class TooLong extends Error {}
/** A text that a value was put into is no date format. */
export class FormatTooLong extends Error {}

const findingsOf = (context: Context) => (context.environments as { [findings]: Findings })[findings]

type Filter = (this: { context: Context }, value: unknown, ...args: unknown[]) => unknown

// Words in place of a figure, as `default` puts them there, pass through.
const figureFilters: Record<string, Filter> = {
  money: (value, display) =>
    value instanceof MoneyFigure ? (display === 'symbol' ? value.withSymbol() : value.valueOf()) : value,
  date(value, format) {
    if (!(value instanceof DayFigure)) return value
    if (typeof format !== 'string') return value.valueOf()
    if (format.length > longestFormat) throw new FormatTooLong(formatTooLong)
    findingsOf(this.context).budget.use(formatSteps(format))
    return value.inFormat(format)
  },
  percent: (value) => (value instanceof NumberFigure ? value.asPercent() : value),
  number: (value) => (value instanceof NumberFigure ? value.valueOf() : value),
}
/** V8 takes 0.2 s to search 60,000 characters for 5,000 that were chosen to be slow. */
const searching = new Set(['split', 'replace', 'remove', 'contains'])

export const formatTooLong = `The format of a date may have at most ${longestFormat} characters.`

/** The operators of Liquid, each paid for before it compares. */
const operators: Operators = Object.fromEntries(
  Object.entries(defaultOperators).map(([name, compare]) => {
    const searches = searching.has(name)
    const paid = (left: unknown, right: unknown, context?: Context) => {
      // `not` has one side, and then the context.
      const found = findingsOf(context ?? (right as Context))
      found.budget.use(comparisonSteps(left, context ? right : undefined, searches))
      return (compare as (...sides: unknown[]) => unknown)(left, right, context)
    }
    return [name, name === 'not' ? (value: unknown, context: Context) => paid(value, context) : paid]
  }),
) as Operators

// Work is bounded by counting, never by the clock: see budget.ts.
export const liquid = new Liquid({
  strictVariables: true,
  strictFilters: true,
  lenientIf: true,
  ownPropertyOnly: true,
  relativeReference: false,
  dynamicPartials: false,
  templates: {},
  parseLimit: 25_000,
  operators,
  outputEscape: write,
})

/** Throws what ends the rendering early; everything in it is paid for from the budget of `scope[findings]`. */
export function renderPaid(templates: Template[], scope: { [findings]: Findings }): string {
  const { budget } = scope[findings]
  // Liquid asks the one before each tag, output and text, and the other before it makes a list or a text.
  const limits = {
    renderLimit: { check: () => budget.use(1) },
    memoryLimit: { use: (count: number) => budget.use(count / 128) },
  } as unknown as Pick<Context, 'renderLimit' | 'memoryLimit'>
  return liquid.renderSync(templates, new Context(scope, liquid.options, { sync: true }, { ...limits, liquid }))
}

for (const name of Object.keys(liquid.tags)) if (!tagNames.includes(name)) delete liquid.tags[name]
for (const name of Object.keys(liquid.filters)) if (!filterNames.includes(name)) delete liquid.filters[name]
for (const name of filterNames)
  liquid.registerFilter(
    name,
    passingMissing(
      name,
      (figureFilters as Record<string, FilterImplOptions>)[name] ??
        (filters as Record<string, FilterImplOptions>)[name]!,
    ),
  )

/** A filter that hands a missing value on, as its input or an argument; `default` puts another in its place. */
function passingMissing(name: string, filter: FilterImplOptions): FilterImplOptions {
  const standard = typeof filter === 'function' ? filter : filter.handler
  const searches = searching.has(name)
  return function (value: unknown, ...args: unknown[]) {
    findingsOf(this.context).budget.use(filterSteps(value, args, searches))
    if (name === 'default') {
      // A figure stays one, so that it can still be written in another way.
      if (value instanceof Figure) return value
      return value instanceof Missing ? args[0] : standard.call(this, value, ...args)
    }
    const missing = [value, ...args].find((part) => part instanceof Missing)
    return missing ?? standard.call(this, value, ...args)
  }
}

/** Every `{{ … }}` passes here as the last step, before its value becomes text. */
function write(this: { context: Context }, value: unknown): string {
  const found = findingsOf(this.context)
  if (value instanceof Missing) {
    found.missing.add(value.path)
    return ''
  }
  found.budget.use(writingSteps(value))
  if (value instanceof Figure) return roomFor(found, value.valueOf())
  if (value === null || value === undefined || (typeof value === 'object' && !Array.isArray(value))) {
    found.nothing = true
    return ''
  }
  const text = Array.isArray(value) ? value.join('') : String(value)
  // A part of a name that nobody sees, as `split` may leave it. A space is a space.
  if (text.trim() !== '' && isBlank(text)) found.nothing = true
  return roomFor(found, text)
}

function roomFor(found: Findings, text: string): string {
  found.room -= text.length
  if (found.room < 0) throw new TooLong('The message is too long.')
  return text
}
