// Highlighted parts of a text.
import { expect, test } from 'vitest'
import { highlighted } from './highlight.ts'

test.each([
  ['Budi Santoso', 'bud', '[Bud]i Santoso'],
  ['Budi Santoso', 'santoso budi', '[Budi] [Santoso]'],
  ['Sudibudi', 'BUDI', 'Sudi[budi]'],
  ['Émile Zola', 'emile', '[Émile] Zola'],
  ['Emile', 'émi', '[Emi]le'],
  ['E\u0301mile', 'em', '[E\u0301m]ile'],
  ['ﬁrst', 'fir', '[ﬁr]st'],
  ['budi@example.com', 'example.com', 'budi@[example.com]'],
  ['+62 812 3450 001', '0812345', '+62 [812 345]0 001'],
  ['+62 812 3450 001', '+62812', '+[62 812] 3450 001'],
  ['+62 812 3450 001', '450 001', '+62 812 3[450 001]'],
  ['Person 12', '12', 'Person [12]'],
  ['aaaa', 'aa', '[aaaa]'],
  ['Nobody', 'x', 'Nobody'],
  ['', 'x', ''],
  ['Nobody', '', 'Nobody'],
  ['a.b (c)', '.b (', 'a[.b] [(]c)'],
])('%s searched for %s', (text, q, shown) => {
  expect(
    highlighted(text, q)
      .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
      .join(''),
  ).toBe(shown)
})
