// Form values of a transaction: text per field, empty if unset.
import * as z from 'zod/mini'
import { issue } from '../../../contract/messages/issue.ts'
import {
  type Transaction,
  TransactionInput,
  type TransactionKind,
  type TransactionState,
} from '../../../contract/transactions.ts'

export type TransactionValues = {
  kind: TransactionKind
  state: TransactionState
  amount: string
  due_on: string
  settled_on: string
  reference: string
  note: string
}

/** Most new transactions are expected or have just been received. */
export const emptyTransaction: TransactionValues = {
  kind: 'contribution',
  state: 'scheduled',
  amount: '',
  due_on: '',
  settled_on: '',
  reference: '',
  note: '',
}

export function valuesOf({ kind, state, amount, due_on, settled_on, reference, note }: Transaction): TransactionValues {
  return { kind, state, amount, due_on: due_on ?? '', settled_on: settled_on ?? '', reference, note }
}

/** Only a settled transaction has a settlement day. */
export function inputOf({ due_on, settled_on, ...rest }: TransactionValues): TransactionInput {
  return { ...rest, due_on: due_on || null, settled_on: (rest.state === 'settled' && settled_on) || null }
}

const required = issue('field.required')
const needed = (values: TransactionValues) =>
  [
    values.amount === '' ? { path: 'amount', message: required } : undefined,
    values.state === 'settled' && values.settled_on === ''
      ? { path: 'settled_on', message: issue('field.required_for_settled') }
      : undefined,
  ].filter((fault) => fault !== undefined)

/** Validates form values with the schema of the request; missing values are reported before sending. */
export const TransactionForm = z.pipe(
  z.transform((values: TransactionValues, { issues }) => {
    for (const { path, message } of needed(values))
      issues.push({ code: 'custom', input: values, path: [path], message })
    return inputOf(values)
  }),
  TransactionInput,
)
