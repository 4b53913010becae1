// Writes CSV (RFC 4180) that is safe to open in a spreadsheet: no text is run as a formula.

/**
 * One line. Texts are unchanged, except that formulas get a leading `'`, which an import removes again. Numbers, times and booleans are written raw, lists and objects as JSON.
 */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map((cell) => quoted(escapeFormula(textOf(cell)))).join(',')}\r\n`
}

/** First in the file: without it Excel decodes UTF-8 as the system's old code page, and "é" becomes "Ã©". */
export const byteOrderMark = '\uFEFF'

// After characters that a program may skip, and after apostrophes, so that a text beginning with '= survives a round trip.
const skipped = `[ "'\\p{Zs}\\p{Cf}]*`
const sign = '[=+\\-@＝＋－＠]'
const computes = new RegExp(`^(?:'*[\\t\\r\\n\\0]|${skipped}${sign})`, 'u')
// Also the separators of locales that use a decimal comma: a semicolon in most of Europe and Indonesia. "- " begins a list item.
const innerCell = new RegExp(`([;\\t]|[\\r\\n](?!${skipped}- ))(?=${skipped}${sign})`, 'gu')
const innerMask = new RegExp(`([;\\t]|[\\r\\n](?!'${skipped}- ))'(?=${skipped}${sign})`, 'gu')
const mask = new RegExp(`^'(?=(?:'*[\\t\\r\\n\\0]|${skipped}${sign}))`, 'u')
/** Numbers and phone numbers are not escaped: they are no formulas, and other programs would keep the apostrophe. */
const isNumber = /^(-?\d+(\.\d+)?|\+\d{7,15})$/

export function escapeFormula(text: string): string {
  if (isNumber.test(text)) return text
  const inside = text.replace(innerCell, "$1'")
  return computes.test(text) ? `'${inside}` : inside
}

/** The inverse of `escapeFormula`. */
export function unescapeFormula(text: string): string {
  return text.replace(mask, '').replace(innerMask, '$1')
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}
