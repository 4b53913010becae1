// Rules of master data, and its interface for other features.

import { type Pagination, pagination } from '../../../contract/common.ts'
import type { InvestmentStatus, MasterDataQuery, Move, Order } from '../../../contract/master-data.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError, fieldError, notFound, orNotFound, recordChanged, versionConflict } from '../../errors.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { unlessTaken } from '../../platform/db/records.ts'
import type { Fields, MasterDataKind, Rows } from './queries.ts'
import * as queries from './queries.ts'
import { seededNames, seedsIn } from './seeds.ts'

export { shownName } from './queries.ts'

/**
 * Moves every live record from `from` to `to` with a new version. Declared here and provided by `app.ts`,
 * because the features that write those records depend on this one.
 */
export type Movers = Record<MasterDataKind, (tenant: Tenant, from: string, to: string) => Promise<unknown>>

/** Whether a text of a file, in either language, is the name of this row. */
export function isCalled({ name, seed_key }: { name: string; seed_key: string | null }, text: string): boolean {
  const seeded = seed_key === null ? [] : Object.values(seededNames).map((names) => names[seed_key])
  return [name, ...seeded].some((each) => each?.toLowerCase() === text.toLowerCase())
}

/** Creates the master data of a new organization, in its founder's language. */
export async function seedMasterData(tenant: Tenant, locale?: string): Promise<void> {
  const seeds = seedsIn(locale)
  await queries.seed(tenant, 'investor_types', seeds.investor_types)
  await queries.seed(tenant, 'investment_statuses', seeds.investment_statuses)
  await queries.seed(tenant, 'investment_stages', seeds.investment_stages)
}

/**
 * Locks a row that a record is about to use against deletion. Only for new choices: a record keeps a row that
 * is no longer offered.
 */
export async function choose<K extends MasterDataKind>(
  tenant: Tenant,
  kind: K,
  id: string,
  field: string,
): Promise<Omit<Rows[K], 'in_use'>> {
  const row = await queries.keepInUse(tenant, kind, id)
  if (!row) throw fieldError('not_found', field, message('master_data.deleted'))
  if (!row.is_active) throw fieldError('invalid_request', field, message('master_data.inactive'))
  return row
}

export async function list<K extends MasterDataKind>(
  tenant: Tenant,
  kind: K,
  query: MasterDataQuery = {},
): Promise<{ data: Rows[K][]; pagination: Pagination }> {
  const rows = await queries.list(tenant, kind, query)
  const { page = 1, per_page = Math.max(rows.length, 1) } = query
  return {
    data: rows.slice((page - 1) * per_page, page * per_page),
    pagination: pagination({ page, per_page }, rows.length),
  }
}

export async function get<K extends MasterDataKind>(tenant: Tenant, kind: K, id: string): Promise<Rows[K]> {
  return orNotFound(await queries.get(tenant, kind, id))
}

export async function create<K extends MasterDataKind>(
  tenant: Tenant,
  kind: K,
  input: Partial<Fields> & { name: string },
): Promise<Rows[K]> {
  await queries.lockKind(tenant, kind)
  const id = await queries.insert(tenant, kind, input)
  if (!id || (await queries.hasNamesake(tenant, kind, id))) throw nameTaken()
  return await get(tenant, kind, id)
}

export async function change<K extends MasterDataKind>(
  tenant: Tenant,
  kind: K,
  id: string,
  { version, ...input }: Partial<Fields> & { is_default?: true; version: number },
): Promise<Rows[K]> {
  await queries.lockKind(tenant, kind)
  if (input.is_default) await queries.dropDefault(tenant, id)
  const changed = await withFreeName(kind, queries.update(tenant, kind, id, version, input))
  if (changed && input.name !== undefined && (await queries.hasNamesake(tenant, kind, id))) throw nameTaken()
  const current = await get(tenant, kind, id)
  if (changed) return current
  if (current.version === version) throw refusedChange(current, input)
  throw recordChanged(current.name, current)
}

export async function remove(tenant: Tenant, kind: MasterDataKind, id: string): Promise<void> {
  await queries.lockKind(tenant, kind)
  await queries.keepFromUse(tenant, kind, id)
  if (!(await queries.remove(tenant, kind, id))) throw await refusedRemoval(tenant, kind, id)
  await queries.closeGaps(tenant, kind)
}

/** Restores the old position. Restoring a record that is not deleted changes nothing. */
export async function restore<K extends MasterDataKind>(tenant: Tenant, kind: K, id: string): Promise<Rows[K]> {
  await queries.lockKind(tenant, kind)
  if (await withFreeName(kind, queries.restore(tenant, kind, id))) {
    if (await queries.hasNamesake(tenant, kind, id)) throw nameTaken()
    await queries.closeGaps(tenant, kind, id)
  }
  return await get(tenant, kind, id)
}

export async function reorder<K extends MasterDataKind>(tenant: Tenant, kind: K, { ids, previous_ids }: Order) {
  await queries.lockKind(tenant, kind)
  const wanted = new Set(ids)
  if (wanted.size !== ids.length || ids.length !== previous_ids.length || !previous_ids.every((id) => wanted.has(id))) {
    throw fieldError('invalid_request', 'ids', message('field.not_same_rows'))
  }
  if ((await queries.countKnown(tenant, kind, ids)) < ids.length) throw notFound()
  const now = await list(tenant, kind)
  if (now.data.map(({ id }) => id).join() !== previous_ids.join())
    throw versionConflict(message('master_data.list_changed'), now)
  await queries.reorder(tenant, kind, ids)
  return await list(tenant, kind)
}

/** Returns the number of moved live records. */
export async function move(
  tenant: Tenant,
  kind: MasterDataKind,
  id: string,
  { to_id, remove: alsoRemove }: Move,
  movers: Movers,
): Promise<{ moved: number }> {
  if (to_id === id) throw fieldError('invalid_request', 'to_id', message('master_data.replacement_same'))
  await queries.lockKind(tenant, kind)
  // Of two opposite moves one waits for the other, and no new record can use the row that is being emptied.
  await queries.keepFromUse(tenant, kind, id)
  const { in_use } = await get(tenant, kind, id)
  await choose(tenant, kind, to_id, 'to_id')
  await movers[kind](tenant, id, to_id)
  if (alsoRemove) await remove(tenant, kind, id)
  return { moved: in_use }
}

/** Why a change with the current version was rejected: only statuses have rules that can forbid one. */
function refusedChange(row: Rows[MasterDataKind], change: Partial<Fields> & { is_default?: true }): AppError {
  const { category, is_active } = { ...(row as InvestmentStatus), ...change }
  if (change.is_default && (category !== 'prospect' || !is_active)) {
    return new AppError('state_conflict', message('status.cannot_be_default'))
  }
  return refusedLoss(row as InvestmentStatus)
}

async function refusedRemoval(tenant: Tenant, kind: MasterDataKind, id: string): Promise<AppError> {
  const row = await get(tenant, kind, id)
  const { name, in_use } = row
  if ('category' in row) {
    const others = (await queries.list(tenant, 'investment_statuses', {})).filter((other) => other.id !== id)
    const isLast = row.is_active && !others.some((other) => other.is_active && other.category === row.category)
    if (row.is_default || isLast) return refusedLoss(row)
  }
  return new AppError('in_use', message('record.in_use', { count: in_use, name }), { current: row })
}

function refusedLoss({ name, is_default }: InvestmentStatus): AppError {
  return is_default
    ? new AppError('default_status', message('status.is_default', { name }))
    : new AppError('last_active_status', message('status.last_active', { name }))
}

const nameTaken = () => fieldError('name_taken', 'name', message('name.taken'))

const withFreeName = <T>(kind: MasterDataKind, write: Promise<T>) => unlessTaken(write, `${kind}_name`, nameTaken)
