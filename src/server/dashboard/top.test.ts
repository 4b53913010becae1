// Top ten investors at rates other than those they were ranked by.
import { expect, test } from 'vitest'
import { unitsOf } from '../db/decimals.ts'
import { isTop, placed } from './top.ts'

const rates = (EUR: string | null, IDR: string | null = null) => ({ target: 'USD', rates: { EUR, IDR } })
/** Ten with 100 USD and more, each with some EUR. */
const sums = (rest: string) =>
  new Map([
    ...Array.from({ length: 10 }, (_, nth) => [`v${nth}|USD`, [unitsOf(String(100 + nth))]] as const),
    ['v0|EUR', [unitsOf('50')]],
    ['rest|3', [unitsOf(rest)]],
  ])

test('the most worth comes first, and what has no rate is worth nothing', () => {
  expect(placed(sums('1'), rates('2')).map(([id]) => id)).toEqual('v0 v9 v8 v7 v6 v5 v4 v3 v2 v1'.split(' '))
  expect(placed(sums('1'), rates(null)).map(([id]) => id)).toEqual('v9 v8 v7 v6 v5 v4 v3 v2 v1 v0'.split(' '))
})

test.each([
  ['the same rates', '99', rates('1'), rates('1'), true],
  ['a rate that fell', '99', rates('0.5'), rates('1'), true],
  ['a rate that rose less than the rest is behind', '90', rates('1.1'), rates('1'), true],
  ['a rate that rose as much as that', '90', rates('1.2'), rates('1'), false],
  ['nobody else', '0', rates('9'), rates('1'), true],
  ['a rate where there was none', '1', rates('1', '2'), rates('1'), false],
  ['a rate that is gone', '99', rates(null), rates('1'), true],
])('%s', (_, rest, now, then, holds) => {
  expect(isTop(sums(rest), now, then)).toBe(holds)
})
