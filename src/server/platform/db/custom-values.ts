// SQL of the values of custom fields, in the column `custom` of a record.
import { type RawBuilder, sql } from 'kysely'
import type { CustomField, CustomRecord } from '../../../contract/custom-fields.ts'
import type { CustomOperator } from '../../../contract/custom-filters.ts'
import type { CustomInput } from '../../../contract/custom-values.ts'
import type { Tenant } from './index.ts'
import { computed, type Order } from './page.ts'
import { valueInBase } from './totals.ts'

/**
 * The values of row `as`. Those of deleted fields are left out; the row keeps them until the field is deleted for good. Amounts are
 * left out for a user who sees none.
 */
export const customValues = (
  { organization_id, sees_amounts }: Tenant,
  record: CustomRecord,
  as: string,
): RawBuilder<unknown> =>
  sql`${sql.ref(`${as}.custom`)} - array(select f.key from custom_fields f
    where f.organization_id = ${organization_id} and f.record = ${sql.lit(record)} and ${
      sees_amounts ? sql`f.deleted_at is not null` : sql`(f.deleted_at is not null or f.type = 'money')`
    })`

/** For an update: sets the changed values in the column `custom`, or nothing if there are none. Null empties a field. */
export const customChange = (
  change: CustomInput | undefined,
  column: RawBuilder<unknown> = sql`custom`,
): { custom?: RawBuilder<string> } =>
  change === undefined || Object.keys(change).length === 0
    ? {}
    : { custom: sql<string>`jsonb_strip_nulls(${column} || ${JSON.stringify(change)}::jsonb)` }

/** For an insert: the column `custom`. */
export const customOf = (change: CustomInput = {}): { custom: string } => ({
  custom: JSON.stringify(Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null))),
})

/** A filter whose field exists and has this operator. */
export interface CustomCondition {
  field: Pick<CustomField, 'key' | 'type'>
  operator: CustomOperator
  values: readonly string[]
}

/** The query of a list, after its custom fields were looked up. */
export interface CustomQuery {
  custom_conditions?: readonly CustomCondition[] | undefined
  /** The custom field that the list is sorted by. */
  sorted_by?: CustomField | undefined
}

/** Whether the list is filtered by a custom field. */
export const hasCustom = ({ custom_conditions = [] }: CustomQuery): boolean => custom_conditions.length > 0

/** SQL conditions on the rows `as`. */
export function customConditions(
  tenant: Tenant,
  as: string,
  { custom_conditions = [] }: CustomQuery,
): RawBuilder<unknown>[] {
  return custom_conditions.map((condition) => asLikely(conditionOf(tenant, sql.ref(`${as}.custom`), condition)))
}

/**
 * Without statistics for JSON the planner expects one row in a thousand to match, and would sort all matches. For a `case` it expects
 * half of the rows, and reads the index of the order until the page is full.
 */
const asLikely = (condition: RawBuilder<unknown>) => sql`case when ${condition} then true else false end`

function conditionOf(
  tenant: Tenant,
  custom: RawBuilder<unknown>,
  { field: { key, type }, operator, values }: CustomCondition,
): RawBuilder<unknown> {
  const [first = ''] = values
  const text = sql`${custom} ->> ${key}`
  if (operator === 'is') return first === 'set' ? sql`${custom} ? ${key}` : sql`not ${custom} ? ${key}`
  if (operator === 'has') return sql`strpos(fold(${text}), fold(${first})) > 0`
  if (operator === 'any') {
    const stored = (value: string) => ({
      [key]: type === 'choices' ? [value] : type === 'yes_no' ? value === 'true' : value,
    })
    const each = values.map((value) => sql`${custom} @> ${JSON.stringify(stored(value))}::jsonb`)
    return sql`(${sql.join(each, sql` or `)})`
  }
  const bound = type === 'date' ? sql`${first}` : sql`${first}::numeric`
  const value = customKey(tenant, custom, { key, type })
  return operator === 'from' ? sql`${value} >= ${bound}` : sql`${value} <= ${bound}`
}

/** The value to compare and sort by: a number, a day, or an amount in the base currency. */
function customKey(tenant: Tenant, custom: RawBuilder<unknown>, { key, type }: Pick<CustomField, 'key' | 'type'>) {
  const text = sql`${custom} ->> ${key}`
  if (type === 'number') return sql`(${text})::numeric`
  if (type === 'date') return sql`(${text}) collate "C"`
  const [amount, currency] = [
    sql`(${custom} #>> array[${key}, 'amount'])::numeric`,
    sql`(${custom} #>> array[${key}, 'currency'])`,
  ]
  return valueInBase(tenant, amount, currency)
}

/** Orders the rows `as` by a custom field: choices in the order of the field, amounts by their value in the base currency. */
export function customOrder(tenant: Tenant, as: string, { key, type, choices }: CustomField): Order {
  const custom = sql.ref(`${as}.custom`)
  const text = sql`${custom} ->> ${key}`
  const ids = choices.map(({ id }) => id)
  const user = sql`u.organization_id = ${tenant.organization_id} and u.id = (${text})::uuid`
  switch (type) {
    case 'number':
    case 'date':
      return computed(customKey(tenant, custom, { key, type }))
    case 'money': {
      const value = customKey(tenant, custom, { key, type })
      // Amounts without an exchange rate come last, but before rows without an amount.
      const rank = sql`case when not ${custom} ? ${key} then 2 when ${value} is null then 1 else 0 end`
      return { keys: [value], rank }
    }
    case 'choice':
      return computed(sql`array_position(${ids}::text[], ${text})`)
    case 'choices':
      return computed(
        sql`(select min(array_position(${ids}::text[], c.id)) from jsonb_array_elements_text(${custom} -> ${key}) c (id))`,
      )
    case 'yes_no':
      return computed(sql`(${text})::boolean`)
    case 'person':
      return computed(sql`(select u.name collate "und-x-icu" from users u where ${user})`)
    default:
      return computed(sql`(${text}) collate "und-x-icu"`)
  }
}
