// How records are searched: every word must be somewhere in their column `search`.
import { type RawBuilder, sql } from 'kysely'

export const words = (q = '') => q.split(/\s+/).filter((word) => word !== '')

/**
 * Whether a list is looked through for a few words and nothing else, as it mostly is: then its statement is planned once.
 * Of a word without three letters in a row the index knows nothing, and another plan is better.
 */
export function isSearchAlone({ q, ...others }: { q?: string | undefined }): boolean {
  const all = words(q)
  const isFew = all.length > 0 && all.length < 4
  return isFew && all.every(isIndexed) && Object.values(others).every((value) => value === undefined)
}
const isIndexed = (word: string) => /[\p{L}\p{N}]{3}/u.test(word)

/**
 * A condition. `record` is the table's alias in the query; the word is found anywhere, without case and accents. In a
 * statement that is planned once the pattern has to be made `once`: it would else be made for each row that the index finds.
 */
export function contains(record: string, word: string, once = false): RawBuilder<unknown> {
  // Folding may make a wildcard (a full-width percent sign), so it comes before the escaping.
  const pattern = sql`'%' || regexp_replace(fold(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
  return sql`${sql.ref(`${record}.search`)} like ${once ? sql`(select ${pattern})` : pattern}`
}
