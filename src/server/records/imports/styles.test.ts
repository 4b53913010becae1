// Number and date formats: how they are parsed, and when a user must decide.
import { expect, test } from 'vitest'
import { dateStyleOf, fitsCurrency, numberStyleOf, readAmount, readDay } from './styles.ts'

test.each([
  ['1500000', null, '1500000', ''],
  ['1,500,000', null, '1500000', ''],
  ['1.500.000', null, '1500000', ''],
  ['1.500.000,50', null, '1500000.50', ''],
  ['1,500,000.50', null, '1500000.50', ''],
  ['12,34,567.50', null, '1234567.50', ''],
  ['1 500 000,5', null, '1500000.5', ''],
  ["1'500.25", null, '1500.25', ''],
  ['1\u00a0500\u202f000', null, '1500000', ''],
  ['1 500 USD', null, '1500', 'USD'],
  ['0.125', null, '0.125', ''],
  ['1.234', 'comma', '1234', ''],
  ['1.234', 'point', '1.234', ''],
  ['1,234', 'comma', '1.234', ''],
  ['1.5', 'comma', '1.5', ''],
  ['Rp 1.500.000', null, '1500000', 'RP'],
  ['Rp. 1.500.000,-', null, '1500000', 'RP'],
  ['$1,500.00', null, '1500.00', '$'],
  ['1500 USD', null, '1500', 'USD'],
  ['9999999999999.99', null, '9999999999999.99', ''],
  ['９９', null, '99', ''],
] as const)('%j in style %j is %s', (cell, style, amount, sign) => {
  expect(readAmount(cell, style)).toEqual({ ok: true, value: { amount, sign } })
})

test.each([
  ['1.234', null, 'unclear'],
  ['Rp 1.234', null, 'unclear'],
  ['-5', null, 'wrong'],
  ['1e3', null, 'wrong'],
  ['0x10', null, 'wrong'],
  ['1.2.3', null, 'wrong'],
  ['abc', 'point', 'wrong'],
  ['NaN', 'point', 'wrong'],
  // Spaces separate thousands; other spaced digits are two numbers.
  ['1 5', null, 'wrong'],
  ['1 6400', null, 'wrong'],
  ['1500 250', null, 'wrong'],
  ['1,500 25', null, 'wrong'],
  ["1'50", null, 'wrong'],
  // A footnote mark is not a digit.
  ['1,500²', null, 'wrong'],
  ['5½', null, 'wrong'],
  ['1,5 M', null, 'scale'],
  ['1.5m', 'point', 'scale'],
] as const)('%j in style %j is %s', (cell, style, problem) => {
  expect(readAmount(cell, style)).toEqual({ ok: false, problem })
})

test.each([
  [['1.234', '1.500,50'], 'comma', false],
  [['1.234', '1,500.50'], 'point', false],
  [['1.234', '5.678'], null, true],
  [['1234', '5000'], null, false],
  [['1.234', '1,5', '2.5'], null, true],
] as const)('%j are written %s', (cells, style, isAsked) => {
  expect(numberStyleOf(cells)).toEqual({ style, isAsked })
})

test.each([
  ['2026-01-31', null, '2026-01-31'],
  ['2026/1/3', null, '2026-01-03'],
  ['20260131', null, '2026-01-31'],
  ['31/01/2026', null, '2026-01-31'],
  ['01/31/2026', null, '2026-01-31'],
  ['05.05.2026', null, '2026-05-05'],
  ['03/04/2026', 'dmy', '2026-04-03'],
  ['03/04/2026', 'mdy', '2026-03-04'],
  ['3 Agustus 2026', null, '2026-08-03'],
  ['Aug 3, 2026', null, '2026-08-03'],
  ['17-Des-26', null, '2026-12-17'],
  ['26/01/02', 'ymd', '2026-01-02'],
  ['15/06/98', null, '1998-06-15'],
  ['15-Jun-69', null, '2069-06-15'],
  ['2026-01-31 00:00', null, '2026-01-31'],
  ['31/01/2026 9:30:00 PM', null, '2026-01-31'],
] as const)('%j in style %j is %s', (cell, style, day) => {
  expect(readDay(cell, style)).toEqual({ ok: true, value: day })
})

test.each([
  ['03/04/2026', null, 'unclear'],
  ['2026-02-30', null, 'wrong'],
  ['31/01/2026', 'ymd', undefined],
  ['0000-00-00', null, 'wrong'],
  ['46042', null, 'wrong'],
  ['soon', 'dmy', 'wrong'],
] as const)('%j in style %j: %s', (cell, style, problem) => {
  expect(readDay(cell, style)).toEqual(problem ? { ok: false, problem } : { ok: true, value: '2026-01-31' })
})

test.each([
  [['03/04/2026', '31/01/2026'], 'dmy', false],
  [['03/04/2026', '01/31/2026'], 'mdy', false],
  [['03/04/2026', '05/06/2026'], null, true],
  [['2026-04-03', ''], null, false],
] as const)('%j are written %s', (cells, style, isAsked) => {
  expect(dateStyleOf(cells)).toEqual({ style, isAsked })
})

test.each([
  ['RP', 'IDR', true],
  ['RP', 'USD', false],
  ['$', 'SGD', true],
  ['$', 'EUR', false],
  ['USD', 'USD', true],
  ['EUR', 'USD', false],
  ['?', 'USD', false],
])('%s beside an amount in %s: %s', (sign, currency, fits) => {
  expect(fitsCurrency(sign, currency)).toBe(fits)
})
