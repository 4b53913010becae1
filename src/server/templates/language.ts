// The Liquid a template may use: its tags and filters, and what a variable without value does to the message.
import { type Context, type FilterImplOptions, filters, Liquid } from 'liquidjs'
import { templateFilters } from '../../contract/template-language.ts'
import { DayFigure, Figure, MoneyFigure, NumberFigure } from './figures.ts'
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
}

// Words in place of a figure, as `default` puts them there, pass through.
const figureFilters: Record<string, FilterImplOptions> = {
  money: (value: unknown, display?: unknown) =>
    value instanceof MoneyFigure ? (display === 'symbol' ? value.text('symbol') : value.valueOf()) : value,
  date: (value: unknown, format?: unknown) =>
    value instanceof DayFigure ? value.text(typeof format === 'string' ? format : undefined) : value,
  percent: (value: unknown) => (value instanceof NumberFigure ? value.text('percent') : value),
  number: (value: unknown) => (value instanceof NumberFigure ? value.valueOf() : value),
}

// Work is bounded by counting, never by the clock: a busy machine must not fail a good message.
export const liquid = new Liquid({
  strictVariables: true,
  strictFilters: true,
  lenientIf: true,
  ownPropertyOnly: true,
  relativeReference: false,
  dynamicPartials: false,
  templates: {},
  parseLimit: 25_000,
  memoryLimit: 500_000,
  outputEscape: write,
})
for (const name of Object.keys(liquid.tags)) if (!tagNames.includes(name)) delete liquid.tags[name]
for (const name of Object.keys(liquid.filters)) if (!filterNames.includes(name)) delete liquid.filters[name]
for (const name of filterNames)
  liquid.registerFilter(
    name,
    passingMissing(name, figureFilters[name] ?? (filters as Record<string, FilterImplOptions>)[name]!),
  )

/** A filter that hands a missing value on, as its input or an argument; `default` puts another in its place. */
function passingMissing(name: string, filter: FilterImplOptions): FilterImplOptions {
  const standard = typeof filter === 'function' ? filter : filter.handler
  return function (value: unknown, ...args: unknown[]) {
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
  const found = (this.context.environments as { [findings]: Findings })[findings]
  if (value instanceof Missing) {
    found.missing.add(value.path)
    return ''
  }
  if (value instanceof Figure) return roomFor(found, value.valueOf())
  if (value === null || value === undefined || (typeof value === 'object' && !Array.isArray(value))) {
    found.nothing = true
    return ''
  }
  return roomFor(found, Array.isArray(value) ? value.join('') : String(value))
}

function roomFor(found: Findings, text: string): string {
  found.room -= text.length
  return found.room < 0 ? '' : text
}
