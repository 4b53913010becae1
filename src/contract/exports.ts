// A list as a file, asked for as a download: what the list shows, in its order, with ids for the way back.
import * as z from 'zod/mini'

export const ExportFormat = z.enum(['csv', 'xlsx'])
export type ExportFormat = z.output<typeof ExportFormat>

/** One kind of download. `query` are the list's filters and order; without `columns` the file has all of them. */
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
      columns: z.optional(z.array(z.enum(columns as unknown as [C[number], ...C[number][]]))),
    }),
  })
}
