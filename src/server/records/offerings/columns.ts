// Columns of the offerings export, which the import reads back.
import type { TableColumn } from '../../../contract/exports.ts'
import type { Offering, offeringColumns } from '../../../contract/offerings.ts'

type Name = (typeof offeringColumns)[number]

const plain = (header: Name | 'id', kind?: 'decimal' | 'day') => ({
  header,
  ...(kind && { kind }),
  value: (offering: Offering) => offering[header],
})

export const columns: (TableColumn<Offering> & { header: Name | 'id' })[] = [
  plain('id'),
  plain('name'),
  plain('kind'),
  plain('currency'),
  plain('target_amount', 'decimal'),
  plain('min_ticket', 'decimal'),
  plain('opens_on', 'day'),
  plain('closes_on', 'day'),
  plain('state'),
  plain('investment_count', 'decimal'),
  plain('created_at'),
  plain('updated_at'),
]
