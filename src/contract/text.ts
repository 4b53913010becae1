// Invisible characters: whether a text is blank in spite of them, and which of them a name may not contain.

// Also blank letters: U+2800 of Braille; the Hangul fillers are ignorable. Joiners and marks between letters are text.
const onlyInvisible = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Z}\u2800]*$/u

/** Whether nothing of it is visible: a greeting with it would show "Dear ,". */
export const isBlank = (text: string) => onlyInvisible.test(text)

const overrides = /[\u202A-\u202E\u2066-\u2069]/g
/** Tag characters spell hidden words, but after a black flag they are the flag of a region. */
const tags = /(\u{1F3F4}[\u{E0020}-\u{E007E}]{1,6}\u{E007F})|[\u{E0000}-\u{E007F}]/gu

/** As one line without characters that reverse the text around it, hide words or break the line. */
export function plainLine(text: string): string {
  return text
    .replace(overrides, '')
    .replace(tags, '$1')
    .replace(/[\u2028\u2029]/g, ' ')
}
