// A deleted transaction is restored unchanged or not at all.
import { expect, test } from 'vitest'
import { dashboard } from '../../../contract/dashboard.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { offerings } from '../../../contract/offerings.ts'
import { statements } from '../../../contract/statements.ts'
import { transactions } from '../../../contract/transactions.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'

const { signUp } = await testApp()

test('a transaction is not restored in another currency', async () => {
  const ayu = await signUp()
  const { id: investor_id } = await addInvestor(ayu)
  const { id } = await addInvestment(ayu, { investor_id, currency: 'USD' })
  const { id: transaction_id } = await addTransaction(ayu, id, { amount: '12.34' })
  const params = { id, transaction_id }
  made(await ayu.call(transactions.remove, { params }))
  await inCurrency(ayu, id, 'JPY')
  const refused = await ayu.call(transactions.restore, { params })
  expect([refused.status, refused.problem.code]).toEqual([409, 'state_conflict'])
  expect(refused.problem.detail).toContain('USD')
  expect(made(await ayu.call(investments.get, { params: { id } }))).toMatchObject({ funded: '0', transaction_count: 0 })

  await inCurrency(ayu, id, 'USD')
  expect(made(await ayu.call(transactions.restore, { params }))).toMatchObject({ amount: '12.34', currency: 'USD' })
})

async function inCurrency(caller: Caller, id: string, currency: string) {
  const { version } = made(await caller.call(investments.get, { params: { id } }))
  made(await caller.call(investments.update, { params: { id }, body: { version, currency } }))
}

test('an amount that would overflow the totals of its investment is rejected on its field', async () => {
  const person = await signUp()
  const { id } = await addInvestment(person, { investor_id: (await addInvestor(person)).id })
  const largest = { amount: '999999999999999999' }
  for (let nth = 1; nth <= 100; nth++) await addTransaction(person, id, largest)
  const one = await addTransaction(person, id, { amount: '1' })
  const body = { kind: 'contribution', state: 'settled', settled_on: '2026-01-15', ...largest } as const
  const answers = [
    await person.call(transactions.create, { params: { id }, body }),
    await person.call(transactions.update, {
      params: { id, transaction_id: one.id },
      body: { version: one.version, ...largest },
    }),
  ]
  for (const { status, problem } of answers) expect([status, problem.errors?.[0]?.path]).toEqual([400, 'amount'])
})

test('refunding more than was paid is allowed, with a warning, and does not increase the amount due', async () => {
  const ayu = await signUp({ country: 'US' })
  const { id: investor_id } = await addInvestor(ayu)
  const status_id = await statusOf(ayu, 'committed')
  const { id: offering_id } = made(
    await ayu.call(offerings.create, { body: { name: 'Fund', kind: 'fund', currency: 'USD', target_amount: '1000' } }),
  )
  const { id } = await addInvestment(ayu, { investor_id, offering_id, status_id, committed_amount: '100' })
  const refund = await addTransaction(ayu, id, { kind: 'refund', amount: '50' })
  expect(refund.warnings).toEqual(['refunds_exceed_contributions'])
  const query = { investor_id }
  expect(made(await ayu.call(investments.get, { params: { id } }))).toMatchObject({
    funded: '-50.00',
    outstanding: '100.00',
  })
  expect(made(await ayu.call(investments.totals, { query })).base).toMatchObject({ outstanding: '100.00' })
  const { figures } = made(await ayu.call(investors.get, { params: { id: investor_id } }))
  expect(figures).toMatchObject([{ outstanding: '100.00' }])
  const shown = made(await ayu.call(dashboard.get))
  expect(shown.totals.base).toMatchObject({ outstanding: '100.00' })
  expect(shown.offerings).toMatchObject([{ funded: '-50.00', target: '1000.00', remaining: '1000.00' }])
  const statement = made(await ayu.call(statements.get, { params: { id: investor_id } }))
  expect(statement.currencies).toMatchObject([{ outstanding: '100.00', investments: [{ outstanding: '100.00' }] }])

  const params = { id, transaction_id: refund.id }
  const paid = await addTransaction(ayu, id, { amount: '50' })
  expect(paid.warnings).toEqual([])
  const more = made(await ayu.call(transactions.update, { params, body: { version: refund.version, amount: '50.01' } }))
  expect(more.warnings).toEqual(['refunds_exceed_contributions'])
  made(await ayu.call(transactions.remove, { params }))
  expect(made(await ayu.call(transactions.restore, { params })).warnings).toEqual(['refunds_exceed_contributions'])
})

test('without commitments a statement shows zero, not minus zero', async () => {
  const ayu = await signUp({ country: 'US' })
  for (const [currency, zero] of [
    ['USD', '0.00'],
    ['JPY', '0'],
    ['KWD', '0.000'],
  ] as const) {
    const { id: investor_id } = await addInvestor(ayu)
    const { id } = await addInvestment(ayu, { investor_id, currency })
    await addTransaction(ayu, id, { kind: 'refund', amount: '5' })
    const { currencies } = made(await ayu.call(statements.get, { params: { id: investor_id } }))
    expect(currencies).toMatchObject([{ committed: zero, investments: [{ committed: zero }] }])
  }
})
