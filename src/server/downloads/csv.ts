// CSV as RFC 4180 has it, for people who open it in a spreadsheet: nothing in it is taken for a formula.

/**
 * One line. Texts stay as they are but for one thing: where a spreadsheet would compute, a `'` stands in front, which
 * an import takes away again. Numbers, times and true/false are written raw, lists and objects as JSON.
 */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map((cell) => quoted(harmless(textOf(cell)))).join(',')}\r\n`
}

/** First in the file: without it Excel reads UTF-8 as its system's old code page, and "é" as "Ã©". */
export const byteOrderMark = '\uFEFF'

// With the apostrophes before it, so that a text that begins with '= comes back as it was.
const computes = /^'*[=+\-@\t\r\n\0＝＋－＠]/
const isNumber = /^-?\d+(\.\d+)?$/

export function harmless(text: string): string {
  return computes.test(text) && !isNumber.test(text) ? `'${text}` : text
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}
