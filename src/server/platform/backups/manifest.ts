// What a backup says about itself: a manifest at its beginning, and a summary at its end to verify it.
import * as z from 'zod/mini'

export const manifestName = 'manifest.json'
export const summaryName = 'summary.json'
export const secretName = 'secret'
export const tablePrefix = 'tables/'
export const filePrefix = 'files/'

/** Version of the file's layout. A release reads its own version and earlier ones. */
export const format = 1

/** The part of the manifest that every release can read. */
export const Format = z.object({ format: z.int() })

export const Manifest = z.extend(Format, {
  /** The version of Kabar that made the backup. */
  release: z.string(),
  /** The moment of the snapshot. */
  at: z.iso.datetime(),
  /** The migrations that had run, in order. */
  migrations: z.array(z.string()),
  /** The columns of each table, in the order of the stored rows. */
  tables: z.record(z.string(), z.array(z.string())),
  /** Tells whether a secret is the one that encrypted the WhatsApp credentials. */
  secret_check: z.string(),
})
export type Manifest = z.output<typeof Manifest>

const Content = z.object({ bytes: z.int(), sha256: z.string() })

export const Summary = z.object({
  tables: z.record(z.string(), z.extend(Content, { rows: z.int() })),
  files: z.record(z.string(), Content),
})
export type Summary = z.output<typeof Summary>
