// Columns of the investments export, which the import reads back.

import { listText, type TableColumn } from '../../../contract/exports.ts'
import type { Investment, investmentColumns } from '../../../contract/investments.ts'

type Name = (typeof investmentColumns)[number]

const plain = (header: Name & keyof Investment, kind?: 'decimal' | 'day') => ({
  header,
  ...(kind && { kind }),
  value: (investment: Investment) => investment[header] as string | number | null,
})

export const columns: (TableColumn<Investment> & { header: Name | 'id' })[] = [
  { header: 'id', value: ({ id }) => id },
  plain('reference'),
  plain('title'),
  { header: 'investor_code', value: ({ investor }) => investor.code },
  { header: 'investor', value: ({ investor }) => investor.name },
  { header: 'offering', value: ({ offering }) => offering?.name },
  { header: 'status', value: ({ status }) => status.name },
  { header: 'category', value: ({ status }) => status.category },
  { header: 'stage', value: ({ stage }) => stage?.name },
  plain('instrument'),
  plain('currency'),
  plain('expected_amount', 'decimal'),
  plain('committed_amount', 'decimal'),
  plain('funded', 'decimal'),
  plain('outstanding', 'decimal'),
  plain('due', 'decimal'),
  plain('overdue', 'decimal'),
  plain('next_due_on', 'day'),
  plain('distributed', 'decimal'),
  plain('probability', 'decimal'),
  plain('expected_close_on', 'day'),
  plain('committed_on', 'day'),
  plain('closed_on', 'day'),
  plain('lost_reason'),
  plain('units', 'decimal'),
  plain('unit_price', 'decimal'),
  plain('ownership_percent', 'decimal'),
  plain('interest_rate_percent', 'decimal'),
  plain('discount_percent', 'decimal'),
  plain('valuation_cap', 'decimal'),
  plain('maturity_on', 'day'),
  { header: 'owner', value: ({ owner }) => owner?.name },
  { header: 'tags', value: ({ tags }) => listText(tags.map(({ name }) => name)) },
  plain('notes'),
  plain('created_at'),
  plain('updated_at'),
]
