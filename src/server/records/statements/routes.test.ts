// Statements equal the lists and the dashboard.
import { expect, test } from 'vitest'
import { dashboard } from '../../../contract/dashboard.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { statements } from '../../../contract/statements.ts'
import { testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'

const { signUp } = await testApp()

test('lists investments and payments by currency, with the same totals as the lists', async () => {
  const ayu = await signUp({ country: 'US', organization: 'Lovelace Ventures' })
  const { id, code } = await addInvestor(ayu, { name: 'Ani Wijaya', city: 'Bandung', country: 'ID' })
  const { id: other } = await addInvestor(ayu)
  const status_id = await statusOf(ayu, 'funded')
  const add = (title: string, more: object) =>
    addInvestment(ayu, {
      investor_id: id,
      title,
      status_id,
      committed_on: '2026-01-05',
      committed_amount: '100',
      ...more,
    })
  const house = await add('House', {})
  const fund = await add('Fund', { currency: 'IDR', committed_amount: '5000000' })
  await add('Only talk', { currency: 'EUR', status_id: await statusOf(ayu, 'prospect'), committed_amount: null })
  await addInvestment(ayu, { investor_id: other, status_id, committed_amount: '7' })
  await addTransaction(ayu, house.id, { amount: '60', settled_on: '2026-02-01', reference: 'Wire 1' })
  await addTransaction(ayu, house.id, { amount: '10', settled_on: '2026-03-01', kind: 'refund' })
  await addTransaction(ayu, house.id, { amount: '3', settled_on: '2026-04-01', kind: 'distribution' })
  await addTransaction(ayu, fund.id, { amount: '2000000', state: 'scheduled', settled_on: null, due_on: '2026-05-01' })

  const statement = made(await ayu.call(statements.get, { params: { id } }))
  expect(statement).toMatchObject({
    organization: 'Lovelace Ventures',
    investor: { id, code, name: 'Ani Wijaya', city: 'Bandung', country: 'ID' },
    currencies: [
      {
        currency: 'IDR',
        ...{ committed: '5000000.00', funded: '0.00', outstanding: '5000000.00', distributed: '0.00' },
        investments: [{ title: 'Fund', committed: '5000000.00' }],
        payments: [],
        due: [{ day: '2026-05-01', amount: '2000000.00', investment: 'Fund' }],
      },
      {
        currency: 'USD',
        ...{ committed: '100.00', funded: '50.00', outstanding: '50.00', distributed: '3.00' },
        investments: [{ title: 'House', funded: '50.00' }],
        payments: [
          { day: '2026-02-01', kind: 'contribution', amount: '60.00', reference: 'Wire 1' },
          { day: '2026-03-01', kind: 'refund', amount: '10.00' },
          { day: '2026-04-01', kind: 'distribution', amount: '3.00' },
        ],
        due: [],
      },
    ],
  })
  // The same figures as on the investor's page, the list and the dashboard for that day.
  const { figures } = made(await ayu.call(investors.get, { params: { id } }))
  expect(statement.currencies.map(pick)).toEqual(figures.filter(({ currency }) => currency !== 'EUR').map(pick))
  const foot = made(await ayu.call(investments.totals, { query: { investor_id: id } }))
  expect(statement.currencies.map(pick)).toEqual(
    foot.by_currency.filter(({ currency }) => currency !== 'EUR').map(pick),
  )
  const shown = made(await ayu.call(dashboard.get))
  expect(shown.top_investors.find((row) => row.id === id)).toMatchObject({ committed: '100.00', funded: '50.00' })

  const early = made(await ayu.call(statements.get, { params: { id }, query: { as_of: '2026-02-15' } }))
  expect(early.as_of).toBe('2026-02-15')
  const dollars = early.currencies.find(({ currency }) => currency === 'USD')
  expect(dollars).toMatchObject({ funded: '60.00', outstanding: '40.00', payments: [{ amount: '60.00' }] })
  const before = made(await ayu.call(statements.get, { params: { id }, query: { as_of: '2026-01-04' } }))
  expect(before.currencies).toEqual([])
})

test('nothing is due on an investment that did not exist yet', async () => {
  const ayu = await signUp({ country: 'US' })
  const { id } = await addInvestor(ayu)
  const status_id = await statusOf(ayu, 'committed')
  await addInvestment(ayu, { investor_id: id, status_id, committed_amount: '100', committed_on: '2026-01-05' })
  const { id: later } = await addInvestment(ayu, { investor_id: id, status_id, committed_amount: '70' })
  await addTransaction(ayu, later, { amount: '70', state: 'scheduled', settled_on: null, due_on: '2026-02-01' })
  const query = { as_of: '2026-02-15' }
  const foot = made(await ayu.call(investments.totals, { query: { ...query, investor_id: id } }))
  expect(foot.by_currency).toMatchObject([{ count: 1, committed: '100.00', due: '0.00', overdue: '0.00' }])
  const { currencies } = made(await ayu.call(statements.get, { params: { id }, query }))
  expect(currencies).toMatchObject([{ committed: '100.00', investments: [{ committed: '100.00' }], due: [] }])
})

const pick = ({
  currency,
  committed,
  funded,
  outstanding,
  distributed,
}: Record<'currency' | 'committed' | 'funded' | 'outstanding' | 'distributed', string>) => ({
  currency,
  committed,
  funded,
  outstanding,
  distributed,
})
