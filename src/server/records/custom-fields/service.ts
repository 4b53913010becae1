// Rules of custom fields, and their values for the features that write records.
import { Day } from '../../../contract/common.ts'
import type { CustomField, CustomFieldChange, CustomFieldInput, CustomRecord } from '../../../contract/custom-fields.ts'
import { maxCustomFields } from '../../../contract/custom-fields.ts'
import { customFilterName, customFilterParts, customOperators } from '../../../contract/custom-filters.ts'
import { CustomNumber } from '../../../contract/custom-values.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError, fieldError, notFound, orNotFound, recordChanged, versionConflict } from '../../errors.ts'
import { requireAmounts } from '../../platform/db/amounts.ts'
import type { CustomCondition, CustomQuery } from '../../platform/db/custom-values.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { unlessTaken } from '../../platform/db/records.ts'
import { fieldsOf, shown } from './fields.ts'
import { keyOf } from './key.ts'
import * as queries from './queries.ts'

export { checkCustom, checkManyCustom } from './checking.ts'
export { columnsOf, customColumns } from './columns.ts'
export { allFields, fieldsOf } from './fields.ts'
export { manyWithCustom } from './many.ts'
export { memberNames } from './queries.ts'

/**
 * Looks up the custom fields in a list's query. A field that does not exist, in a filter or the order, is a 404, as with other
 * filters. One with amounts is refused to a user who sees none.
 */
export async function withCustom<Q extends { custom?: string | undefined; sort?: string | undefined }>(
  tenant: Tenant,
  record: CustomRecord,
  query: Q,
): Promise<Q & CustomQuery> {
  const sorted = /^-?custom\.(.*)$/.exec(query.sort ?? '')?.[1]
  if (!query.custom && sorted === undefined) return query
  const fields = await fieldsOf(tenant, record)
  const sorted_by = fields.find(({ key }) => key === sorted)
  if (sorted !== undefined && !sorted_by) throw fieldError('not_found', 'sort', message('filter.record_deleted'))
  const custom_conditions = [...customFilterParts(query.custom)].map(([name, value]) =>
    conditionOf(fields, name, value),
  )
  if (sorted_by?.type === 'money' || custom_conditions.some(({ field }) => field.type === 'money'))
    requireAmounts(tenant)
  return { ...query, custom_conditions, sorted_by }
}

/** Most values in one filter. */
const most = 100

function conditionOf(fields: readonly CustomField[], name: string, value: string): CustomCondition {
  const { key, operator } = customFilterName(name) ?? {}
  const field = fields.find((each) => each.key === key)
  if (!field || !operator) throw fieldError('not_found', 'custom', message('filter.record_deleted'))
  const { type } = field
  const wrong = () => fieldError('invalid_request', 'custom', message('field.invalid'))
  if (operator === 'is') {
    if (value !== 'set' && value !== 'empty') throw wrong()
  } else if (!customOperators[type].includes(operator)) throw wrong()
  const values = operator === 'any' ? value.split(',') : [value]
  if (values.length > most) throw fieldError('invalid_request', 'custom', message('bounds.max_values', { count: most }))
  const isBound = operator === 'from' || operator === 'to'
  if (isBound && !(type === 'date' ? Day : CustomNumber).safeParse(value).success) throw wrong()
  if (type === 'yes_no' && operator === 'any' && values.some((each) => each !== 'true' && each !== 'false'))
    throw wrong()
  return { field, operator, values }
}

export const list = async (tenant: Tenant, record?: CustomRecord) => ({ data: await fieldsOf(tenant, record) })

export const get = async (tenant: Tenant, id: string) => shown(orNotFound(await queries.get(tenant, id)))

export const references = async (tenant: Tenant, id: string) => ({
  data: await queries.references(tenant, orNotFound(await queries.get(tenant, id))),
})

export const uses = async (tenant: Tenant, record: CustomRecord) => ({ data: await queries.uses(tenant, record) })

export async function create(tenant: Tenant, input: CustomFieldInput): Promise<CustomField> {
  const { record, type, name, choices, is_active = true } = input
  await queries.lockRecord(tenant, record)
  if ((await queries.list(tenant, record)).length >= maxCustomFields)
    throw new AppError('state_conflict', message('custom_field.too_many', { max: maxCustomFields }))
  const key = keyOf(name, await queries.keys(tenant, record), 'field')
  const field = { record, type, name, key, is_active, choices: choicesOf(type, choices, []) }
  const id = await queries.insert(tenant, field)
  if (!id) throw nameTaken()
  return await get(tenant, id)
}

export async function update(
  tenant: Tenant,
  id: string,
  { version, choices: given, empties, ...change }: CustomFieldChange,
): Promise<CustomField> {
  const { is_deleted, ...current } = orNotFound(await queries.lock(tenant, id))
  if (is_deleted) throw notFound()
  if (current.version !== version) throw recordChanged(current.name, shown(current))
  const choices = given && choicesOf(current.type, given, current.choices)
  const gone = (choices ?? [])
    .filter((choice) => choice.is_deleted && current.choices.some((was) => was.id === choice.id && !was.is_deleted))
    .map((choice) => choice.id)
  const count = gone.length > 0 ? await queries.choiceUses(tenant, current, gone) : 0
  if (count > 0 && !empties)
    throw new AppError(
      'in_use',
      count === 1
        ? message('custom_field.choices_in_use', { count: 1 })
        : message('custom_field.choices_in_use', { count }),
      { current: { in_use: count } },
    )
  if (gone.length > 0) await queries.removeChoices(tenant, current, gone)
  await unlessTaken(
    queries.update(tenant, id, { ...change, ...(choices && { choices }) }),
    'custom_fields_name',
    nameTaken,
  )
  return await get(tenant, id)
}

/** The choices to store after a change: the given ones in their order, then the deleted ones. */
function choicesOf(
  type: CustomField['type'],
  given: CustomFieldInput['choices'] = [],
  before: readonly queries.StoredChoice[],
): queries.StoredChoice[] {
  const hasChoices = type === 'choice' || type === 'choices'
  const refuse = (said: Parameters<typeof fieldError>[2]) => fieldError('invalid_request', 'choices', said)
  if (hasChoices && given.length === 0) throw refuse(message('custom_field.no_choices'))
  if (!hasChoices && given.length > 0) throw refuse(message('custom_field.choices_only'))
  const names = given.map(({ name }) => name.toLowerCase())
  if (new Set(names).size < names.length) throw refuse(message('custom_field.same_choice'))
  const taken = before.map(({ id }) => id)
  const next = given.map(({ id, name, color = 'gray' }) => {
    if (id !== undefined && !taken.includes(id)) throw refuse(message('field.not_choice'))
    const key = id ?? keyOf(name, taken, 'choice')
    if (id === undefined) taken.push(key)
    return { id: key, name, color }
  })
  const kept = new Set(next.map(({ id }) => id))
  if (kept.size < next.length) throw refuse(message('custom_field.same_choice'))
  const deleted = before.filter(({ id }) => !kept.has(id)).map((choice) => ({ ...choice, is_deleted: true as const }))
  return [...next, ...deleted]
}

export async function remove(tenant: Tenant, id: string): Promise<void> {
  if (orNotFound(await queries.lock(tenant, id)).is_deleted) throw notFound()
  await queries.mark(tenant, id, 'deleted')
}

/** Restores a deleted field, whose values have not changed; otherwise does nothing. */
export async function restore(tenant: Tenant, id: string): Promise<CustomField> {
  const { is_deleted, record } = orNotFound(await queries.lock(tenant, id))
  if (is_deleted) {
    if ((await queries.list(tenant, record)).length >= maxCustomFields)
      throw new AppError('state_conflict', message('custom_field.too_many', { max: maxCustomFields }))
    await unlessTaken(queries.mark(tenant, id, 'live'), 'custom_fields_name', nameTaken)
  }
  return await get(tenant, id)
}

export async function reorder(
  tenant: Tenant,
  { record, ids, previous_ids }: { record: CustomRecord; ids: string[]; previous_ids: string[] },
) {
  await queries.lockRecord(tenant, record)
  const wanted = new Set(ids)
  if (wanted.size !== ids.length || ids.length !== previous_ids.length || !previous_ids.every((id) => wanted.has(id)))
    throw fieldError('invalid_request', 'ids', message('field.not_same_rows'))
  const now = await list(tenant, record)
  if (now.data.map(({ id }) => id).join() !== previous_ids.join())
    throw versionConflict(message('master_data.list_changed'), now)
  await queries.reorder(tenant, ids)
  return await list(tenant, record)
}

const nameTaken = () => fieldError('name_taken', 'name', message('name.taken'))
