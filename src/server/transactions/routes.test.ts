// What was deleted comes back as it was, or not at all.
import { expect, test } from 'vitest'
import { investments } from '../../contract/investments.ts'
import { transactions } from '../../contract/transactions.ts'
import { type Caller, testApp } from '../test/app.ts'
import { addInvestment, addInvestor, addTransaction, made } from '../test/records.ts'

const { signUp } = await testApp()

test('money comes back in no other currency than it moved in', async () => {
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

test('an amount that the sums of its investment cannot hold is refused on its field', async () => {
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
