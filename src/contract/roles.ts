// Roles of an organization: built-in ones, and those that it made from permissions.

import * as z from 'zod/mini'
import { byId, Id, line, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { BuiltInRole, Permission } from './permissions.ts'

/** The name of a built-in role, or the id of a role that the organization made. */
export const RoleId = z.union([BuiltInRole, Id])
export type RoleId = z.output<typeof RoleId>
/** `name` is null for a built-in role, which each client names in its own language. */
export const RoleLabel = z.object({ id: RoleId, name: z.nullable(z.string()) })
export type RoleLabel = z.output<typeof RoleLabel>

export const maxRoles = 50

export const Role = z.object({
  id: Id,
  name: z.string(),
  permissions: z.array(Permission),
  /** How many members and open invitations have the role. */
  used_by: z.int(),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Role = z.output<typeof Role>

const given = {
  name: line(60),
  /** Only permissions that the caller has. Every role may view records. */
  permissions: z.array(Permission).check(z.maxLength(Permission.options.length)),
}
export const RoleInput = z.strictObject(given)
export type RoleInput = z.output<typeof RoleInput>
export const RoleChange = z.extend(z.partial(z.strictObject(given)), { version: z.int() })
export type RoleChange = z.output<typeof RoleChange>

const one = { path: '/v1/roles/:id', access: 'signed_in', params: byId } as const
const all = { path: '/v1/roles', access: 'signed_in' } as const

export const roles = {
  /** The roles that the organization made, in order of their names. */
  list: endpoint({ ...all, permission: 'view', method: 'GET', response: z.object({ data: z.array(Role) }) }),
  create: endpoint({
    ...all,
    permission: 'manage_team',
    audited: 'role_added',
    method: 'POST',
    body: RoleInput,
    response: Role,
    status: 201,
  }),
  /** Applies to members with the role from their next request on. */
  update: endpoint({
    ...one,
    permission: 'manage_team',
    audited: 'role_changed',
    method: 'PATCH',
    body: RoleChange,
    response: Role,
  }),
  /** Refused with `in_use` while a member or an open invitation has the role. */
  remove: endpoint({ ...one, permission: 'manage_team', audited: 'role_deleted', method: 'DELETE' }),
}
