// Export columns of custom fields, which the import can read again: choices and persons by name.
import type { CustomField, CustomRecord } from '../../../contract/custom-fields.ts'
import type { CustomValues } from '../../../contract/custom-values.ts'
import { listText, type TableColumn } from '../../../contract/exports.ts'
import { requireAmounts } from '../../platform/db/amounts.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { fieldsOf } from './fields.ts'
import * as queries from './queries.ts'

type Row = { custom: CustomValues }

/** The columns of the chosen fields, or of all active fields if none are chosen; of amounts only for a user who sees them. */
export async function customColumns(
  tenant: Tenant,
  record: CustomRecord,
  chosen: readonly string[],
): Promise<TableColumn<Row>[]> {
  const fields = (await fieldsOf(tenant, record)).filter(({ key, type, is_active }) =>
    chosen.length === 0 ? is_active && (tenant.sees_amounts || type !== 'money') : chosen.includes(`custom.${key}`),
  )
  if (fields.some(({ type }) => type === 'money')) requireAmounts(tenant)
  const names = fields.some(({ type }) => type === 'person') ? await queries.memberNames(tenant) : new Map()
  return fields.flatMap((field) => columnsOf(field, names))
}

/** The columns of one field; money has two. `members`: names of users by id. */
export function columnsOf(
  { key, type, choices }: CustomField,
  members: ReadonlyMap<string, string>,
): TableColumn<Row>[] {
  const header = `custom.${key}`
  const text = (custom: CustomValues) => {
    const value = custom[key]
    if (value === undefined) return null
    if (Array.isArray(value)) return listText(choices.filter(({ id }) => value.includes(id)).map(({ name }) => name))
    if (typeof value === 'boolean') return String(value)
    if (typeof value === 'object') return value.amount
    if (type === 'choice') return choices.find(({ id }) => id === value)?.name ?? null
    return type === 'person' ? (members.get(value) ?? null) : value
  }
  const kind = type === 'number' || type === 'money' ? 'decimal' : type === 'date' ? 'day' : undefined
  const column = { header, ...(kind && ({ kind } as const)), value: ({ custom }: Row) => text(custom) }
  if (type !== 'money') return [column]
  const currency = ({ custom }: Row) => (custom[key] as { currency: string } | undefined)?.currency ?? null
  return [column, { header: `${header}.currency`, value: currency }]
}
