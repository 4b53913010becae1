// The Liquid a template may use: its tags and filters, and what a variable without value does to the message.
import { type Context, Drop, type FilterImplOptions, filters, Liquid } from 'liquidjs'

export const tagNames = ['assign', 'break', 'capture', 'case', 'comment', 'continue', 'for', 'if', 'unless', '#']
export const filterNames = [
  'append',
  'capitalize',
  'default',
  'downcase',
  'first',
  'last',
  'lstrip',
  'prepend',
  'remove',
  'replace',
  'rstrip',
  'split',
  'strip',
  'truncate',
  'upcase',
]

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

/** Stands for a variable without value: false in a condition, equal to nothing, and never written. */
export class Missing extends Drop {
  readonly path: string

  constructor(path: string) {
    super()
    this.path = path
  }

  override valueOf() {
    return null
  }
  equals(other: unknown) {
    return other === '' || other === null || other === undefined || (other instanceof Drop && !other.valueOf())
  }
  gt() {
    return false
  }
  geq() {
    return false
  }
  lt() {
    return false
  }
  leq() {
    return false
  }
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
for (const name of filterNames) liquid.registerFilter(name, passingMissing(name, filters[name]!))

/** A filter that hands a missing value on, as its input or an argument; `default` puts another in its place. */
function passingMissing(name: string, filter: FilterImplOptions): FilterImplOptions {
  const standard = typeof filter === 'function' ? filter : filter.handler
  return function (value: unknown, ...args: unknown[]) {
    if (name === 'default') return value instanceof Missing ? args[0] : standard.call(this, value, ...args)
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
  if (value === null || value === undefined || (typeof value === 'object' && !Array.isArray(value))) {
    found.nothing = true
    return ''
  }
  const text = Array.isArray(value) ? value.join('') : String(value)
  found.room -= text.length
  return found.room < 0 ? '' : text
}
