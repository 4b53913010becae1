// Parsing of workbooks, and those rejected before decompression.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tableFile } from '../../platform/downloads/service.ts'
import { workbookFile, zipped } from '../../test/workbook.ts'
import { openFile } from './source.ts'
import { openWorkbook } from './xlsx.ts'
import { cellText, numberText } from './xlsx-values.ts'

async function all<T>(source: AsyncIterable<T>) {
  const items: T[] = []
  for await (const item of source) items.push(item)
  return items
}
const bytesOf = async (content: AsyncIterable<Uint8Array>) => Buffer.concat(await all(content))

async function workbook(rows: { text?: string; amount?: string; day?: string }[]) {
  async function* batches() {
    yield rows
  }
  const columns = [
    { header: 'text', value: (row: (typeof rows)[number]) => row.text },
    { header: 'amount', kind: 'decimal' as const, value: (row: (typeof rows)[number]) => row.amount },
    { header: 'day', kind: 'day' as const, value: (row: (typeof rows)[number]) => row.day },
  ]
  return await bytesOf(tableFile({ name: 'x', format: 'xlsx', columns }, batches()).content)
}

test('texts keep leading zeros, numbers all digits, and dates are recognized', async () => {
  const file = await workbook([
    { text: '00123', amount: '9999999999999.99', day: '2026-01-31' },
    {},
    { text: '12345678901234567890', amount: '0.001' },
  ])
  expect(await read(file)).toEqual([
    { line: 1, cells: ['text', 'amount', 'day'] },
    { line: 2, cells: ['00123', '9999999999999.99', '2026-01-31'] },
    { line: 4, cells: ['12345678901234567890', '0.0010', ''] },
  ])
})

test.each([
  ['1500000', '1500000'],
  ['1.5E+15', '1500000000000000'],
  ['6.281234567E+10', '62812345670'],
  ['1E-3', '0.0010'],
  ['0.30000000000000004', '0.3'],
  ['1234.5599999999999', '1234.56'],
  ['1234.567', '1234.5670'],
  ['-5.5', '-5.5'],
  ['0', '0'],
])('the number %s is %s', (text, expected) => {
  expect(numberText(text)).toBe(expected)
})

test.each([
  ['9999999999999.9902', '9999999999999.99'],
  ['99999999999999.9', '99999999999999.9'],
  ['123456789012.30002', '123456789012.3'],
  ['1234567890123.4502', '1234567890123.45'],
  ['3.1415926535897931', '3.14159265358979'],
  // With a digit that 15 have no room for: an amount must not lose it.
  ['12345678901234.56', '1.234567890123456e+13'],
  ['1234567890123.456', '1.234567890123456e+12'],
  ['4503599627370495.57', '4.5035996273704955e+15'],
])('a cell of %s is %s', (value, expected) => {
  expect(cellText('n', value, 'plain', false)).toBe(expected)
})

const read = async (file: Buffer, sheet?: string) => await all((await openFile(file, sheet)).records())

test.each([
  ['letter.txt', /ZIP archive, not an Excel workbook/],
  ['content.xml', /OpenDocument spreadsheet \(\.ods\)/],
  ['xl/workbook.bin', /binary Excel workbook \(\.xlsb\)/],
  ['Index/Document.iwa', /Numbers/],
  ['word/document.xml', /Word document/],
])('an archive with %s is rejected by its name', async (part, detail) => {
  const file = await zipped({ '[Content_Types].xml': Buffer.from('<Types/>'), [part]: Buffer.from('hello') })
  await expect(read(file)).rejects.toThrow(detail)
})

test('a truncated workbook, and one with a false size, are rejected', async () => {
  const real = await workbook([{ text: 'a' }])
  await expect(read(real.subarray(0, real.length - 30))).rejects.toThrow(/incomplete|damaged/)
  const bomb = await zipped({
    '[Content_Types].xml': Buffer.from('<x/>'),
    'xl/workbook.xml': Buffer.alloc(1_000_000),
  })
  // The archive's directory claims ten bytes instead of a million.
  const at = bomb.lastIndexOf(Buffer.from('xl/workbook.xml')) - 46
  bomb.writeUInt32LE(10, at + 24)
  await expect(read(bomb)).rejects.toThrow(/damaged/)
  bomb.writeUInt32LE(0xf0000000, at + 24)
  await expect(read(bomb)).rejects.toThrow(/too large to be unpacked/)
})

test('shared texts, days by their format, true and false, formulas by their value, gaps', async () => {
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>Day</t></is></c></row>
    <row r="2" spans="1:4"><c r="A2" s="1"/></row>
    <row r="4"><c r="A4" t="s"><v>2</v></c><c r="D4" s="1"><v>46053</v></c><c r="H4" s="1"/></row>
    <row r="5"><c r="A5" t="b"><v>1</v></c><c r="B5"><f>2*3</f><v>6.281234567E+10</v></c><c r="D5" s="2"><v>46053.5</v></c></row>
    <row r="6"><c r="A6" t="str"><f>A1</f><v>Name</v></c><c r="B6"><v>12345678901234567890</v></c></row>`
  expect(await read(await workbookFile([{ name: 'Sheet1', rows }]))).toEqual([
    { line: 1, cells: ['Name', 'Phone', '', 'Day'] },
    { line: 4, cells: ['Budi & co', '', '', '2026-01-31'] },
    { line: 5, cells: ['true', '62812345670', '', '2026-01-31 12:00'] },
    // The last digits are not reliable: no amount is read from this.
    { line: 6, cells: ['Name', '1.2345678901234567e+19', '', ''] },
  ])
})

// Written by these programs, each with a hidden sheet, empty rows and a merged title above, and its own formats.
test.each(['openpyxl-1904', 'exceljs', 'sheetjs', 'xlsxwriter-unshared'])(
  'a workbook of %s is read',
  async (program) => {
    const file = readFileSync(`src/server/test/workbooks/${program}.xlsx`)
    expect((await openWorkbook(file)).sheets).toEqual(['Kontak'])
    expect(await read(file)).toEqual([
      { line: 3, cells: ['Contacts of Kabar'] },
      { line: 4, cells: ['Name', 'Phone', 'Day', 'Amount', 'Share', 'OK', 'Time'] },
      {
        line: 5,
        cells: ['Büdi & <co>', '081234567001', '2026-01-31', '1500000.5', '25%', 'true', '2026-01-31 12:30'],
      },
      {
        line: 6,
        cells: ['Siti', '6281234567002', '2026-02-01', '1234.5670', expect.stringMatching(/^(1|100%)$/), 'false'],
      },
    ])
  },
)

test('the number format decides what is a date, ignoring letters in literals and colors', async () => {
  const cells = (await read(readFileSync('src/server/test/workbooks/formats.xlsx'))).map((record) => record.cells)
  // Dates are in the first rows, then numbers, then times; each with its format.
  expect(cells.filter(([, value]) => value === '2026-01-31').map(([format]) => format)).toEqual([
    ...[
      '[$-421]dd mmmm yyyy',
      '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy',
      'dd-mmm-yy',
      'mmm-yy',
      'yyyy',
      'yyyy\\-mm\\-dd;@',
    ],
    ...['[$-id-ID]d mmmm yyyy;@', '[$-409]d\\-mmm\\-yy;@', 'm/d/yyyy h:mm AM/PM', '14', '15', '16', '17', '22'],
    ...['yyyy"年"m"月"d"日"', 'dd"/"mm"/"yyyy', '[ENG][$-409]d\\-mmm', 'e/m/d', '[$-107041E]d mmmm yyyy'],
  ])
  expect(cells.filter(([, value]) => value === '46053.5').map(([format]) => format)).toEqual([
    ...['0 "days"', '#,##0 "USD"', '"Rp"#,##0;[Red]-"Rp"#,##0', '_-[$Rp-421]* #,##0_-;-[$Rp-421]* #,##0_-'],
    ...[
      '[$£-809]#,##0',
      '#,##0\\ "Md"',
      '[Yellow]0',
      '[Red]#,##0',
      '[$USD] #,##0',
      '[$-409]#,##0',
      '0.00E+00',
      '# ?/?',
    ],
    ...['@', '#,##0_);[Red](#,##0)', '"D"0', '\\d0', '[$Hs-xx]0', '[>=1000]#,##0,"K";0', '[Blue]General'],
    ...['_("Day" 0', 'General" m"', '37', '38', '40', '44', '49', '[$Dh]#,##0'],
  ])
  // A percentage is read as displayed.
  expect(cells.filter(([, value]) => value === '4605350%').map(([format]) => format)).toEqual(['0%'])
})

test('the first visible sheet is read, or the selected one', async () => {
  const row = (text: string) => `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`
  const file = await workbookFile([
    { name: 'Lists', state: 'hidden', rows: row('hidden') },
    { name: 'Macro', state: 'veryHidden', rows: row('very') },
    { name: 'Investors', rows: row('first') },
    { name: 'A &amp; B', rows: row('second') },
  ])
  const { sheets, sheet } = await openWorkbook(file)
  expect({ sheets, sheet }).toEqual({ sheets: ['Investors', 'A & B'], sheet: 'Investors' })
  expect(await read(file)).toEqual([{ line: 1, cells: ['first'] }])
  expect(await read(file, 'A & B')).toEqual([{ line: 1, cells: ['second'] }])
  expect((await openWorkbook(file, 'Lists')).sheet).toBeNull()
})

test('recursive entities are not expanded', async () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>`
  const file = await zipped({
    '[Content_Types].xml': Buffer.from('<Types/>'),
    'xl/workbook.xml': Buffer.from('<workbook/>'),
    'xl/sharedStrings.xml': Buffer.from(bomb),
  })
  await expect(read(file)).rejects.toThrow(/damaged/)
})
