// Columns of the transactions export, which the import reads back.

import type { TableColumn } from '../../../contract/exports.ts'
import type { transactionColumns } from '../../../contract/transactions.ts'
import type { ListedTransaction } from './queries.ts'

const plain = (header: (typeof transactionColumns)[number] | 'id', kind?: 'decimal' | 'day') => ({
  header,
  ...(kind && { kind }),
  value: (transaction: ListedTransaction) => transaction[header],
})

export const columns: (TableColumn<ListedTransaction> & { header: (typeof transactionColumns)[number] | 'id' })[] = [
  plain('id'),
  plain('investment_id'),
  plain('investment'),
  plain('investor_code'),
  plain('investor'),
  plain('kind'),
  plain('state'),
  plain('currency'),
  plain('amount', 'decimal'),
  plain('due_on', 'day'),
  plain('settled_on', 'day'),
  plain('reference'),
  plain('note'),
  plain('created_at'),
  plain('updated_at'),
]
