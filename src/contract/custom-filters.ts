// Filters of a list by custom fields: a single parameter whose value is written like a query string.
import * as z from 'zod/mini'
import { asTyped, listQuery } from './common.ts'
import type { CustomType } from './custom-values.ts'
import { issue } from './messages/issue.ts'

/**
 * Example: `tier=gold,silver&score.from=5`. `key`: any of these choices, persons, yes or no. `key.has`: part of a text or link.
 * `key.from`, `key.to`: range of numbers, days or amounts (in the base currency). `key.is`: `set` or `empty`.
 */
export const CustomFilter = asTyped(2_000)

/** Order by a custom field: `custom.tier`, or `-custom.tier` for descending. */
export type CustomSort = `custom.${string}` | `-custom.${string}`
export const CustomSort = z
  .string()
  .check(z.regex(/^-?custom\.[a-z][a-z0-9_]{0,39}$/, { error: issue('field.not_choice') })) as unknown as z.ZodMiniType<
  CustomSort,
  CustomSort
>

/** Query of a list that can also be sorted by a custom field. */
export function customListQuery<const F extends readonly [string, ...string[]]>(fields: F) {
  const { sort, ...query } = listQuery(fields)
  return { ...query, sort: z.optional(z.union([sort.def.innerType, CustomSort])) }
}

const operators = ['any', 'has', 'from', 'to', 'is'] as const
export type CustomOperator = (typeof operators)[number]

/** The parts by name, such as `tier` or `score.from`. Parts with invalid percent-encoding are left out. */
export function customFilterParts(text = ''): Map<string, string> {
  const parts = new Map<string, string>()
  for (const part of text.split('&')) {
    const [, name = '', value = ''] = /^([a-z0-9_.]+)=(.*)$/s.exec(part) ?? []
    try {
      if (value) parts.set(name, decodeURIComponent(value.replaceAll('+', ' ')))
    } catch {
      // A percent sign without two hexadecimal digits.
    }
  }
  return parts
}

/** The reverse of `customFilterParts`; undefined if there are no parts. */
export function customFilterText(parts: ReadonlyMap<string, string>): string | undefined {
  const all = [...parts].filter(([, value]) => value !== '')
  if (all.length === 0) return undefined
  return all.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`).join('&')
}

/** Splits the name of a part, such as `score.from`, into the key of the field and the operator. */
export function customFilterName(name: string): { key: string; operator: CustomOperator } | undefined {
  const [key = '', operator = 'any', ...rest] = name.split('.')
  const known = operators.find((each) => each === operator)
  return known && rest.length === 0 ? { key, operator: known } : undefined
}

/** The operators of each type; all types also have `is`. */
export const customOperators: Record<CustomType, readonly CustomOperator[]> = {
  text: ['has'],
  link: ['has'],
  number: ['from', 'to'],
  money: ['from', 'to'],
  date: ['from', 'to'],
  choice: ['any'],
  choices: ['any'],
  yes_no: ['any'],
  person: ['any'],
}
