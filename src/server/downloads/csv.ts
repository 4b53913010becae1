// CSV as RFC 4180 has it, for people who open it in a spreadsheet: nothing in it is taken for a formula.

/**
 * One line. Texts stay as they are but for one thing: where a spreadsheet would compute, a `'` stands in front, which
 * an import takes away again. Numbers, times and true/false are written raw, lists and objects as JSON.
 */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map((cell) => quoted(escapeFormula(textOf(cell)))).join(',')}\r\n`
}

/** First in the file: without it Excel reads UTF-8 as its system's old code page, and "é" as "Ã©". */
export const byteOrderMark = '\uFEFF'

// Behind what a program may skip, and behind apostrophes, so that a text that begins with '= comes back as it was.
const skipped = `[ "'\\p{Zs}\\p{Cf}]*`
const sign = '[=+\\-@＝＋－＠]'
const computes = new RegExp(`^(?:'*[\\t\\r\\n\\0]|${skipped}${sign})`, 'u')
// Where a comma parts no cells, these do: a semicolon in most of Europe and Indonesia. "- " begins an item of a list.
const innerCell = new RegExp(`([;\\t]|[\\r\\n](?!${skipped}- ))(?=${skipped}${sign})`, 'gu')
const innerMask = new RegExp(`([;\\t]|[\\r\\n](?!'${skipped}- ))'(?=${skipped}${sign})`, 'gu')
const mask = new RegExp(`^'(?=(?:'*[\\t\\r\\n\\0]|${skipped}${sign}))`, 'u')
/** A number, or a phone's: it computes to itself, and other programs read the apostrophe as a part of it. */
const isNumber = /^(-?\d+(\.\d+)?|\+\d{7,15})$/

export function escapeFormula(text: string): string {
  if (isNumber.test(text)) return text
  const inside = text.replace(innerCell, "$1'")
  return computes.test(text) ? `'${inside}` : inside
}

/** The text as it was before `escapeFormula`. */
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
