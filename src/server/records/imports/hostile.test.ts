// Hostile and damaged files: each is rejected with a message, or read within limits.
import { describe, expect, test } from 'vitest'
import { workbookFile, workbookParts, zipped } from '../../test/workbook.ts'
import type { SourceRow } from './csv.ts'
import { openFile } from './source.ts'

async function read(file: Buffer) {
  const records: SourceRow[] = []
  for await (const record of (await openFile(file)).records()) records.push(record)
  return records
}
const sheet = (rows: string) => workbookFile([{ name: 'Sheet1', rows }])
const inline = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
const refusal = (detail: RegExp, code = 'file_unreadable') => ({ code, message: expect.stringMatching(detail) })

describe('a workbook is rejected', () => {
  const farAway = Array.from({ length: 5_000 }, (_, n) => `<row r="${n + 1}"><c r="XFD${n + 1}"><v>1</v></c></row>`)
  test.each([
    ['for rows with one cell far to the right', farAway.join(''), /Row 1 has more than 500 columns/],
    ['for a column beyond any sheet', '<row r="1"><c r="AAAAAAA1"><v>1</v></c></row>', /more than 500 columns/],
    ['for a row of very many cells', `<row>${'<c><v>1</v></c>'.repeat(600)}</row>`, /Row 1 has more than 500 columns/],
    ['for a row beyond any sheet', '<row r="1000000000"><c r="A1"><v>1</v></c></row>', /damaged/],
    ['for a row number that is not a number', '<row r="x"><c r="A1"><v>1</v></c></row>', /damaged/],
    ['for a duplicate row', '<row r="2"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>', /damaged/],
    ['for an invalid character', `<row>${inline('A1', '&#0;')}</row>`, /damaged/],
    ['for a lone surrogate', `<row>${inline('A1', '&#xD800;')}</row>`, /damaged/],
    ['for an undeclared entity', `<row>${inline('A1', '&b;')}</row>`, /damaged/],
    ['for an entity without end', `<row>${inline('A1', 'a & b')}</row>`, /damaged/],
    ['for a tag without end', `<row r="1${' '.repeat(400_000)}`, /damaged/],
  ])('%s', async (_, rows, detail) => {
    await expect(read(await sheet(rows))).rejects.toMatchObject(refusal(detail))
  })

  test('for more rows than an import takes', async () => {
    const rows = '<row><c><v>1</v></c></row>'.repeat(100_002)
    await expect(read(await sheet(rows))).rejects.toMatchObject(refusal(/more than 100,000 rows/, 'too_large'))
  })

  test('for thousands of parts or of sheets', async () => {
    const parts = workbookParts([{ name: 'A', rows: '' }])
    const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`xl/media/${n}`, Buffer.from('x')]))
    await expect(read(await zipped({ ...parts, ...many }))).rejects.toMatchObject(refusal(/too large/))
    const sheets = Buffer.from(`<workbook><sheets>${'<sheet name="a" r:id="rId1"/>'.repeat(501)}</sheets></workbook>`)
    await expect(read(await zipped({ ...parts, 'xl/workbook.xml': sheets }))).rejects.toMatchObject(
      refusal(/too large/),
    )
  })
})

// A naive parser would take quadratic time or all memory for each of these.
const much = 1_000_000
test.each([
  ['a text without end', `<row><c><v>${'a'.repeat(much)}`],
  ['a text of nothing but entities', `<row>${inline('A1', '&amp;'.repeat(much / 5))}</row>`],
  ['an entity without end', `<row><c><v>&${'a'.repeat(much)}`],
  ['a quote that never closes', `<row r="${'a'.repeat(much)}`],
  ['a comment without end', `<row><!--${'-'.repeat(much)}`],
  ['a CDATA section without end', `<row><c><v><![CDATA[${']'.repeat(much)}`],
  ['an instruction without end', `<?${'?'.repeat(much)}`],
  ['a declaration without end', `<!DOCTYPE ${'['.repeat(much)}`],
  ['a name without end', `<row${'w'.repeat(much)}`],
  ['a closing tag without end', `<row></row${' '.repeat(much)}`],
  ['a tag of very many attributes', `<row ${'a="" '.repeat(much / 5)}`],
  ['as many different attributes', `<row ${Array.from({ length: much / 10 }, (_, n) => `a${n}=""`).join(' ')}`],
  ['tags within tags', '<a>'.repeat(much / 4)],
])('a sheet with %s is rejected quickly', async (_, rows) => {
  await expect(read(await sheet(rows))).rejects.toMatchObject(refusal(/damaged/))
})

test.each([
  ['a value without quotes', '<row r=1></row>'],
  ['an attribute without value', '<row r></row>'],
  ['an attribute twice', '<row r="1" r="2"></row>'],
  ['a tag in a value', '<row r="<c>"></row>'],
  ['more than a name in a closing tag', '<row><c><v>1</v 2></c></row>'],
  ['tags closed in the wrong order', '<row><c><v>1</c></v></row>'],
  ['a closing tag without an opening one', '<row></c></row>'],
  ['a second end', '</sheetData></worksheet><worksheet><sheetData>'],
  ['a control character', '<row><c><v>1\u0001</v></c></row>'],
])('a sheet with %s is invalid XML and is rejected', async (_, rows) => {
  await expect(read(await sheet(rows))).rejects.toMatchObject(refusal(/damaged/))
})

test('a cell with the maximum text of a spreadsheet is read, and stored up to the longest text of any field', async () => {
  const [row] = await read(await sheet(`<row>${inline('A1', '&quot;'.repeat(32_767))}</row>`))
  expect(row!.cells).toEqual([`${'"'.repeat(20_000)}…`])
})

describe('a small file that expands to much text is rejected early:', () => {
  const limit = refusal(/more than 64 million characters of text/, 'too_large')

  test('a workbook whose cells all refer to one long shared text', async () => {
    const parts = workbookParts([
      { name: 'A', rows: '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'.repeat(1_000) },
    ])
    const shared = Buffer.from(`<sst><si><t>${'a'.repeat(60_000)}</t></si></sst>`)
    const file = await zipped({ ...parts, 'xl/sharedStrings.xml': shared })
    expect(file.length).toBeLessThan(10_000)
    await expect(read(file)).rejects.toMatchObject(limit)
  })

  test('a workbook with long inline cells', async () => {
    const rows = `<row>${inline('A1', 'a'.repeat(32_000))}</row>`.repeat(2_100)
    await expect(read(await sheet(rows))).rejects.toMatchObject(limit)
  })
})

test('long texts are cut between characters, without counting white space around them', async () => {
  const emoji = Buffer.from(
    `name,note\nAyu,${'😀'.repeat(10_001)}\nBudi,${' '.repeat(30_000)}short${' '.repeat(30_000)}\n`,
  )
  const [, ayu, budi] = await read(emoji)
  expect(ayu!.cells[1]).toBe(`${'😀'.repeat(10_000)}…`)
  expect(budi!.cells[1]).toBe('short')
})

test.each([
  ['between two rows', '<worksheet><sheetData><row><c><v>1</v></c></row>'],
  ['in a row', '<worksheet><sheetData><row><c><v>1</v></c>'],
  ['in a cell', '<worksheet><sheetData><row><c><v>1'],
  ['in a tag', '<worksheet><sheetData><row r="1"'],
  ['in a text', '<worksheet><sheetData><row><c><v><![CDATA[1'],
  ['in its last tag', '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet'],
])('a sheet cut off %s is rejected', async (_, xml) => {
  const parts = workbookParts([{ name: 'A', rows: '' }])
  const file = await zipped({ ...parts, 'xl/worksheets/sheet1.xml': Buffer.from(xml) })
  await expect(read(file)).rejects.toMatchObject(refusal(/damaged/))
})

test('a workbook with one changed byte is rejected', async () => {
  const file = await zipped(workbookParts([{ name: 'A', rows: '<row r="1"><c r="A1"><v>1500</v></c></row>' }]), false)
  file.write('9', file.indexOf('<v>1500') + 3)
  await expect(read(file)).rejects.toMatchObject(refusal(/damaged/))
})

describe('false metadata of an archive is detected:', () => {
  const name = 'xl/worksheets/sheet1.xml'
  const rows = Array.from({ length: 5_000 }, (_, n) => `<row><c><v>${n * 7919}</v></c></row>`).join('')
  /** Offsets of the sheet's directory entry, and of the sheet. */
  const places = (file: Buffer) => {
    const entry = file.lastIndexOf(name) - 46
    return { entry, packed: file.readUInt32LE(entry + 42) + 30 + name.length }
  }
  const lie = (change: (file: Buffer, at: { entry: number; packed: number }) => unknown) => change
  test.each([
    ['a part that is longer', lie((file, { entry }) => file.writeUInt32LE(1_000, entry + 24))],
    ['a part that is shorter', lie((file, { entry }) => file.writeUInt32LE(9_000_000, entry + 24))],
    ['a part that is cut off', lie((file, { entry }) => file.writeUInt32LE(1_000, entry + 20))],
    ['a part with another checksum', lie((file, { entry }) => file.writeUInt32LE(1_000, entry + 16))],
    ['a part that begins beyond the end', lie((file, { entry }) => file.writeUInt32LE(file.length, entry + 42))],
    ['a part that ends beyond the end', lie((file, { entry }) => file.writeUInt32LE(file.length, entry + 20))],
    ['a part that is broken', lie((file, { packed }) => file.fill(255, packed + 5_000, packed + 5_100))],
    ['a part with a password', lie((file, { entry }) => file.writeUInt16LE(9, entry + 8))],
    ['a part with an unknown compression method', lie((file, { entry }) => file.writeUInt16LE(99, entry + 10))],
    ['a directory that is broken', lie((file, { entry }) => file.writeUInt32LE(0, entry))],
    ['a directory that is elsewhere', lie((file) => file.writeUInt32LE(file.length, file.length - 6))],
  ])('%s', async (_, change) => {
    const file = await sheet(rows)
    expect(await read(file)).toHaveLength(5_000)
    change(file, places(file))
    await expect(read(file)).rejects.toMatchObject(refusal(/damaged/))
  })

  test('data after its end is ignored', async () => {
    expect(await read(Buffer.concat([await sheet(rows), Buffer.alloc(100)]))).toHaveLength(5_000)
  })
})

test('unusual parts of a workbook are harmless', async () => {
  const rows = `<row r="1">${inline('A1', 'Name')}<c r="B1" t="s"><v>1</v></c><c r="XFD1" s="1"/></row>
    <row r="2"><c r="A2" t="s"><v>999999999</v></c><c r="B2" t="s"><v>-1</v></c><c r="C2" t="e"><v>#REF!</v></c></row>
    <row r="3"><c r="A3" s="999999"><v>45000</v></c><c r="B3" s="1"><v>-5</v></c><c r="C3" s="1"><v>1e300</v></c></row>
    <row r="4"><c r="A4" s="1"><v>0.5</v></c><c r="B4" s="1"><v>60</v></c><c r="C4" s="1"><v>2958465</v></c></row>
    <row r="5"><c r="A5"><v>Infinity</v></c><c r="B5" t="b"><v>0</v></c><c r="C5" t="d"><v>2026-01-31T00:00:00</v></c></row>
    <row r="6"><c r="A6" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r><rPh><t>spoken</t></rPh></is></c>${inline('B6', '_x0000__xD800_&amp;b;_x0041_')}<c r="C6"><v><![CDATA[7]]></v></c></row>
    <x:row xmlns:x="x" r='7'><x:c r = "A7" t='str'><x:v>1 &gt; 0</x:v></x:c></x:row>
    <mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>`
  expect((await read(await sheet(rows))).map(({ line, cells }) => [line, ...cells])).toEqual([
    [1, 'Name', 'Phone'],
    [2, '', '', '#REF!'],
    [3, '45000', '-5', '1e+300'],
    [4, '12:00', '1900-02-28', '9999-12-31'],
    [5, 'Infinity', 'false', '2026-01-31'],
    [6, 'ab', ' \u{fffd}&b;A', '7'],
    [7, '1 > 0', ''],
  ])
})

test('the 1904 date system is supported, and invalid sheet names are repaired', async () => {
  const parts = workbookParts([{ name: 'A', rows: '<row><c s="1"><v>44591</v></c></row>' }])
  const book = `<workbook><workbookPr date1904="1"/><sheets><sheet name="a &gt; b = ${'c'.repeat(91)}😀" r:id="rId1"/></sheets></workbook>`
  const file = await openFile(await zipped({ ...parts, 'xl/workbook.xml': Buffer.from(book) }))
  expect(file.sheet).toBe(`a > b = ${'c'.repeat(91)}\u{fffd}`)
  for await (const { cells } of file.records()) expect(cells).toEqual(['2026-01-31'])
})

describe('a text is read within its limits', () => {
  test('a row of separators only', async () => {
    const file = Buffer.from(`Name,Phone\nx${','.repeat(2_000_000)}`)
    await expect(read(file)).rejects.toMatchObject(refusal(/^One row of this file is too long/))
    await expect(read(Buffer.from(`Name,Phone\nx${','.repeat(600)}`))).rejects.toMatchObject(
      refusal(/Row 2 has more than 500 columns/),
    )
  })

  test('a card with an endless name, note, numbers and lines', async () => {
    const card = [
      'BEGIN:VCARD',
      'FN:Budi',
      `PHOTO;ENCODING=b:${'A'.repeat(3_000_000)}`,
      ...Array.from({ length: 50_000 }, () => ` ${'A'.repeat(75)}`),
      `${'quoted-printable'.repeat(100_000)}`,
      `N:${'a;'.repeat(1_000_000)}`,
      `NOTE;ENCODING=QUOTED-PRINTABLE:${'ab=\r\n'.repeat(300_000)}`,
      ...Array.from({ length: 10_000 }, (_, n) => `TEL:+62811${n}`),
      'END:VCARD',
    ].join('\r\n')
    const [, budi] = await read(Buffer.from(card))
    expect(budi!.cells.slice(0, 4)).toEqual(['Budi', '', '', '+628110'])
    // Longer than a note may be, which the row reports.
    expect(budi!.cells.at(-1)!.length).toBeGreaterThan(20_000)
    expect(budi!.cells.at(-1)!.length).toBeLessThan(300_000)
  })
})

test.each([
  ['a table', Array.from({ length: 10_000 }, (_, n) => `Budi ${n},0811${n},"note, ${n}",b${n}@example.com`).join('\n')],
  ['cards', Array.from({ length: 10_000 }, (_, n) => `BEGIN:VCARD\nFN:Budi ${n}\nTEL:0811${n}\nEND:VCARD\n`).join('')],
  ['cards that never end', 'BEGIN:VCARD\nTEL:0811\n'.repeat(50_000)],
])('reading %s does not block the event loop', async (_, text) => {
  expect(await turnsWhile(read(Buffer.from(text)))).toBeGreaterThan(3)
})

test.each([
  ['packed', true],
  ['not compressed', false],
])('reading a sheet of empty rows, %s, does not block the event loop', async (_, isPacked) => {
  const rows = '<row/>'.repeat(1_000_000)
  const file = await zipped(workbookParts([{ name: 'A', rows }]), isPacked)
  expect(await turnsWhile(read(file))).toBeGreaterThan(6)
})

async function turnsWhile(work: Promise<unknown>) {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await work
  clearInterval(timer)
  return turns
}
