// What strangers wrote, as PostgreSQL can keep it: well-formed, without NUL, and no longer than a bound.
import { plainLine } from '../../contract/text.ts'

/** `most`: in UTF-16 units, which are never fewer than the characters that PostgreSQL counts. */
export function storableText(text: string, most: number): string {
  const cut = text.replaceAll('\0', '').slice(0, most)
  // Half of a pair at the end was whole before the cut.
  return (cut.length === most ? cut.replace(/[\uD800-\uDBFF]$/, '') : cut).toWellFormed()
}

/** What somebody or something is called: in one line, and nothing in it turns the text around it. */
export const keepableName = (name: string, most: number): string =>
  storableText(
    plainLine(name)
      .replace(/\p{Cc}+/gu, ' ')
      .trim(),
    most,
  )
