// Lists as files, read back by a third-party reader: exact amounts, and no formulas.
import readXlsxFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { type TableColumn, tableFile } from './table.ts'

interface Row {
  id: string
  name: string
  amount: string | null
  due_on: string | null
}
const columns: TableColumn<Row>[] = [
  { header: 'id', value: ({ id }) => id },
  { header: 'name', value: ({ name }) => name },
  { header: 'amount', kind: 'decimal', value: ({ amount }) => amount },
  { header: 'due_on', kind: 'day', value: ({ due_on }) => due_on },
]

const amounts = [
  '9999999999999.99',
  '0.001',
  '12500000000.00',
  '100000000000000',
  '0.1234',
  '-5.50',
  '0',
  // More digits than a spreadsheet keeps.
  '99999999999999.99',
  '123456789012345678.1234',
  '1000000000000000000.00',
]
const names = [
  '=HYPERLINK("x")',
  '+62812',
  '-1',
  '@SUM(A1)',
  "'quoted",
  '<b>&"',
  '_x0041_',
  ' spaces ',
  'é 🎉 ٣',
  'a\nb\tc',
]

async function* batches(rows: Row[]) {
  yield rows.slice(0, 2)
  yield rows.slice(2)
}

async function written(format: 'csv' | 'xlsx', rows: Row[]) {
  const file = tableFile({ name: 'investments', format, columns }, batches(rows))
  const pieces = []
  for await (const piece of file.content) pieces.push(piece)
  return { ...file, content: Buffer.concat(pieces) }
}

const rows = amounts.map((amount, index) => ({
  id: String(index).padStart(3, '0'),
  name: names[index]!,
  amount,
  due_on: '2026-02-28',
}))

/** Without trailing zeros. */
const plain = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)

test('a spreadsheet has every digit: as a number if it fits, else as text', async () => {
  const { name, type, content } = await written('xlsx', rows)
  expect(name).toBe('investments.xlsx')
  expect(type).toContain('spreadsheetml')
  const [sheet] = await readXlsxFile(content)
  const [head, ...read] = sheet!.data
  expect(head).toEqual(['id', 'name', 'amount', 'due_on'])
  expect(read.map(([, , amount]) => plain(String(amount)))).toEqual(amounts.map(plain))
  expect(read.map(([, , amount]) => typeof amount)).toEqual([...Array(7).fill('number'), ...Array(3).fill('string')])
  expect(read.map(([id]) => id)).toEqual(rows.map(({ id }) => id))
  expect(read.map(([, , , day]) => day)).toEqual(rows.map(() => new Date('2026-02-28T00:00:00Z')))
})

test('texts stay texts, whatever they look like', async () => {
  const [sheet] = await readXlsxFile((await written('xlsx', rows)).content, { trim: false })
  expect(sheet!.data.slice(1).map(([, name]) => name)).toEqual(names)
})

test('null is an empty cell, and without rows there is a header', async () => {
  const some = [{ id: '1', name: '', amount: null, due_on: null }]
  const [sheet] = await readXlsxFile((await written('xlsx', some)).content)
  expect(sheet!.data.slice(1)).toEqual([['1', null, null, null]])
  const [empty] = await readXlsxFile((await written('xlsx', [])).content)
  expect(empty!.data).toHaveLength(1)
})

test('CSV has exact amounts, and an apostrophe before formulas', async () => {
  const { name, content } = await written('csv', rows.slice(0, 2))
  expect(name).toBe('investments.csv')
  expect(content.toString()).toBe(
    '\uFEFFid,name,amount,due_on\r\n000,"\'=HYPERLINK(""x"")",9999999999999.99,2026-02-28\r\n001,\'+62812,0.001,2026-02-28\r\n',
  )
})

test('a reader that stops also stops the source', async () => {
  let isEnded = false
  const endless = async function* () {
    try {
      for (;;) yield rows
    } finally {
      isEnded = true
    }
  }
  const { content } = tableFile({ name: 'a', format: 'xlsx', columns }, endless())
  let bytes = 0
  for await (const piece of content) {
    bytes += piece.length
    if (bytes > 100_000) break
  }
  await expect.poll(() => isEnded).toBe(true)
})
