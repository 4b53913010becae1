// Merged cells, and formulas without a stored result.

import { expect, test } from 'vitest'
import { type ImportField, imports } from '../../../contract/imports.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { reasonOf } from '../../test/imports.ts'
import { workbookFile, workbookParts, zipped } from '../../test/workbook.ts'
import type { SourceRow } from './csv.ts'
import { openFile } from './source.ts'

const { signUp, app } = await testApp()

type Cell = string | number | { f: string; v?: string | undefined; t?: string }
const letter = (column: number) => String.fromCharCode(65 + column)
const rowsXml = (rows: Cell[][]) =>
  rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells
          .map((cell, column) => {
            const place = `${letter(column)}${row + 1}`
            if (cell === '') return `<c r="${place}" s="0"/>`
            if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
            if (typeof cell === 'string') return `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`
            const type = cell.t ? ` t="${cell.t}"` : ''
            return `<c r="${place}"${type}><f>${cell.f}</f>${cell.v === undefined ? '' : `<v>${cell.v}</v>`}</c>`
          })
          .join('')}</row>`,
    )
    .join('')
const merges = (...refs: string[]) =>
  `<mergeCells count="${refs.length}">${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
const sheet = (rows: Cell[][], ...refs: string[]) =>
  workbookFile([{ name: 'Deals', rows: rowsXml(rows), below: refs.length > 0 ? merges(...refs) : '' }])

async function read(file: Buffer) {
  const records: SourceRow[] = []
  for await (const record of (await openFile(file)).records()) records.push(record)
  return records
}

async function upload(caller: Caller, file: Buffer, kind = 'investments') {
  const boundary = 'kabar'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="deals.xlsx"\r\n\r\n`
  const response = await app.inject({
    method: 'POST',
    url: `/api/v1/imports?kind=${kind}`,
    headers: {
      authorization: `Bearer ${caller.access_token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  expect(response.statusCode, response.body).toBe(201)
  const { id } = response.json() as { id: string }
  await caller.call(imports.change, { params: { id }, body: { create_investors: true, create_offerings: true } })
  return { id, rows: () => rowsOf(caller, id) }
}
async function rowsOf(caller: Caller, id: string) {
  const { data } = (await caller.call(imports.rows, { params: { id }, query: {} })).body
  return data.map((row) => ({ action: row.action, said: (reasonOf(row) ?? '').split('\n'), cells: row.cells }))
}

const offering = '“Offering” is one merged cell over rows 2–3: its value is used for each of them.'

test('a merged cell has its value in each of its rows, but only in its first column', async () => {
  const file = await sheet(
    [
      ['Investor', 'Offering', 'Note', 'Amount'],
      ['Ada', 'Villa', '', 100],
      ['Budi', '', '', 200],
      ['Cia', '', '', 300],
    ],
    'B2:C3',
  )
  expect((await read(file)).map(({ cells }) => cells)).toEqual([
    ['Investor', 'Offering', 'Note', 'Amount'],
    ['Ada', 'Villa', '', '100'],
    ['Budi', 'Villa', '', '200'],
    ['Cia', '', '', '300'],
  ])
})

test('the preview reports a merged cell, also after another mapping or an edited row, until the cell is edited', async () => {
  const ayu = await signUp()
  const file = await sheet(
    [
      ['Investor', 'Offering', 'Amount'],
      ['Ada', 'Villa', 100],
      ['Budi', '', 200],
      ['Cia', 'Villa', 300],
    ],
    'B2:B3',
  )
  const { id, rows } = await upload(ayu, file)
  const outcomes = async () => (await rows()).map(({ action, said }) => [action, said.includes(offering)])
  expect(await outcomes()).toEqual([
    ['create', true],
    ['create', true],
    ['create', false],
  ])
  const fields: (ImportField | null)[] = ['investor', null, 'committed_amount']
  await ayu.call(imports.change, { params: { id }, body: { fields } })
  expect(await outcomes()).toEqual([
    ['create', false],
    ['create', false],
    ['create', false],
  ])
  await ayu.call(imports.change, { params: { id }, body: { fields: ['investor', 'offering', 'expected_amount'] } })
  await ayu.call(imports.changeRow, { params: { id, line: 3 }, body: { cells: ['Budi Santoso', 'Villa', '200'] } })
  expect(await outcomes()).toEqual([
    ['create', true],
    ['create', true],
    ['create', false],
  ])
  await ayu.call(imports.changeRow, { params: { id, line: 3 }, body: { cells: ['Budi Santoso', 'Tower', '200'] } })
  expect(await outcomes()).toEqual([
    ['create', true],
    ['create', false],
    ['create', false],
  ])
})

test('an amount merged over rows counts once', async () => {
  const ayu = await signUp()
  const header = ['Investor', 'Reference', 'Expected amount', 'Paid', 'Paid on']
  const apart = await upload(
    ayu,
    await sheet([header, ['Ada', 'R1', 500, '', ''], ['Budi', 'R2', '', '', '']], 'C2:C3'),
  )
  const block = '“Expected amount” is one merged cell over rows 2–3'
  const [first, second] = await apart.rows()
  expect([first!.action, first!.said.at(-1)]).toEqual(['create', `${block}: its amount is used for this row only.`])
  expect(second).toMatchObject({ action: 'error', said: [`${block}. Write the amount of this row, or - for none.`] })
  await ayu.call(imports.changeRow, {
    params: { id: apart.id, line: 3 },
    body: { cells: ['Budi', 'R2', '-', '', ''] },
  })
  expect((await apart.rows())[1]!.action).toBe('create')
  // Several payments with one reference: the merged amount belongs to their one investment.
  const together = await upload(
    ayu,
    await sheet(
      [header, ['Ada', 'R9', 500, 100, '2026-01-31'], ['', '', '', 200, '2026-02-28']],
      ...['A2:A3', 'B2:B3', 'C2:C3'],
    ),
  )
  expect((await together.rows()).map(({ action }) => action)).toEqual(['create', 'update'])
})

test('titles above the header and a header of two rows are skipped', async () => {
  const ayu = await signUp()
  const file = await sheet(
    [
      ['Fund I', '', '', 'Draft'],
      ['', '', '', '2026'],
      ['Investor', 'Amounts', '', 'Notes'],
      ['', 'Expected', 'Committed', ''],
      ['Ada', 100, 50, ''],
      ['Budi', 200, 60, ''],
    ],
    ...['A1:C2', 'A3:A4', 'B3:C3', 'D3:D5'],
  )
  const { rows } = await upload(ayu, file)
  expect((await rows()).map(({ action, cells }) => [action, cells])).toEqual([
    ['create', ['Ada', '100', '50', '']],
    ['create', ['Budi', '200', '60', '']],
  ])
})

test('hostile merged cells are limited', async () => {
  const place = (row: number) => `<row r="${row}"><c r="B${row}"><v>1</v></c></row>`
  const rows = (a: string) =>
    `<row r="1"><c r="A1" t="inlineStr"><is><t>${a}</t></is></c></row>${Array.from({ length: 5_000 }, (_, n) => place(n + 2)).join('')}`
  const hostile = (a: string, below: string) => workbookFile([{ name: 'A', rows: rows(a), below }])
  const whole = '<mergeCell ref="A1:A1048576"/>'
  expect(await read(await hostile('x', whole.repeat(50_000)))).toHaveLength(5_001)
  await expect(read(await hostile('x', whole.repeat(100_001)))).rejects.toThrow(/too large/)
  await expect(read(await hostile('x'.repeat(20_000), whole))).rejects.toMatchObject({ code: 'too_large' })
  // Those in one row, far away or invalid do not count towards the limit.
  const harmless = '<mergeCell ref="A1:XFD1"/><mergeCell ref="XFA1:XFD9"/><mergeCell ref="x"/><mergeCell/>'
  expect(await read(await hostile('x', harmless.repeat(30_000)))).toHaveLength(5_001)
  expect(await read(await hostile('', whole.repeat(50_000)))).toHaveLength(5_000)
})

test('a formula without a stored result is an error in an imported column, else a remark', async () => {
  const ayu = await signUp()
  const sum = { f: 'B9*2' }
  const file = await sheet([
    ['Investor', 'Expected amount', 'Check'],
    ['Ada', sum, 1],
    ['Budi', 200, { ...sum, v: '' }],
    ['Cia', { ...sum, v: '400' }, { ...sum, t: 'str', v: '' }],
  ])
  const { id, rows } = await upload(ayu, file)
  const said = (field: string) =>
    `The formula in “${field}” has no stored result: open the file in Excel and save it again.`
  const [ada, budi, cia] = await rows()
  expect(ada).toMatchObject({ action: 'error', said: [said('Expected amount')] })
  expect([budi!.action, budi!.said.at(-1)]).toEqual(['create', said('Check')])
  expect(cia!.said.some((line) => line.includes('formula'))).toBe(false)
  await ayu.call(imports.changeRow, { params: { id, line: 2 }, body: { cells: ['Ada', '150', '1'] } })
  expect((await rows())[0]!.action).toBe('create')
})

test('a 0 written instead of a formula’s result does not count as a result', async () => {
  const rows = rowsXml([
    ['Investor', 'Amount'],
    ['Ada', { f: '1+1', v: '0' }],
    ['Budi', { f: '1-1', v: '7' }],
    ['Cia', 0],
  ])
  const parts = workbookParts([{ name: 'A', rows }])
  const book = parts['xl/workbook.xml']!.toString()
  const later = book.replace('</workbook>', '<calcPr calcId="124519" fullCalcOnLoad="1"/></workbook>')
  const notes = async (text: string) =>
    (await read(await zipped({ ...parts, 'xl/workbook.xml': Buffer.from(text) }))).map((record) => record.notes)
  expect(await notes(later)).toEqual([undefined, [{ column: 1, uncalculated: true }], undefined, undefined])
  expect(await notes(book)).toEqual([undefined, undefined, undefined, undefined])
})

test('a missing result of a merged formula affects all its rows', async () => {
  const file = await sheet(
    [
      ['Investor', 'Offering', 'Amount'],
      ['Ada', { f: 'Z1' }, 100],
      ['Budi', '', 200],
    ],
    'B2:B3',
  )
  const note = [{ column: 1, uncalculated: true }]
  expect((await read(file)).map(({ notes }) => notes)).toEqual([undefined, note, note])
})
