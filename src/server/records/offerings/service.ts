// The rules of offerings.
import { type Pagination, pagination } from '../../../contract/common.ts'
import { message } from '../../../contract/messages/message.ts'
import { precisionFault } from '../../../contract/money.ts'
import type { Offering, OfferingChange, OfferingInput, OfferingQuery } from '../../../contract/offerings.ts'
import { AppError, fieldError, notFound, orNotFound, recordChanged } from '../../errors.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { enableUsed } from '../currencies/service.ts'
import { checkCustom, withCustom } from '../custom-fields/service.ts'
import { retitle } from '../investments/service.ts'
import * as queries from './queries.ts'

export { columns } from './columns.ts'
export { all, getMany, named } from './queries.ts'

export async function list(
  tenant: Tenant,
  query: OfferingQuery,
): Promise<{ data: Offering[]; pagination: Pagination }> {
  const { data, total } = await queries.list(tenant, await withCustom(tenant, 'offering', query))
  return { data, pagination: pagination(query, total) }
}

export async function get(tenant: Tenant, id: string): Promise<Offering> {
  return orNotFound(await queries.get(tenant, id))
}

export async function create(tenant: Tenant, { custom: given, ...input }: OfferingInput): Promise<Offering> {
  const custom = await checkCustom(tenant, 'offering', given)
  const offering = {
    kind: 'round',
    target_amount: null,
    min_ticket: null,
    opens_on: null,
    closes_on: null,
    state: 'open',
    ...input,
  }
  check(offering)
  await enableUsed(tenant, [offering.currency])
  const id = await queries.insert(tenant, { ...offering, custom })
  if (!id) throw nameTaken(input.name)
  return await get(tenant, id)
}

export async function update(
  tenant: Tenant,
  id: string,
  { version, custom: given, ...change }: OfferingChange,
): Promise<Offering> {
  const custom = await checkCustom(tenant, 'offering', given)
  const { version: present, is_deleted, ...current } = orNotFound(await queries.lock(tenant, id))
  if (is_deleted) throw notFound()
  if (present !== version) throw recordChanged(current.name, await get(tenant, id))
  const next = { ...current, ...change }
  check(next)
  if (await queries.isTaken(tenant, next.name, id)) throw nameTaken(next.name)
  if (next.currency !== current.currency) await enableUsed(tenant, [next.currency])
  await queries.update(tenant, id, { ...next, custom })
  if (next.name !== current.name) await retitle(tenant, { offering_id: id })
  return await get(tenant, id)
}

/** `version`: throws `version_conflict` if the offering has another one. */
export async function remove(tenant: Tenant, id: string, version?: number): Promise<void> {
  const current = orNotFound(await queries.lock(tenant, id))
  if (current.is_deleted) throw notFound()
  if (version !== undefined && current.version !== version) throw recordChanged(current.name, await get(tenant, id))
  // After the lock: a concurrent investment is already committed and counted, and a later one finds the
  // offering deleted.
  const count = await queries.investmentCount(tenant, id)
  if (count > 0)
    throw new AppError(
      'in_use',
      count === 1 ? message('offering.in_use', { count: 1 }) : message('offering.in_use', { count }),
      { current: { in_use: count } },
    )
  await queries.mark(tenant, id, 'deleted')
}

/** Restoring a record that is not deleted changes nothing. */
export async function restore(tenant: Tenant, id: string): Promise<Offering> {
  const { is_deleted, name } = orNotFound(await queries.lock(tenant, id))
  if (is_deleted) {
    if (await queries.isTaken(tenant, name, id)) throw nameTaken(name)
    await queries.mark(tenant, id, 'live')
  }
  return await get(tenant, id)
}

function check({ currency, target_amount, min_ticket, opens_on, closes_on }: queries.LockedOffering) {
  const faults = Object.entries({ target_amount, min_ticket }).flatMap(([path, amount]) => {
    const fault = amount === null ? undefined : precisionFault(amount, currency)
    return fault ? [{ path, message: fault }] : []
  })
  if (opens_on !== null && closes_on !== null && opens_on > closes_on)
    faults.push({ path: 'closes_on', message: message('field.before_opening') })
  if (faults.length > 0) throw new AppError('invalid_request', undefined, { fields: faults })
}

const nameTaken = (name: string) => fieldError('name_taken', 'name', message('offering.name_taken', { name }))
