// Exports of lists as downloads: the rows that the list shows, in its order, with ids for a reimport.
import * as z from 'zod/mini'
import { issue } from './messages/issue.ts'

export const ExportFormat = z.enum(['csv', 'xlsx'])
export type ExportFormat = z.output<typeof ExportFormat>

/** Column of a custom field, such as `custom.tier`. Money has a second column for the currency: `custom.fee.currency`. */
export type CustomColumn = `custom.${string}`
const CustomColumn = z
  .string()
  .check(z.regex(/^custom\.[a-z][a-z0-9_]{0,39}$/, { error: issue('field.not_choice') })) as unknown as z.ZodMiniType<
  CustomColumn,
  CustomColumn
>

/** One kind of download. `query`: filters and order of the list; without `columns` the file has all of them. */
export function listExport<
  const K extends string,
  Q extends z.ZodMiniType,
  const C extends readonly [string, ...string[]],
>(kind: K, query: Q, columns: C) {
  return z.strictObject({
    kind: z.literal(kind),
    input: z.strictObject({
      format: ExportFormat,
      query,
      columns: z.optional(z.array(z.union([z.enum(columns as unknown as [C[number], ...C[number][]]), CustomColumn]))),
    }),
  })
}

/** `header` is the field's name in the API, so that the file can be reimported. */
export interface TableColumn<Row> {
  header: string
  /** `decimal`: an amount or a count as text. `day`: `YYYY-MM-DD`. Everything else is text. */
  kind?: 'decimal' | 'day'
  value: (row: Row) => string | number | boolean | null | undefined
}

/** Several texts in one cell: `a, b`, and `"a, b", c` if one of them contains a comma. */
export const listText = (texts: readonly string[]) =>
  texts.map((text) => (/[,"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(', ')

/** The inverse of `listText`. `separators`: accepts others besides the comma. */
export const textsIn = (cell: string, separators = ','): string[] =>
  [...cell.matchAll(new RegExp(`\\s*(?:"((?:[^"]|"")*)"|([^${separators}]*))\\s*(?:[${separators}]|$)`, 'g'))]
    .map(([, quoted, plain]) => (quoted === undefined ? (plain ?? '').trim() : quoted.replaceAll('""', '"')))
    .filter(Boolean)
