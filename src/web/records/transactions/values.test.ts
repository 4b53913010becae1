// Form values of a transaction and their conversion to the API.
import { expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { emptyTransaction, inputOf, TransactionForm } from './values.ts'

test.each([
  [{}, [['amount', 'field.required']]],
  [{ amount: '500.00' }, []],
  [
    { amount: '', state: 'settled' },
    [
      ['amount', 'field.required'],
      ['settled_on', 'field.required_for_settled'],
    ],
  ],
  [{ amount: '500.00', state: 'settled', settled_on: '2026-11-21' }, []],
  [{ amount: '? 1.234' }, [['amount', 'field.not_amount']]],
])('%o', (typed, faults) => {
  const { error } = safeParse(TransactionForm, { ...emptyTransaction, ...typed })
  expect((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])).toEqual(faults)
})

test('a transaction that is no longer settled has no settlement day', () => {
  expect(inputOf({ ...emptyTransaction, amount: '5', settled_on: '2026-11-21', due_on: '2026-11-20' })).toMatchObject({
    state: 'scheduled',
    settled_on: null,
    due_on: '2026-11-20',
  })
})
