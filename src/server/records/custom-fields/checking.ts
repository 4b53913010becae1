// Checks values of custom fields before a record is written.
import type { CustomRecord } from '../../../contract/custom-fields.ts'
import { type CustomInput, readCustom } from '../../../contract/custom-values.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import { requireAmounts } from '../../platform/db/amounts.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { enableUsed } from '../currencies/service.ts'
import { fieldsOf, shown } from './fields.ts'
import * as queries from './queries.ts'

/**
 * Checks changed values against the fields, and locks the fields against deletion. Call it before locking the record
 * (docs/decisions/0007-order-of-locks.md).
 */
export async function checkCustom(
  tenant: Tenant,
  record: CustomRecord,
  given: CustomInput | undefined,
): Promise<CustomInput | undefined> {
  if (given === undefined || Object.keys(given).length === 0) return undefined
  await requireAmountsFor(tenant, record, given)
  const [{ values, faults } = { values: {}, faults: [] }] = await checkManyCustom(tenant, record, [given])
  if (faults.length > 0) throw new AppError('invalid_request', undefined, { fields: faults })
  return values
}

/** Refuses a change of an amount to a user who sees none. */
export async function requireAmountsFor(tenant: Tenant, record: CustomRecord, given: CustomInput): Promise<void> {
  if (tenant.sees_amounts) return
  const money = (await fieldsOf(tenant, record)).filter(({ type }) => type === 'money')
  if (money.some(({ key }) => key in given)) requireAmounts(tenant)
}

/** Like `checkCustom` for many records: returns the values or faults of each. */
export async function checkManyCustom(
  tenant: Tenant,
  record: CustomRecord,
  given: readonly (CustomInput | undefined)[],
): Promise<ReturnType<typeof readCustom>[]> {
  const keys = new Set(given.flatMap((each) => Object.keys(each ?? {})))
  const fields = (await queries.hold(tenant, record, [...keys])).map(shown)
  const checked = given.map((each = {}) => readCustom(fields, each))
  const persons = fields.filter(({ type }) => type === 'person').map(({ key }) => key)
  const ids = checked.flatMap(({ values }) => persons.map((key) => values[key]).filter((id) => typeof id === 'string'))
  const members = new Set<unknown>(ids.length > 0 ? await queries.members(tenant, ids) : [])
  for (const { values, faults } of checked)
    for (const key of persons)
      if (typeof values[key] === 'string' && !members.has(values[key]))
        faults.push({ path: `custom.${key}`, message: message('owner.not_member') })
  const written = checked.filter(({ faults }) => faults.length === 0).flatMap(({ values }) => Object.values(values))
  await enableUsed(tenant, [
    ...new Set(
      written.flatMap((value) =>
        value !== null && typeof value === 'object' && 'currency' in value ? [value.currency] : [],
      ),
    ),
  ])
  return checked
}
