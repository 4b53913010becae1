// Which currencies a list's footer shows.
import { expect, test } from 'vitest'
import { linesOf } from './totals-lines.ts'

const line = (currency: string, committed: string, funded: string, count = 1) => ({
  currency,
  count,
  committed,
  funded,
})
const answer = (by_currency: ReturnType<typeof line>[], not_converted: ReturnType<typeof line>[] = []) => ({
  count: 3,
  by_currency,
  base: { currency: 'IDR', as_of: '2026-11-21', committed: '0', funded: '0', not_converted },
})
const figures = ['committed', 'funded']
const shown = (given: ReturnType<typeof answer>) =>
  linesOf(given, figures).map(({ currency, amounts, isMissing }) =>
    [currency, amounts.committed, amounts.funded, ...(isMissing ? ['no rate'] : [])].join(' '),
  )

test('no lines if everything is in the base currency', () => {
  expect(shown(answer([line('IDR', '500.00', '20.00')]))).toEqual([])
  expect(shown(answer([]))).toEqual([])
})

test('every currency with amounts has a line, including the base currency', () => {
  const given = answer([line('EUR', '0.00', '0.00'), line('IDR', '500.00', '0.00'), line('USD', '2.50', '1.00')])
  expect(shown(given)).toEqual(['IDR 500.00 0.00', 'USD 2.50 1.00'])
})

test('the base currency comes first, then by number of records', () => {
  const given = answer([line('AED', '1', '0'), line('EUR', '1', '0', 2), line('IDR', '1', '0')])
  expect(shown(given)).toEqual(['IDR 1 0', 'EUR 1 0', 'AED 1 0'])
})

test('amounts without a rate are marked, and listed separately if they are only a part', () => {
  const kwd = line('KWD', '1000.125', '0.000')
  const usd = line('USD', '2.50', '1.00')
  expect(shown(answer([kwd, usd], [kwd, line('USD', '0.00', '1.00')]))).toEqual([
    'KWD 1000.125 0.000 no rate',
    'USD 2.50 1.00',
    'USD 0.00 1.00 no rate',
  ])
  // None of the amounts shown is missing a rate.
  expect(shown(answer([kwd, usd], [line('USD', '0.00', '0.00')]))).toEqual(['KWD 1000.125 0.000', 'USD 2.50 1.00'])
})
