// Rules of saved views: names are unique within a list, and nobody sees another member's own views.
import { message } from '../../../contract/messages/message.ts'
import { maxViews, type View, type ViewChange, type ViewInput, type ViewList } from '../../../contract/views.ts'
import { AppError, fieldError, notFound, orNotFound, recordChanged } from '../../errors.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { unlessTaken } from '../../platform/db/records.ts'
import { type Rights, requirePermission } from '../../platform/http/authentication.ts'
import * as queries from './queries.ts'

export async function list(tenant: Tenant): Promise<{ data: View[] }> {
  return { data: await queries.list(tenant) }
}

export async function create(
  tenant: Tenant,
  caller: Rights,
  { is_shared = false, ...input }: ViewInput,
): Promise<View> {
  if (is_shared) requirePermission(caller, 'edit')
  const view = { ...input, private_to: scopeOf(tenant, is_shared) }
  await limit(tenant, view)
  const id = await queries.insert(tenant, view)
  if (!id) throw nameTaken(input.name)
  return await get(tenant, id)
}

export async function update(
  tenant: Tenant,
  caller: Rights,
  id: string,
  { version, is_shared, ...change }: ViewChange,
): Promise<View> {
  const current = await lockFor(tenant, caller, id)
  if (is_shared) requirePermission(caller, 'edit')
  if (current.is_deleted) throw notFound()
  if (current.version !== version) throw recordChanged(current.name, await get(tenant, id))
  const private_to = is_shared === undefined ? current.private_to : scopeOf(tenant, is_shared)
  if (private_to !== current.private_to) {
    // Otherwise one member could take a view away from the others.
    if (private_to !== null && !current.is_mine)
      throw fieldError('invalid_request', 'is_shared', message('view.not_yours'))
    await limit(tenant, { list: current.list, private_to })
  }
  const { name = current.name } = change
  await unlessNameTaken(name, queries.update(tenant, id, { ...change, private_to }))
  return await get(tenant, id)
}

export async function remove(tenant: Tenant, caller: Rights, id: string): Promise<void> {
  const { is_deleted } = await lockFor(tenant, caller, id)
  if (is_deleted) throw notFound()
  await queries.mark(tenant, id, 'deleted')
}

/** Restoring a view that is not deleted changes nothing. */
export async function restore(tenant: Tenant, caller: Rights, id: string): Promise<View> {
  const view = await lockFor(tenant, caller, id)
  if (view.is_deleted) await unlessNameTaken(view.name, queries.mark(tenant, id, 'live'))
  return await get(tenant, id)
}

/** Refuses a view of another list, and a view that the member does not see. */
export async function setDefault(tenant: Tenant, { list: of, view_id }: { list: ViewList; view_id: string | null }) {
  if (view_id !== null && (await queries.get(tenant, view_id))?.list !== of)
    throw fieldError('not_found', 'view_id', message('record.deleted'))
  await queries.setDefault(tenant, of, view_id)
  return await list(tenant)
}

/** Members may change their own views. Changing a view of the team needs the permission to change its records. */
async function lockFor(tenant: Tenant, caller: Rights, id: string) {
  const view = orNotFound(await queries.lock(tenant, id))
  if (view.private_to === null) requirePermission(caller, 'edit')
  return view
}

const get = async (tenant: Tenant, id: string): Promise<View> => orNotFound(await queries.get(tenant, id))

const scopeOf = ({ user_id }: Tenant, is_shared: boolean) => (is_shared ? null : (user_id ?? null))

async function limit(tenant: Tenant, scope: { list: ViewList; private_to: string | null }) {
  if ((await queries.count(tenant, scope)) >= maxViews)
    throw new AppError('state_conflict', message('view.too_many', { max: maxViews }))
}

const unlessNameTaken = <T>(name: string, write: Promise<T>) => unlessTaken(write, 'views_name', () => nameTaken(name))

const nameTaken = (name: string) => fieldError('name_taken', 'name', message('view.name_taken', { name }))
