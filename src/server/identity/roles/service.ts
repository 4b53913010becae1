// Rules of roles: nobody gives, takes away or changes a right that they lack, and an organization always has an owner.
import { message } from '../../../contract/messages/message.ts'
import { BuiltInRole, type Permission, permissionsOf } from '../../../contract/permissions.ts'
import { maxRoles, type Role, type RoleChange, type RoleId, type RoleInput } from '../../../contract/roles.ts'
import { AppError, fieldError, orNotFound, recordChanged } from '../../errors.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { type Caller, type Rights, requirePermission } from '../../platform/http/authentication.ts'
import { setRole, type UserRole } from '../users/service.ts'
import * as queries from './queries.ts'

export { membersWith, owners } from './queries.ts'

/** The rights of a stored role. `permissions`: those of a role that the organization made. */
export function rightsOf({ role, permissions }: Pick<queries.MemberRole, 'role' | 'permissions'>): Rights {
  return { is_owner: role === 'owner', permissions: role ? permissionsOf[role] : (permissions ?? []) }
}

/** Returns the chosen role as stored, if the caller may give it. An unknown role is an error of the field. */
export async function givenRole(tenant: Tenant, caller: Rights, chosen: RoleId): Promise<UserRole> {
  const builtIn = BuiltInRole.safeParse(chosen)
  if (builtIn.success) {
    requireAll(caller, rightsOf({ role: builtIn.data, permissions: null }))
    return { role: builtIn.data, role_id: null }
  }
  await queries.keepRole(tenant, chosen)
  const [role] = await queries.list(tenant, chosen)
  if (!role) throw fieldError('invalid_request', 'role', message('role.unknown'))
  requireAll(caller, { is_owner: false, permissions: role.permissions })
  return { role: null, role_id: role.id }
}

/** Throws `forbidden` unless the caller has all these rights. */
export function requireAll(caller: Rights, { is_owner, permissions }: Rights): void {
  if (is_owner && !caller.is_owner) throw new AppError('forbidden', message('role.only_owners'))
  const lacking = permissions.filter((permission) => !caller.permissions.includes(permission))
  if (lacking.length > 0) {
    const names = lacking.map((permission: Permission) => message(`permission.${permission}`))
    throw new AppError('forbidden', message('role.more_than_yours', { permissions: names }))
  }
}

/** Throws `forbidden` unless the caller is an owner. */
export const requireOwner = (caller: Rights): void => requireAll(caller, { is_owner: true, permissions: [] })

/**
 * Needed for every act on a member: the caller manages the team and has all of the member's rights. Locks the owners until the
 * transaction ends, so that this stays true. Returns the caller's rights; 404 if there is no such member.
 */
export async function requireRightsOver(tenant: Tenant, caller: Caller, user_id: string): Promise<Rights> {
  await queries.lockOwners(tenant)
  const rights = await presentRights(tenant, caller)
  requirePermission(rights, 'manage_team')
  requireAll(rights, rightsOf(orNotFound(await queries.ofMember(tenant, user_id))))
  return rights
}

/** The caller's rights, less those they lost since the request began. */
async function presentRights(tenant: Tenant, caller: Caller): Promise<Rights> {
  // A demo organization has no members; its user may do everything there.
  if (caller.organization_id !== caller.home_organization_id) return caller
  const member = await queries.ofMember(tenant, caller.user_id)
  if (!member?.is_active) throw new AppError('unauthenticated')
  const { is_owner, permissions } = rightsOf(member)
  return {
    is_owner: caller.is_owner && is_owner,
    permissions: caller.permissions.filter((permission) => permissions.includes(permission)),
  }
}

/** Throws `last_owner` if the user is the only active owner. Locks the owners until the transaction ends. */
export async function requireOtherOwner(tenant: Tenant, user_id: string): Promise<void> {
  await queries.lockOwners(tenant)
  const member = await queries.ofMember(tenant, user_id)
  if (member?.role !== 'owner' || !member.is_active) return
  if ((await queries.otherOwners(tenant, user_id)) === 0) {
    throw new AppError('last_owner', message('role.last_owner'))
  }
}

/** Returns false if the member already had this role. */
export async function setMemberRole(tenant: Tenant, caller: Caller, user_id: string, chosen: RoleId): Promise<boolean> {
  const rights = await requireRightsOver(tenant, caller, user_id)
  const given = await givenRole(tenant, rights, chosen)
  if (given.role !== 'owner') await requireOtherOwner(tenant, user_id)
  return await setRole(tenant, user_id, given)
}

export async function addRole(tenant: Tenant, caller: Rights, input: RoleInput): Promise<Role> {
  requireAll(caller, { is_owner: false, permissions: input.permissions })
  const added = await queries.insert(tenant, input)
  if (added === 'name_taken') throw nameTaken()
  if (!added) throw fieldError('state_conflict', 'name', message('role.too_many', { max: maxRoles }))
  return await getRole(tenant, added.id)
}

export async function changeRole(tenant: Tenant, caller: Rights, id: string, change: RoleChange): Promise<Role> {
  const before = await getRole(tenant, id)
  requireAll(caller, { is_owner: false, permissions: [...before.permissions, ...(change.permissions ?? [])] })
  const changed = await queries.update(tenant, id, change)
  if (changed === 'name_taken') throw nameTaken()
  if (!changed) throw recordChanged(before.name, await getRole(tenant, id))
  return await getRole(tenant, id)
}

export async function removeRole(tenant: Tenant, caller: Rights, id: string): Promise<void> {
  await queries.lockRole(tenant, id)
  const { permissions, used_by } = await getRole(tenant, id)
  requireAll(caller, { is_owner: false, permissions })
  if (used_by > 0) throw new AppError('in_use', message('role.in_use', { count: used_by }))
  await queries.remove(tenant, id)
}

async function getRole(tenant: Tenant, id: string): Promise<Role> {
  const [role] = await queries.list(tenant, id)
  return orNotFound(role)
}

function nameTaken() {
  return fieldError('name_taken', 'name', message('role.name_taken'))
}
