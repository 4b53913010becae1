// Totals equal reference sums in exact fractions, for random records, rates and filters.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { investmentStatuses } from '../../../contract/master-data.ts'
import { decimalsOf } from '../../../contract/money.ts'
import { testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'
import { addAll, byHand, decimal, investment, plus, rate, setRate, units } from '../../test/sums.ts'

const { signUp, database } = await testApp()

test('amounts without a rate are shown separately, and change nothing else', async () => {
  const ayu = await signUp({ country: 'US' })
  const { id: investor_id } = await addInvestor(ayu)
  const status_id = await statusOf(ayu, 'committed')
  const add = (currency: string, committed_amount: string) =>
    addInvestment(ayu, { investor_id, status_id, currency, committed_amount })
  await add('USD', '100.10')
  await setRate(database, ayu, { from: 'USD', to: 'IDR', day: '2026-01-10', value: '16400' })
  await add('IDR', '12500000000')
  const before = made(await ayu.call(investments.totals))
  expect(before.base).toMatchObject({ currency: 'USD', committed: '762295.22', not_converted: [] })
  const kwd = await add('KWD', '0.001')
  await addTransaction(ayu, kwd.id, { amount: '0.001' })
  const after = made(await ayu.call(investments.totals))
  expect(after.base).toMatchObject({ committed: '762295.22', outstanding: before.base.outstanding, funded: '0.00' })
  expect(after.base.not_converted).toMatchObject([
    { currency: 'KWD', count: 1, committed: '0.001', funded: '0.001', outstanding: '0.000' },
  ])
  expect(after.count).toBe(3)
  expect(after.by_currency.map(({ currency, committed }) => [currency, committed])).toEqual([
    ['IDR', '12500000000.00'],
    ['KWD', '0.001'],
    ['USD', '100.10'],
  ])
})

test('payments are converted at the rate of their day', async () => {
  const ayu = await signUp({ country: 'US' })
  const { id: investor_id } = await addInvestor(ayu)
  const status_id = await statusOf(ayu, 'funded')
  const { id } = await addInvestment(ayu, { investor_id, status_id, currency: 'IDR', committed_amount: '34000' })
  await setRate(database, ayu, { from: 'USD', to: 'IDR', day: '2026-01-10', value: '16000' })
  await setRate(database, ayu, { from: 'USD', to: 'IDR', day: '2026-02-10', value: '17000' })
  await addTransaction(ayu, id, { amount: '16000', settled_on: '2026-01-20' })
  await addTransaction(ayu, id, { amount: '17000', settled_on: '2026-02-20' })
  await addTransaction(ayu, id, { amount: '16000', settled_on: '2026-01-09', kind: 'distribution' })
  const { base } = made(await ayu.call(investments.totals))
  expect(base).toMatchObject({ committed: '2.00', funded: '2.00', outstanding: '0.06', distributed: '0.00' })
  // Before the first rate: shown in its own currency, and only that figure.
  expect(base.not_converted).toMatchObject([
    { currency: 'IDR', count: 1, distributed: '16000.00', funded: '0.00', committed: '0.00' },
  ])
})

test('for random organizations the totals equal the sums by hand', async () => {
  const cases = fc.sample(
    fc.record({
      rows: fc.array(investment, { minLength: 1, maxLength: 12 }),
      rates: fc.uniqueArray(rate, { maxLength: 6, selector: ({ from, to, day }) => `${from}${to}${day}` }),
    }),
    { numRuns: 12, seed: 20_261_121 },
  )
  for (const { rows, rates } of cases) {
    const ayu = await signUp({ country: 'US' })
    const { id: investor_id } = await addInvestor(ayu)
    const statuses = made(await ayu.call(investmentStatuses.list)).data
    await addAll(database, ayu, { rows, rates, investors: [investor_id] })
    const totals = made(await ayu.call(investments.totals))
    expect(totals).toEqual(byHand(rows, rates, statuses, totals.base.as_of))
    // The investors' footer sums the same investments, and so do the lists' own rows.
    expect(made(await ayu.call(investors.totals))).toEqual(totals)
    for (const category of ['soft', 'committed,funded,exited']) {
      const query = { category } as never
      const list = made(await ayu.call(investments.list, { query }))
      const part = made(await ayu.call(investments.totals, { query }))
      expect(part.count).toBe(list.pagination.total)
      for (const { currency, committed } of part.by_currency) {
        const amounts = list.data.filter((row) => row.currency === currency).map((row) => row.committed_amount!)
        if (category !== 'soft')
          expect(committed).toBe(decimal(amounts.map(units).reduce(plus, 0n), decimalsOf(currency)))
      }
    }
  }
})
