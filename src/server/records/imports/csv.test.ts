// Parsing of CSV files, and rejected files.
import { describe, expect, test } from 'vitest'
import { detectDelimiter, readRows } from './csv.ts'

async function read(file: string | Buffer) {
  const records = []
  for await (const record of readRows(Buffer.from(file))) records.push([record.line, ...record.cells])
  return records
}

test.each([
  ['LF', 'a,b\nc,d\n'],
  ['CRLF', 'a,b\r\nc,d\r\n'],
  ['CR', 'a,b\rc,d\r'],
  ['no last line end', 'a,b\nc,d'],
  ['semicolons', 'a;b\nc;d\n'],
  ['tabs', 'a\tb\nc\td\n'],
  ['bars', 'a|b\nc|d\n'],
  ['semicolons behind a byte order mark', '\ufeffa;b\r\nc;d\r\n'],
  ['CR in UTF-16LE', Buffer.from('\ufeffa\tb\rc\td\r', 'utf16le')],
  ['byte order mark', '\ufeffa,b\nc,d\n'],
  ['UTF-16LE', Buffer.from('\ufeffa\tb\r\nc\td\r\n', 'utf16le')],
  ['UTF-16BE', Buffer.from('\ufeffa\tb\r\nc\td\r\n', 'utf16le').swap16()],
])('%s', async (_, file) => {
  expect(await read(file)).toEqual([
    [1, 'a', 'b'],
    [2, 'c', 'd'],
  ])
})

test('records have the number of their first line', async () => {
  expect(await read('name,note\r\n"A, ""B""","one\r\ntwo\r\n"\r\n\r\n,,\nC,"x\ny"\rD,z')).toEqual([
    [1, 'name', 'note'],
    [2, 'A, "B"', 'one\ntwo\n'],
    [7, 'C', 'x\ny'],
    [9, 'D', 'z'],
  ])
})

test('line ends and characters across two chunks are parsed correctly', async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => `${'é'.repeat(n % 5)}${n},x`)
  expect(await read(`${rows.join('\r\n')}\r\n`)).toEqual(rows.map((row, n) => [n + 1, ...row.split(',')]))
})

test('Excel’s sep= line is not a row', async () => {
  expect(await read('sep=;\r\na,1;b\r\n')).toEqual([[2, 'a,1', 'b']])
})

const latin: Record<string, string> = { '€': '\x80', '“': '\x93', '”': '\x94' }

test('a file that is not UTF-8 is read as Windows-1252', async () => {
  expect(
    await read(
      Buffer.from(
        'José;€;“Al”\r'.replace(/[€“”]/g, (sign) => latin[sign]!),
        'latin1',
      ),
    ),
  ).toEqual([[1, 'José', '€', '“Al”']])
})

test('quotes inside a cell are plain characters', async () => {
  expect(await read('the 5" pipe,="0812"\n')).toEqual([[1, 'the 5" pipe', '="0812"']])
})

describe('rejects', () => {
  test.each([
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old Excel/],
    ['a web page', '\ufeff <!DOCTYPE html><table>', /web page/],
    ['a table of XML', '<?xml version="1.0"?><Workbook>', /XML file/],
    ['a PDF', '%PDF-1.7', /PDF/],
    ['JSON', '[{"name":"Budi"}]', /JSON/],
    ['an image', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), /not a text file/],
    ['a quote that is never closed', 'a,b\nc,"d\ne,f\n', /quote in row 2 is not closed/],
    ['an endless quote', `a,b\nc,"${'x'.repeat(3_000_000)}`, /quote in row 2 is not closed/],
  ])('%s', async (_, file, detail) => {
    await expect(read(file)).rejects.toMatchObject({ code: 'file_unreadable', message: expect.stringMatching(detail) })
  })
})

test.each([
  ['a,b;c\nd,e;f\n', ','],
  ['"a,b,c";d\n"e";f\n', ';'],
  ['a;b;c,d\ne;f;g\n', ';'],
  ['one column\nonly\n', ','],
])('delimiter of %j', (head, delimiter) => {
  expect(detectDelimiter(head)).toBe(delimiter)
})
