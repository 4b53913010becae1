// Search of records: every word must occur in their column `search`.
import { type RawBuilder, sql } from 'kysely'

export const words = (q = '') => q.split(/\s+/).filter((word) => word !== '')

/**
 * A condition. `record` is the table's alias; the word matches anywhere, ignoring case and accents. Not for a prepared
 * statement: its generic plan would fold the word for each row, and never adapt to the data.
 */
export const contains = (record: string, word: string) => isWithin(sql`${sql.ref(`${record}.search`)}`, word)

/** The same condition for a text that is not stored folded, so each row's text is folded while searching. */
export const occursIn = (text: RawBuilder<unknown>, word: string) => isWithin(sql`fold(${text})`, word)

function isWithin(folded: RawBuilder<unknown>, word: string): RawBuilder<unknown> {
  // Folding may make a wildcard (a full-width percent sign), so it comes before the escaping.
  const pattern = sql`'%' || regexp_replace(fold(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
  return sql`${folded} like ${pattern}`
}
