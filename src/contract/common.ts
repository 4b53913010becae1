// Schemas shared by all features: ids, texts, days, pages.

import * as z from 'zod/mini'
import { issue } from './messages/issue.ts'
import { isBlank, plainLine } from './text.ts'

export const Id = z.uuid()
export const byId = z.object({ id: Id })
/** RFC 3339 in UTC: `2026-11-20T08:00:00.000Z`. */
export const Timestamp = z.string()

// Control characters and lone surrogates break logs and exports, and PostgreSQL refuses U+0000.
const unprintable = /[^\P{Cc}\t\n\r]/u
const printable = z.refine<string>((text) => text.isWellFormed() && !unprintable.test(text), {
  error: issue('field.not_storable'),
})
const nfc = z.overwrite<string>((text) => text.normalize('NFC'))
const blankIsEmpty = z.overwrite<string>((text) => (isBlank(text) ? '' : text))

/** A line of text: trimmed, NFC, one line, at most `max` characters; may be empty or invisible only if `min` is 0. */
export function line(max: number, min = 1) {
  return z.string().check(
    z.overwrite<string>(plainLine),
    z.trim(),
    nfc,
    printable,
    blankIsEmpty,
    z.refine<string>((text) => !/[\r\n]/.test(text), { error: issue('field.several_lines') }),
    z.minLength(min, { error: issue('field.required') }),
    z.maxLength(max, { error: issue('bounds.max_characters', { count: max }) }),
  )
}

/** A text that may contain line breaks. */
export function prose(max: number, min = 0) {
  return z
    .string()
    .check(
      nfc,
      printable,
      blankIsEmpty,
      z.minLength(min, { error: issue('field.required') }),
      z.maxLength(max, { error: issue('bounds.max_characters', { count: max }) }),
    )
}

/** A text that is compared with a stored one, or parsed separately: it is not normalized. */
export const asTyped = (max: number) => z.string().check(printable, z.maxLength(max))

export const Name = line(200)
// Letters of any script; the last label is not a number, or an IP address would pass for a name.
const label = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?/u.source
const address = new RegExp(`^[^\\s@"(),:;<>[\\\\\\]\\p{C}\\p{Z}]+@(?:${label}\\.)+(?!\\p{N}+$)(?=.{2})${label}$`, 'u')
/** Invisible characters come along when an address is copied: with them it would be a different address. */
export const Email = z.string().check(
  z.overwrite<string>((text) => text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')),
  z.trim(),
  z.maxLength(254),
  z.regex(address, { error: issue('field.not_email') }),
)
/** BCP 47: `id`, `pt-BR`. */
export const Locale = z
  .string()
  .check(z.maxLength(35), z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, { error: issue('field.not_language') }))
/** A formatted phone number, grouped as in its country: `+62 812 5550 1001`. Null if there is none. */
export const PhoneText = z.nullable(z.string())
/** ISO 3166-1 alpha-2, upper case. */
export const Country = z.string().check(z.regex(/^[A-Z]{2}$/, { error: issue('field.not_country') }))

/** A calendar day, 1900 to 2199: `2026-11-21`. */
export const Day = z.string().check(
  z.refine<string>((text) => /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && isDay(text), {
    error: issue('field.not_date'),
  }),
)

/** An ISO 8601 timestamp in UTC. PostgreSQL has no year 0, and allows years BC that no page can show. */
export const Moment = z.iso
  .datetime()
  .check(z.refine<string>((at) => at >= '1900', { error: issue('field.before_1900') }))

function isDay(text: string) {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** A filter by presence. */
export const YesNo = z.enum(['true', 'false'])

/** A whole number in a query string: digits only, so `1e309`, `5.5` and ` 5` are rejected. */
export function wholeNumber(min: number, max: number) {
  return z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,9}$/, { error: issue('field.not_whole_number') }))]),
    z.pipe(z.transform(Number), z.int().check(z.gte(min), z.lte(max))),
  )
}

/** Several values of one filter in a query string, separated by commas: any of them matches. */
export function severalOf<S extends z.ZodMiniType<string, string>>(item: S, most = 50) {
  const parts = z.transform((text: string) => text.split(','))
  return z.pipe(
    z.union([z.array(z.string()), z.pipe(z.string(), parts)]),
    z.array(item).check(z.minLength(1), z.maxLength(most, { error: issue('bounds.max_values', { count: most }) })),
  )
}

/** The query of a list: page, order and search. `fields` are the sortable ones. */
export function listQuery<const F extends readonly [string, ...string[]]>(fields: F) {
  const orders = fields.flatMap((field) => [field, `-${field}`]) as (F[number] | `-${F[number]}`)[]
  return {
    page: z.optional(wholeNumber(1, 1_000_000)),
    per_page: z.optional(wholeNumber(1, 200)),
    sort: z.optional(z.enum(orders as [F[number], ...(F[number] | `-${F[number]}`)[]])),
    q: z.optional(z.string().check(z.trim(), z.maxLength(200), printable)),
  }
}

export const Pagination = z.object({
  page: z.int(),
  per_page: z.int(),
  total: z.int(),
  total_pages: z.int(),
})
export type Pagination = z.output<typeof Pagination>

/** The response of a list. */
export function pageOf<S extends z.ZodMiniType>(item: S) {
  return z.object({ data: z.array(item), pagination: Pagination })
}

/** Pagination, for both server and web app. */
export function pagination(query: { page?: number; per_page?: number }, total: number): Pagination {
  const per_page = query.per_page ?? 20
  return { page: query.page ?? 1, per_page, total, total_pages: Math.ceil(total / per_page) }
}
