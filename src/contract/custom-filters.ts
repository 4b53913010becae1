// Filters of a list by custom fields: one parameter, whose value is itself written like a query string.
import * as z from 'zod/mini'
import { asTyped, listQuery } from './common.ts'
import type { CustomType } from './custom-values.ts'
import { issue } from './messages/issue.ts'

/**
 * `tier=gold,silver&score.from=5`: `key` for choices, persons and yes or no (any of these), `key.has` for a part of a text or
 * link, `key.from` and `key.to` for numbers, days and amounts (in the base currency), `key.is` for `set` or `empty`.
 */
export const CustomFilter = asTyped(2_000)

/** The order by a custom field: `custom.tier`, `-custom.tier`. */
export type CustomSort = `custom.${string}` | `-custom.${string}`
export const CustomSort = z
  .string()
  .check(z.regex(/^-?custom\.[a-z][a-z0-9_]{0,39}$/, { error: issue('field.not_choice') })) as unknown as z.ZodMiniType<
  CustomSort,
  CustomSort
>

/** The query of a list that can also be sorted by a custom field. */
export function customListQuery<const F extends readonly [string, ...string[]]>(fields: F) {
  const { sort, ...query } = listQuery(fields)
  return { ...query, sort: z.optional(z.union([sort.def.innerType, CustomSort])) }
}

const operators = ['any', 'has', 'from', 'to', 'is'] as const
export type CustomOperator = (typeof operators)[number]

/** By name: `tier`, `score.from`. A part that is not written as the value of a query string is left out. */
export function customFilterParts(text = ''): Map<string, string> {
  const parts = new Map<string, string>()
  for (const part of text.split('&')) {
    const [, name = '', value = ''] = /^([a-z0-9_.]+)=(.*)$/s.exec(part) ?? []
    try {
      if (value) parts.set(name, decodeURIComponent(value.replaceAll('+', ' ')))
    } catch {
      // A percent sign without two digits.
    }
  }
  return parts
}

/** The inverse; undefined if there is no part. */
export function customFilterText(parts: ReadonlyMap<string, string>): string | undefined {
  const all = [...parts].filter(([, value]) => value !== '')
  if (all.length === 0) return undefined
  return all.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`).join('&')
}

/** The key of the field and the operator in the name of a part. */
export function customFilterName(name: string): { key: string; operator: CustomOperator } | undefined {
  const [key = '', operator = 'any', ...rest] = name.split('.')
  const known = operators.find((each) => each === operator)
  return known && rest.length === 0 ? { key, operator: known } : undefined
}

/** The operators of each type, besides `is`. */
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
