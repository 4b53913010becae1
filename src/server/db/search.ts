// How records are searched: every word must be somewhere in their column `search`.
import { type RawBuilder, sql } from 'kysely'

export const words = (q = '') => q.split(/\s+/).filter((word) => word !== '')

/** A condition. `record` is the table's alias in the query; the word is found anywhere, without case and accents. */
export function contains(record: string, word: string): RawBuilder<unknown> {
  // Folding may make a wildcard (a full-width percent sign), so it comes before the escaping.
  return sql`${sql.ref(`${record}.search`)} like '%' || regexp_replace(fold(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
}
