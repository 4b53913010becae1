// Sanitizes foreign text for PostgreSQL: well-formed Unicode, no NUL, bounded length.
import { plainLine } from '../../../contract/text.ts'

/** `most` is in UTF-16 units, which are never fewer than the characters PostgreSQL counts. */
export function storableText(text: string, most: number): string {
  const cut = text.replaceAll('\0', '').slice(0, most)
  // The cut may have split a surrogate pair.
  return (cut.length === most ? cut.replace(/[\uD800-\uDBFF]$/, '') : cut).toWellFormed()
}

/** A name from outside: on one line, without characters that reverse the text around it. */
export const keepableName = (name: string, most: number): string =>
  storableText(
    plainLine(name)
      .replace(/\p{Cc}+/gu, ' ')
      .trim(),
    most,
  )
