// Parses a sheet of an Excel workbook row by row while it is unpacked.
import { type Message, message } from '../../../contract/messages/message.ts'
import { type Archive, damaged, openArchive, tooLarge } from './archive.ts'
import { type SourceRow, unreadable } from './csv.ts'
import { maxColumns, maxMerges } from './limits.ts'
import { columnNumber, type Merge, mergeOf } from './merged.ts'
import { cellText, type Format, formatOfCode, formatOfId, unescaped } from './xlsx-values.ts'
import { type Attributes, readXml, readXmlBy } from './xml.ts'

const maxSheets = 500
/** Shared strings: three times as many as 100,000 rows of ten different cells have. */
const maxTexts = 3_000_000
const maxFormats = 100_000
const maxRow = 1_048_576
/** A spreadsheet cell has at most 32,767 characters. No field accepts as many. */
const maxText = 64 * 1024

export interface Workbook {
  /** Visible sheets, in order; all if none is visible. */
  sheets: string[]
  /** Null: the requested sheet does not exist. */
  sheet: string | null
  records(): AsyncGenerator<SourceRow>
  /** Merged blocks that span rows. They follow the rows in a sheet: complete only after all records were read. */
  merges: Merge[]
}

/** The first visible sheet, unless one is requested by name. */
export async function openWorkbook(file: Buffer, requestedSheet?: string): Promise<Workbook> {
  const archive = await openArchive(file)
  const other = others.find(([part]) => archive.names.some((name) => part.test(name)))
  if (other) throw unreadable(other[1])
  const [root] = [...(await links(archive, '_rels/.rels', '')).values()].filter(({ type }) => type === 'officeDocument')
  const path = root?.target ?? 'xl/workbook.xml'
  if (!archive.has('[Content_Types].xml') || !archive.has(path)) throw unreadable(message('file.is_zip'))
  const folder = path.replace(/[^/]*$/, '')
  const parts = await links(archive, `${folder}_rels/${path.slice(folder.length)}.rels`, folder)
  const { sheets: named, is1904, isUncalculated } = await readBook(archive, path)
  const all = named.filter(({ id }) => parts.get(id)?.type === 'worksheet' && archive.has(parts.get(id)!.target))
  const seen = all.filter(({ isHidden }) => !isHidden)
  const sheets = (seen.length > 0 ? seen : all).map(({ name }) => name)
  if (sheets.length === 0) throw damaged()
  const sheet = requestedSheet === undefined ? sheets[0]! : sheets.includes(requestedSheet) ? requestedSheet : null
  const partOf = (type: string) => [...parts.values()].find((part) => part.type === type)?.target ?? ''
  const merges: Merge[] = []
  return {
    sheets,
    sheet,
    merges,
    async *records() {
      const chosen = (seen.length > 0 ? seen : all).find(({ name }) => name === sheet)
      if (!chosen) return
      const texts = await readTexts(archive, partOf('sharedStrings'))
      const formats = await readFormats(archive, partOf('styles'))
      yield* rowsOf(archive, parts.get(chosen.id)!.target, { texts, formats, is1904, isUncalculated, merges })
    },
  }
}

const others: [part: RegExp, detail: Message][] = [
  [/^xl\/workbook\.bin$/, message('file.is_xlsb')],
  [/^content\.xml$/, message('file.is_ods')],
  [/^Index(\/.*\.iwa|\.zip)$/, message('file.is_numbers')],
  [/^word\/document\.xml$/, message('file.is_word')],
]

/** Relationships by id: the type of each part and its path in the archive. */
async function links(archive: Archive, path: string, folder: string) {
  const found = new Map<string, { type: string; target: string }>()
  await readXml(archive.read(path), {
    open: (tag, attributes) => {
      if (tag !== 'Relationship') return
      if (found.size > maxSheets * 4) throw tooLarge()
      found.set(attributes.Id ?? '', {
        type: attributes.Type?.replace(/^.*\//s, '') ?? '',
        target: placeOf(folder, attributes.Target ?? ''),
      })
    },
  })
  return found
}

function placeOf(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const place = folder.split('/').slice(0, -1)
  for (const step of target.replaceAll('\\', '/').split('/').slice(0, 100)) {
    if (step === '..') place.pop()
    else if (step !== '.' && step !== '') place.push(step)
  }
  return place.join('/')
}

/** `r:id`, with any prefix for its namespace. */
const linkId = (attributes: Attributes) => Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''

async function readBook(archive: Archive, path: string) {
  const sheets: { id: string; name: string; isHidden: boolean }[] = []
  let [is1904, isUncalculated] = [false, false]
  await readXml(archive.read(path), {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (tag === 'calcPr') isUncalculated = /^(1|true)$/.test(attributes.fullCalcOnLoad ?? '')
      if (tag !== 'sheet') return
      if (sheets.length >= maxSheets) throw tooLarge()
      sheets.push({
        id: linkId(attributes),
        // Cleaned for storage.
        name: (attributes.name ?? '').slice(0, 100).toWellFormed().replaceAll('\0', ' '),
        isHidden: (attributes.state ?? 'visible') !== 'visible',
      })
    },
  })
  return { sheets: sheets.filter((sheet) => sheet.name !== ''), is1904, isUncalculated }
}

/** Shared strings, which cells refer to by index. Phonetic hints are skipped. */
async function readTexts(archive: Archive, path: string): Promise<string[]> {
  const texts: string[] = []
  const text = newText()
  await readXml(archive.read(path), {
    open: (tag) => {
      if (tag === 'si') text.begin()
      text.open(tag)
    },
    close: (tag) => {
      text.close(tag)
      if (tag !== 'si') return
      if (texts.length >= maxTexts) throw tooLarge()
      texts.push(text.end())
    },
    text: (part) => text.add(part),
  })
  return texts
}

/** Collects the text of `t` elements; one text may have several. */
function newText() {
  let [whole, isIn, isSpoken] = ['', false, false]
  return {
    begin: () => {
      ;[whole, isIn, isSpoken] = ['', false, false]
    },
    open: (tag: string) => {
      if (tag === 'rPh') isSpoken = true
      if (tag === 't') isIn = !isSpoken
    },
    close: (tag: string) => {
      if (tag === 'rPh') isSpoken = false
      if (tag === 't') isIn = false
    },
    add: (part: string) => {
      if (isIn && whole.length < maxText) whole += part
    },
    end: () => unescaped(whole.slice(0, maxText)),
  }
}

/** The format of each cell style. */
async function readFormats(archive: Archive, path: string): Promise<Format[]> {
  const codes = new Map<number, Format>()
  const formats: number[] = []
  let isIn = false
  await readXml(archive.read(path), {
    open: (tag, attributes) => {
      if (tag === 'cellXfs') isIn = true
      if (codes.size + formats.length > maxFormats) throw tooLarge()
      if (tag === 'numFmt') codes.set(Number(attributes.numFmtId), formatOfCode(attributes.formatCode ?? ''))
      if (tag === 'xf' && isIn) formats.push(Number(attributes.numFmtId ?? 0))
    },
    close: (tag) => {
      if (tag === 'cellXfs') isIn = false
    },
  })
  return formats.map((format) => codes.get(format) ?? formatOfId(format))
}

interface WorkbookFormats {
  texts: string[]
  formats: Format[]
  is1904: boolean
  /** Formulas are computed when the file is opened. Some programs write 0 as their result until then. */
  isUncalculated: boolean
  /** Filled while the sheet is read. */
  merges: Merge[]
}

/** Rows that are not empty. */
async function* rowsOf(archive: Archive, path: string, book: WorkbookFormats): AsyncGenerator<SourceRow> {
  const ready: SourceRow[] = []
  const text = newText()
  let row: SourceRow = { line: 0, cells: [] }
  let cell:
    | { column: number; type: string; style: number; value: string; isIn: boolean; isFormula: boolean }
    | undefined
  let column = 0
  let isRow = false
  const reader = {
    open: (tag: string, { r: place, s: style = '-1', t: type = '', ref }: Attributes) => {
      if (tag === 'row') {
        row = { line: lineOf(place, row.line), cells: [] }
        column = 0
        isRow = true
      } else if (tag === 'c' && isRow) {
        column = columnOf(place) ?? column + 1
        cell = { column, type, style: Number(style), value: '', isIn: false, isFormula: false }
        text.begin()
      } else if (tag === 'v' && cell) cell.isIn = true
      else if (tag === 'f' && cell) cell.isFormula = true
      else if (tag === 'mergeCell') merged(ref)
      else text.open(tag)
    },
    text: (part: string) => {
      if (cell?.isIn) {
        if (cell.value.length < maxText) cell.value += part
      } else if (cell?.type === 'inlineStr') text.add(part)
    },
    close: (tag: string) => {
      if (tag === 'v' && cell) cell.isIn = false
      else if (tag === 'c' && cell) {
        const hasNoResult = isWithoutResult(cell)
        const written = hasNoResult ? '' : writtenIn(cell, text.end)
        if (hasNoResult) {
          put(row, cell.column, '')
          row.notes = [...(row.notes ?? []), { column: cell.column - 1, uncalculated: true }]
        } else if (written !== '') put(row, cell.column, written)
        cell = undefined
      } else if (tag === 'row' && isRow) {
        if (row.cells.length > 0) ready.push(row)
        isRow = false
      } else text.close(tag)
    },
  }
  const merged = (ref: string | undefined) => {
    const merge = mergeOf(ref)
    if (merge && book.merges.length >= maxMerges) throw tooLarge()
    if (merge) book.merges.push(merge)
  }
  /** An empty text (`str`) counts as a stored result. */
  const isWithoutResult = ({ isFormula, type, value }: NonNullable<typeof cell>) =>
    isFormula && ((value === '' && type !== 'str') || (book.isUncalculated && value === '0' && /^n?$/.test(type)))
  const writtenIn = (of: NonNullable<typeof cell>, inline: () => string) => {
    if (of.type === 's') return book.texts[Number(of.value || -1)] ?? ''
    if (of.type === 'inlineStr') return inline()
    if (of.type === 'str') return unescaped(of.value)
    return cellText(of.type, of.value.slice(0, maxText), book.formats[of.style] ?? 'plain', book.is1904)
  }
  for await (const _ of readXmlBy(archive.read(path), reader)) {
    yield* ready
    ready.length = 0
  }
}

function put({ line, cells }: SourceRow, column: number, text: string) {
  if (column > maxColumns) throw unreadable(message('import.too_many_columns', { row: line, max: maxColumns }))
  while (cells.length < column - 1) cells.push('')
  cells[column - 1] = text
}

/** Line number from 1, always increasing; rows without a number follow one another. */
function lineOf(written: string | undefined, before: number): number {
  const line = written === undefined ? before + 1 : Number(written)
  if (!Number.isInteger(line) || line <= before || line > maxRow) throw damaged()
  return line
}

/** `B7` is 2; undefined without letters. */
function columnOf(written: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,7}(?=\d)/i.exec(written ?? '') ?? []
  return letters ? columnNumber(letters) : undefined
}
