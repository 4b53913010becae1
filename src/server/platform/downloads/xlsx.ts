// Streams a list as a spreadsheet (Office Open XML): constant memory for any length, and no number passes through a float.

import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import { ended } from './download-file.ts'

/** A decimal becomes a number if every spreadsheet keeps all its digits, otherwise a text. */
export type Cell = { text: string } | { decimal: string } | { day: string } | undefined

export async function* xlsx(
  sheet: string,
  head: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  let content: Readable | undefined
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error as Error))
  for (const [path, text] of Object.entries(frame(sheet))) zip.addBuffer(Buffer.from(text), path, { mtime: epoch })
  zip.addReadStreamLazy('xl/worksheets/sheet1.xml', { mtime: epoch }, (take) => {
    content = Readable.from(inPieces(worksheet(head, rows)), { objectMode: false })
    content.on('error', (error) => output.destroy(error))
    take(null, content)
  })
  zip.end()
  try {
    yield* output as AsyncIterable<Uint8Array>
  } finally {
    // Cancelled early: ends the source, too.
    await ended(content)
  }
}

// Fixed, so that the same list gives the same file.
const epoch = new Date(2000, 0, 1)
/** Digits of a decimal number that IEEE 754 preserves and Excel shows. */
const exactDigits = 15
/** Excel's limit. */
const maxRows = 1_048_576
const styles = { plain: 0, head: 1, decimal: 2, day: 3, text: 4 }

async function* worksheet(head: readonly string[], rows: AsyncIterable<readonly Cell[]>) {
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${head
    .map((_, index) => `<col min="${index + 1}" max="${index + 1}" width="20" customWidth="1"/>`)
    .join('')}</cols><sheetData>`
  let nth = 1
  yield row(
    nth,
    head.map((text) => ({ text })),
    styles.head,
  )
  for await (const cells of rows) {
    nth += 1
    if (nth > maxRows) throw new AppError('too_large', message('export.too_many_rows'))
    yield row(nth, cells)
  }
  yield '</sheetData></worksheet>'
}

function row(nth: number, cells: readonly Cell[], style = styles.plain) {
  return `<row r="${nth}">${cells.map((cell, index) => written(`${column(index)}${nth}`, cell, style)).join('')}</row>`
}

function written(at: string, cell: Cell, style: number): string {
  if (cell === undefined) return ''
  if ('text' in cell) return cell.text === '' ? '' : inline(at, cell.text, style)
  if ('day' in cell) return `<c r="${at}" s="${styles.day}"><v>${serialDay(cell.day)}</v></c>`
  const digits = cell.decimal.replace(/^-/, '').replace('.', '').replace(/^0+/, '')
  const significant = cell.decimal.includes('.') ? digits.replace(/0+$/, '') : digits
  // Zeros after the point are insignificant, but those before it are digits.
  const [whole = ''] = cell.decimal.replace(/^-/, '').split('.')
  if (significant.length > exactDigits || whole.length > exactDigits) return inline(at, cell.decimal, styles.text)
  return `<c r="${at}" s="${styles.decimal}"><v>${cell.decimal}</v></c>`
}

// Always text, so that a spreadsheet computes nothing.
const inline = (at: string, text: string, style: number) =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

function escaped(text: string) {
  return (
    text
      // A text that looks like the format's own escape sequence would be decoded.
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: not allowed in XML
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('\r', '_x000D_')
  )
}

function column(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : column(Math.floor(index / 26) - 1) + letter
}

/** Days since 30 December 1899, as in spreadsheets. */
const serialDay = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000) + 25_569

/** Batches rows into chunks: they are many and small, and one chunk each would be slow. */
async function* inPieces(texts: AsyncIterable<string>) {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < 64 * 1024) continue
    yield Buffer.from(piece)
    piece = ''
  }
  if (piece) yield Buffer.from(piece)
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheetml = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The fixed parts of a workbook with one sheet. */
function frame(sheet: string): Record<string, string> {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheetml}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheetml}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheetml}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(sheet).slice(0, 31)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    // In the order of `styles`: plain, bold, a decimal with as many places as it has, a day, a text.
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.00##"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  }
  return Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, declaration + text]))
}
