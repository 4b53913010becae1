import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvLine, harmless } from './csv.ts'
import { attachment, inFileName } from './file-name.ts'

const hostile = [
  '=1+1',
  '+62812',
  '-2+3+cmd|" /C calc"!A0',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '\0=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  "'=1",
  "''=1",
]

test.each(hostile)('%j is made harmless, and comes back when one apostrophe is taken away', (text) => {
  const cell = harmless(text)
  expect(cell).toBe(`'${text}`)
  expect(cell.replace(/^'(?='*[=+\-@\t\r\n\0＝＋－＠])/, '')).toBe(text)
})

test.each(['Ada', "O'Neill", "'quoted'", '-12.50', '-3', '0', '12500000000.00', 'a=b', ''])(
  '%j stays as it is',
  (text) => {
    expect(harmless(text)).toBe(text)
  },
)

test('a reader of RFC 4180 finds the same cells', () => {
  const cells = ['a', 'say "hi"', 'a,b', 'two\r\nlines', '', 'é 🌱', ' spaced ']
  const line = csvLine(cells)
  expect(line.endsWith('\r\n')).toBe(true)
  expect(parse(line, { record_delimiter: '\r\n' })).toEqual([cells])
})

test('nothing is empty, numbers and truths are plain, objects are JSON', () => {
  expect(csvLine([null, undefined, -1.5, true, { a: [1] }])).toBe(',,-1.5,true,"{""a"":[1]}"\r\n')
})

test('a file name is safe in its header and on a disk', () => {
  expect(attachment('kabar-Ündang "x".zip')).toBe(
    `attachment; filename="kabar-Undang _x_.zip"; filename*=UTF-8''kabar-%C3%9Cndang%20%22x%22.zip`,
  )
  expect(attachment("bad\r\nname(1)'.zip")).not.toMatch(/[\r\n]/)
  expect(inFileName('../PT. Maju / Jaya: 株式会社\0')).toBe('PT-Maju-Jaya-株式会社')
  expect(inFileName('x'.repeat(500))).toHaveLength(60)
  expect(inFileName('///')).toBe('')
})
