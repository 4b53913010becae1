// Workbooks: what is read of them, and what is refused before it is unpacked.
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { tableFile } from '../downloads/service.ts'
import { numberText, readWorkbook } from './xlsx.ts'

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

test('texts keep their zeros, numbers their digits, days are days', async () => {
  const file = await workbook([
    { text: '00123', amount: '9999999999999.99', day: '2026-01-31' },
    {},
    { text: '12345678901234567890', amount: '0.001' },
  ])
  expect(await all(readWorkbook(file))).toEqual([
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

async function zipped(entries: Record<string, Buffer>) {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(content, name)
  zip.end()
  return await bytesOf(zip.outputStream as AsyncIterable<Uint8Array>)
}

const read = (file: Buffer) => all(readWorkbook(file))

test('an archive that is no workbook, one that is cut off, one that lies about its size', async () => {
  const other = await zipped({ 'letter.txt': Buffer.from('hello') })
  await expect(read(other)).rejects.toThrow(/zip archive and no Excel workbook/)
  const real = await workbook([{ text: 'a' }])
  await expect(read(real.subarray(0, real.length - 30))).rejects.toThrow(/cut off|damaged/)
  const bomb = await zipped({
    '[Content_Types].xml': Buffer.from('<x/>'),
    'xl/workbook.xml': Buffer.alloc(1_000_000),
  })
  // Its directory says ten bytes where a million are.
  const at = bomb.lastIndexOf(Buffer.from('xl/workbook.xml')) - 46
  bomb.writeUInt32LE(10, at + 24)
  await expect(read(bomb)).rejects.toThrow(/damaged/)
  bomb.writeUInt32LE(0xf0000000, at + 24)
  await expect(read(bomb)).rejects.toThrow(/too large to be unpacked/)
})

test('entities that grow are not followed', async () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>`
  const file = await zipped({
    '[Content_Types].xml': Buffer.from('<Types/>'),
    'xl/workbook.xml': Buffer.from('<workbook/>'),
    'xl/sharedStrings.xml': Buffer.from(bomb),
  })
  await expect(read(file)).rejects.toThrow(/damaged/)
})
