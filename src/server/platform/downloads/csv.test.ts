import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, escapeFormula, unescapeFormula } from './csv.ts'
import { attachment, inFileName } from './file-name.ts'

const hostile = [
  '=1+1',
  '+62812',
  '-2+3+cmd|" /C calc"!A0',
  '@SUM(A1)',
  '\0=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  "'=1",
  "''=1",
  '\uFEFF=1',
  '\u00A0=1',
  '\u200B@x',
  ' =1',
  '"=1',
]

test.each([
  ['a;=HYPERLINK("x")', `a;'=HYPERLINK("x")`],
  ['=1;=2', `'=1;'=2`],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\n=1', "'\n'=1"],
  ["a;'=1", "a;''=1"],
  ['a; \u00A0=1', "a;' \u00A0=1"],
  ['a;"=1', `a;'"=1`],
  ['a;\t+1', "a;\t'+1"],
  ['a\n=1', "a\n'=1"],
  ['a\r\n@x', "a\r\n'@x"],
  ['a\n-2+3', "a\n'-2+3"],
  [";'\t=1;-x", ";'\t'=1;'-x"],
])('a formula after a separator in %j is escaped, and can be restored', (text, cell) => {
  expect(escapeFormula(text)).toBe(cell)
  expect(unescapeFormula(cell)).toBe(text)
})

test('every text survives the round trip', () => {
  const piece = fc.constantFrom(...';\t\r\n =+-@\'"a1\uFEFF\u00A0'.split(''), '- ')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      expect(unescapeFormula(escapeFormula(text))).toBe(text)
      const cell = escapeFormula(text)
      for (const part of cell.split(/[;\t]/))
        if (cell !== text || !/^[\d.+-]+$/.test(text)) expect(part).not.toMatch(/^["\uFEFF\u00A0 ]*[=+@-]/)
    }),
    { numRuns: 5_000 },
  )
})

test('a long text of separators is escaped quickly', () => {
  const text = ';\t \n'.repeat(25_000)
  expect(unescapeFormula(escapeFormula(text))).toBe(text)
})

test.each(hostile)('%j is escaped, and restored by removing one apostrophe', (text) => {
  const cell = escapeFormula(text)
  expect(cell).toBe(`'${text}`)
  expect(unescapeFormula(cell)).toBe(text)
})

test.each([
  '+628125550001',
  'to do:\n- call\n- write',
  'a; b',
  'Ada',
  "O'Neill",
  "'quoted'",
  '-12.50',
  '-3',
  '0',
  '12500000000.00',
  'a=b',
  '',
])('%j is unchanged', (text) => {
  expect(escapeFormula(text)).toBe(text)
})

test('a reader of RFC 4180 finds the same cells', () => {
  const cells = ['a', 'say "hi"', 'a,b', 'two\r\nlines', '', 'é 🌱', ' spaced ']
  const line = csvLine(cells)
  expect(line.endsWith('\r\n')).toBe(true)
  expect(parse(line, { record_delimiter: '\r\n' })).toEqual([cells])
})

test('null is empty, numbers and booleans are plain, objects are JSON', () => {
  expect(csvLine([null, undefined, -1.5, true, { a: [1] }])).toBe(',,-1.5,true,"{""a"":[1]}"\r\n')
})

test('a file name is safe in its header and on disk', () => {
  expect(attachment('kabar-Ündang "x".zip')).toBe(
    `attachment; filename="kabar-Undang _x_.zip"; filename*=UTF-8''kabar-%C3%9Cndang%20%22x%22.zip`,
  )
  expect(attachment("bad\r\nname(1)'.zip")).not.toMatch(/[\r\n]/)
  expect(inFileName('../PT. Maju / Jaya: 株式会社\0')).toBe('PT-Maju-Jaya-株式会社')
  expect(inFileName('x'.repeat(500))).toHaveLength(60)
  expect(inFileName('///')).toBe('')
})
