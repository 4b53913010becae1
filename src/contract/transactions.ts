// Transactions of an investment: contributions (capital calls while scheduled), distributions, returns of
// capital and refunds.
import * as z from 'zod/mini'
import { byId, Day, Id, line, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Amount } from './money.ts'

export const TransactionKind = z.enum(['contribution', 'distribution', 'return_of_capital', 'fee', 'refund'])
export type TransactionKind = z.output<typeof TransactionKind>
/** Only settled transactions count as money moved. */
export const TransactionState = z.enum(['scheduled', 'settled', 'cancelled'])
export type TransactionState = z.output<typeof TransactionState>

export const Transaction = z.object({
  id: Id,
  investment_id: Id,
  kind: TransactionKind,
  state: TransactionState,
  /** In the investment's currency. */
  amount: z.string(),
  currency: z.string(),
  due_on: z.nullable(z.string()),
  settled_on: z.nullable(z.string()),
  /** Scheduled, and due before today. */
  is_overdue: z.boolean(),
  reference: z.string(),
  note: z.string(),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Transaction = z.output<typeof Transaction>

/** Unusual but allowed states of an investment after a change. */
export const TransactionWarning = z.enum([
  /** Refunds exceed contributions: funded is below zero. */
  'refunds_exceed_contributions',
])
export type TransactionWarning = z.output<typeof TransactionWarning>
export const SavedTransaction = z.extend(Transaction, { warnings: z.array(TransactionWarning) })
export type SavedTransaction = z.output<typeof SavedTransaction>

/** Settled refunds less settled contributions, in units of 10^-4; 0 if not positive. */
export function excessRefund(transactions: readonly Pick<Transaction, 'kind' | 'state' | 'amount'>[]): bigint {
  const sum = (kind: TransactionKind) =>
    transactions
      .filter((each) => each.kind === kind && each.state === 'settled')
      .reduce((units, { amount }) => {
        const [whole = '0', decimals = ''] = amount.split('.')
        return units + BigInt(whole + decimals.padEnd(4, '0'))
      }, 0n)
  const excess = sum('refund') - sum('contribution')
  return excess > 0n ? excess : 0n
}

export const TransactionInput = z.strictObject({
  kind: TransactionKind,
  state: TransactionState,
  amount: Amount,
  due_on: z.optional(z.nullable(Day)),
  /** Required when settled; today at the latest. */
  settled_on: z.optional(z.nullable(Day)),
  reference: z.optional(line(200, 0)),
  note: z.optional(line(2_000, 0)),
})
export type TransactionInput = z.output<typeof TransactionInput>
export const TransactionChange = z.extend(z.partial(TransactionInput), { version: z.int() })
export type TransactionChange = z.output<typeof TransactionChange>

/** Columns of the transaction export, in addition to the id. */
export const transactionColumns = [
  'investment_id',
  'investment',
  'investor_code',
  'investor',
  'kind',
  'state',
  'currency',
  'amount',
  'due_on',
  'settled_on',
  'reference',
  'note',
  'created_at',
  'updated_at',
] as const

const path = '/v1/investments/:id/transactions'
const one = {
  path: `${path}/:transaction_id`,
  access: 'signed_in',
  params: z.object({ id: Id, transaction_id: Id }),
} as const

export const transactions = {
  /** All transactions of an investment, latest day first. */
  list: endpoint({
    permission: 'see_amounts',
    method: 'GET',
    path,
    access: 'signed_in',
    params: byId,
    response: z.object({ data: z.array(Transaction) }),
  }),
  create: endpoint({
    permission: 'edit',
    also: 'see_amounts',
    audited: 'record_added',
    method: 'POST',
    path,
    access: 'signed_in',
    params: byId,
    body: TransactionInput,
    response: SavedTransaction,
    status: 201,
    adds: () => 1,
  }),
  update: endpoint({
    permission: 'edit',
    also: 'see_amounts',
    ...one,
    method: 'PATCH',
    body: TransactionChange,
    response: SavedTransaction,
  }),
  remove: endpoint({ permission: 'edit', also: 'see_amounts', ...one, method: 'DELETE' }),
  restore: endpoint({
    permission: 'edit',
    also: 'see_amounts',
    ...one,
    method: 'POST',
    path: `${path}/:transaction_id/restore`,
    response: SavedTransaction,
  }),
}
