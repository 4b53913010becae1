import { expect, test } from 'vitest'
import { daysBetween, pairText, significant } from './currency-text.ts'

test.each([
  ['USD', 'IDR', '16400', '1 USD = 16,400 IDR'],
  ['USD', 'IDR', '16427.432569271840191', '1 USD = 16,427.4 IDR'],
  ['IDR', 'USD', '0.000060975609756', '1 USD = 16,400 IDR'],
  ['AED', 'USD', '0.272294077603812', '1 USD = 3.6725 AED'],
  ['KWD', 'USD', '3.25', '1 KWD = 3.25 USD'],
  ['USD', 'IDR', '999999.96', '1 USD = 1,000,000 IDR'],
  ['X', 'Y', '0.000000000000001', '1 Y = 1,000,000,000,000,000 X'],
])('1 %s = %s %s is shown as %s', (from, to, rate, text) => {
  expect(pairText(from, to, rate)).toBe(text)
})

test('displayed rates keep their significant digits', () => {
  expect(significant('16427.432569271840191', 10)).toBe('16427.43257')
  expect(significant('0.000060975609756', 4)).toBe('0.00006098')
  expect(significant('12', 6)).toBe('12')
  expect(significant('9.9999999', 3)).toBe('10')
})

test('days are counted across clock changes', () => {
  expect(daysBetween('2026-01-10', '2026-11-20')).toBe(314)
  expect(daysBetween('2026-11-20', '2026-11-20')).toBe(0)
})
