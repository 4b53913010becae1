// The subset of Liquid that templates may use, and what a variable without a value does to the message.

import {
  Context,
  defaultOperators,
  type FilterImplOptions,
  filters,
  Liquid,
  type Operators,
  type Template,
} from 'liquidjs'
import { message } from '../../../contract/messages/message.ts'
import { templateFilters } from '../../../contract/template-language.ts'
import { isBlank } from '../../../contract/text.ts'
import { type Budget, comparisonSteps, filterSteps, writingSteps } from './budget.ts'
import { DayFigure, Figure, formatSteps, longestFormat, MoneyFigure, NumberFigure, YesNo } from './figures.ts'
import { Missing } from './missing.ts'

export const tagNames = ['assign', 'break', 'capture', 'case', 'comment', 'continue', 'for', 'if', 'unless', '#']
export const filterNames = templateFilters.map(({ name }) => name)

/** Maximum length of a WhatsApp text. */
export const longest = 65_536

/** What a rendering found, stored in its scope under a key that templates cannot name. */
export const findings = Symbol('findings')
export interface Findings {
  /** Variables without a value that would have been written. */
  missing: Set<string>
  /** An expression evaluated to nothing. */
  nothing: boolean
  /** Characters left for values. */
  room: number
  budget: Budget
}

/** The message exceeds the maximum length of WhatsApp. */
export class TooLong extends Error {}
/** A date format is too long because a value was inserted into it. */
export class FormatTooLong extends Error {}

const findingsOf = (context: Context) => (context.environments as { [findings]: Findings })[findings]

type Filter = (this: { context: Context }, value: unknown, ...args: unknown[]) => unknown

// Text that replaced a figure, for example by `default`, passes through.
const figureFilters: Record<string, Filter> = {
  money: (value, display) =>
    value instanceof MoneyFigure ? (display === 'symbol' ? value.withSymbol() : value.valueOf()) : value,
  date(value, format) {
    if (!(value instanceof DayFigure)) return value
    if (typeof format !== 'string') return value.valueOf()
    if (format.length > longestFormat) throw new FormatTooLong()
    findingsOf(this.context).budget.use(formatSteps(format))
    return value.inFormat(format)
  },
  percent: (value) => (value instanceof NumberFigure ? value.asPercent() : value),
  number: (value) => (value instanceof NumberFigure ? value.valueOf() : value),
}
/** V8 takes 0.2 s to search 60,000 characters for a worst-case pattern of 5,000. */
const searching = new Set(['split', 'replace', 'remove', 'contains'])

export const formatTooLong = message('template.date_format_too_long', { count: longestFormat })

/** Operators of Liquid, charged to the budget before they compare. */
const operators: Operators = Object.fromEntries(
  Object.entries(defaultOperators).map(([name, compare]) => {
    const searches = searching.has(name)
    const paid = (left: unknown, right: unknown, context?: Context) => {
      // `not` has one operand, followed by the context.
      const found = findingsOf(context ?? (right as Context))
      found.budget.use(comparisonSteps(left, context ? right : undefined, searches))
      return (compare as (...sides: unknown[]) => unknown)(left, right, context)
    }
    return [name, name === 'not' ? (value: unknown, context: Context) => paid(value, context) : paid]
  }),
) as Operators

// Work is limited by counting steps, never by time: see budget.ts.
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

/** Throws to stop the rendering early; all work is charged to the budget of `scope[findings]`. */
export function renderPaid(templates: Template[], scope: { [findings]: Findings }): string {
  const { budget } = scope[findings]
  // Liquid checks `renderLimit` before each tag, output and text, and `memoryLimit` before it creates a list or a text.
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

/** A filter that passes on a missing input or argument; `default` replaces it. */
function passingMissing(name: string, filter: FilterImplOptions): FilterImplOptions {
  const standard = typeof filter === 'function' ? filter : filter.handler
  const searches = searching.has(name)
  return function (value: unknown, ...args: unknown[]) {
    findingsOf(this.context).budget.use(filterSteps(value, args, searches))
    if (name === 'default') {
      // A figure is kept as one, so that other filters can still format it.
      if (value instanceof Figure || value instanceof YesNo) return value
      return value instanceof Missing ? args[0] : standard.call(this, value, ...args)
    }
    const missing = [value, ...args].find((part) => part instanceof Missing)
    return missing ?? standard.call(this, value instanceof YesNo ? value.word : value, ...args)
  }
}

/** The last step of every `{{ … }}`, before its value becomes text. */
function write(this: { context: Context }, value: unknown): string {
  const found = findingsOf(this.context)
  if (value instanceof Missing) {
    found.missing.add(value.path)
    return ''
  }
  found.budget.use(writingSteps(value))
  if (value instanceof Figure) return roomFor(found, value.valueOf())
  if (value instanceof YesNo) return roomFor(found, value.word)
  if (value === null || value === undefined || (typeof value === 'object' && !Array.isArray(value))) {
    found.nothing = true
    return ''
  }
  const text = Array.isArray(value) ? value.join('') : String(value)
  // An invisible part of a name, as `split` may produce. A space counts as visible.
  if (text.trim() !== '' && isBlank(text)) found.nothing = true
  return roomFor(found, text)
}

function roomFor(found: Findings, text: string): string {
  found.room -= text.length
  if (found.room < 0) throw new TooLong()
  return text
}
