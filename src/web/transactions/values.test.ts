// Form values of a transaction and their conversion to the API.
import { expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { emptyTransaction, inputOf, TransactionForm } from './values.ts'

test.each([
  [{}, [['amount', 'is required']]],
  [{ amount: '500.00' }, []],
  [
    { amount: '', state: 'settled' },
    [
      ['amount', 'is required'],
      ['settled_on', 'is required when it is settled'],
    ],
  ],
  [{ amount: '500.00', state: 'settled', settled_on: '2026-11-21' }, []],
  [{ amount: '? 1.234' }, [['amount', 'is not an amount such as 1500000.50']]],
])('%o', (typed, faults) => {
  const { error } = safeParse(TransactionForm, { ...emptyTransaction, ...typed })
  expect((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])).toEqual(faults)
})

test('what is not settled any more has no day of settlement', () => {
  expect(inputOf({ ...emptyTransaction, amount: '5', settled_on: '2026-11-21', due_on: '2026-11-20' })).toMatchObject({
    state: 'scheduled',
    settled_on: null,
    due_on: '2026-11-20',
  })
})
