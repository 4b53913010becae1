// What a backup says about itself: a manifest at its beginning, and a summary at its end, by which it is verified.
import * as z from 'zod/mini'

export const manifestName = 'manifest.json'
export const summaryName = 'summary.json'
export const secretName = 'secret'
export const tablePrefix = 'tables/'
export const filePrefix = 'files/'

/** Version of the layout of the file. A release reads its own and earlier ones. */
export const format = 1

/** What every release can read of any backup. */
export const Format = z.object({ format: z.int() })

export const Manifest = z.extend(Format, {
  /** The release of Kabar that made it. */
  release: z.string(),
  /** The moment of its data. */
  at: z.iso.datetime(),
  /** The migrations that the database had run, in order. */
  migrations: z.array(z.string()),
  /** Columns of each table, in the order of the table's rows. */
  tables: z.record(z.string(), z.array(z.string())),
  /** Tells whether a secret is the one that its WhatsApp credentials are encrypted with. */
  secret_check: z.string(),
})
export type Manifest = z.output<typeof Manifest>

const Content = z.object({ bytes: z.int(), sha256: z.string() })

export const Summary = z.object({
  tables: z.record(z.string(), z.extend(Content, { rows: z.int() })),
  files: z.record(z.string(), Content),
})
export type Summary = z.output<typeof Summary>
