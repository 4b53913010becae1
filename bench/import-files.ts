// Import files for benchmarks, with existing contacts, duplicate rows and invalid numbers.
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { firstNames, lastNames } from './seed.ts'

export interface BenchFile {
  kind: 'contacts' | 'investments'
  name: string
  content: Buffer
  rows: number
  /** The expected result of the import. */
  counts: { create: number; update: number; skip: number; error: number }
}
type Cell = string | number | Date

const contactHeader = ['Name', 'Mobile Phone', 'E-mail', 'Company', 'Job Title', 'Notes']
/** First phone numbers of seeded and of new contacts. */
const [knownNumbers, newNumbers] = [110_000_000, 210_000_000]

/** Of 100 rows, 89 are new, 7 update an existing contact, 3 are duplicates and one has an invalid number. */
export function contactRows(count: number) {
  const counts = { create: 0, update: 0, skip: 0, error: 0 }
  const rows = Array.from({ length: count }, (_, nth): string[] => {
    const name = `${firstNames[nth % 20]} ${lastNames[(nth * 7) % 14]} ${nth}`
    const company = `PT Maju Jaya ${nth % 997}`
    const person = [`person${nth}@example.com`, company, 'Direktur', nth % 5 ? '' : `Met at the demo day, ${nth}`]
    const place = nth % 100
    const action = place < 89 ? 'create' : place < 96 ? 'update' : place < 99 ? 'skip' : 'error'
    counts[action] += 1
    if (action === 'create') return [name, local(newNumbers + nth), ...person]
    if (action === 'update')
      return [name, local(knownNumbers + seededWithNumber(counts.update)), '', company, '', `Adds ${nth}`]
    if (action === 'skip') return [name, local(newNumbers + nth - 50), ...person]
    return [name, '9.62791E+11', ...person]
  })
  return { rows, counts }
}

/** Every twentieth seeded contact has no number. */
const seededWithNumber = (nth: number) => nth + Math.floor((nth - 1) / 19)

/** National notations of a number. */
function local(digits: number): string {
  const text = `8${digits}`
  return [`0${text}`, `+62 ${text.slice(0, 3)}-${text.slice(3, 7)}-${text.slice(7)}`, `62${text}`][digits % 3]!
}

/** Investments with a payment each; every fifth has a second row with a second payment. */
export function investmentRows(count: number) {
  const counts = { create: 0, update: 0, skip: 0, error: 0 }
  const rows: Cell[][] = []
  for (let nth = 1; nth <= count; nth++) {
    const investor = `IV-${String(1 + (nth % 2_000)).padStart(4, '0')}`
    const status = ['Committed', 'Partially funded', 'Funded'][nth % 3]!
    const own = [
      `B-${nth}`,
      investor,
      `Fund ${1 + (nth % 20)}`,
      status,
      ['Seed', 'Series A', 'Growth'][nth % 3]!,
      'IDR',
    ]
    rows.push([...own, 1_000_000_000 + nth, '2026-01-31', 250_000_000, '2026-02-15', `R-${nth}`])
    counts.create += 1
    if (nth % 5 > 0) continue
    rows.push([...own, 1_000_000_000 + nth, '2026-01-31', 100_000_000, '2026-03-15', `S-${nth}`])
    counts.update += 1
  }
  return { rows, counts }
}
const investmentHeader = [
  ...['Reference', 'Investor code', 'Offering', 'Status', 'Stage', 'Currency', 'Committed amount', 'Committed on'],
  ...['Funded amount', 'Funded on', 'Transaction reference'],
]

export function contactsCsv(count: number): BenchFile {
  const { rows, counts } = contactRows(count)
  return { kind: 'contacts', name: 'contacts.csv', content: csv([contactHeader, ...rows]), rows: rows.length, counts }
}

export async function contactsXlsx(count: number): Promise<BenchFile> {
  const { rows, counts } = contactRows(count)
  const content = await xlsx([contactHeader, ...rows])
  return { kind: 'contacts', name: 'contacts.xlsx', content, rows: rows.length, counts }
}

export function investmentsCsv(count: number): BenchFile {
  const { rows, counts } = investmentRows(count)
  const content = csv([investmentHeader, ...rows])
  return { kind: 'investments', name: 'investments.csv', content, rows: rows.length, counts }
}

const csv = (rows: Cell[][]) =>
  Buffer.from(`\ufeff${rows.map((cells) => cells.map((cell) => quoted(String(cell))).join(',')).join('\r\n')}\r\n`)
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** With shared strings, as Excel writes them. */
async function xlsx(rows: string[][]): Promise<Buffer> {
  const texts = new Map<string, number>()
  const shared = (text: string) => {
    const index = texts.get(text) ?? texts.size
    texts.set(text, index)
    return index
  }
  const line = (cells: string[], nth: number) =>
    `<row r="${nth + 1}">${cells.map((cell, at) => (cell === '' ? '' : `<c r="${'ABCDEF'[at]}${nth + 1}" t="s"><v>${shared(cell)}</v></c>`)).join('')}</row>`
  const lines = rows.map(line).join('')
  const office = 'http://schemas.openxmlformats.org'
  const main = `xmlns="${office}/spreadsheetml/2006/main"`
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/officeDocument/2006/relationships/${kind}" Target="${target}"/>`
  const relations = (...all: string[]) =>
    `<Relationships xmlns="${office}/package/2006/relationships">${all.join('')}</Relationships>`
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"/>`,
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation('r1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('r2', 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${lines}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst ${main}>${[...texts.keys()].map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
  }
  const zip = new ZipFile()
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
  return await buffer(zip.outputStream)
}
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
