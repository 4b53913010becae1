// All SQL of the roles that organizations made.
import { sql } from 'kysely'
import { BuiltInRole, type Permission, permissionsOf } from '../../../contract/permissions.ts'
import { maxRoles, type Role, type RoleChange, type RoleInput } from '../../../contract/roles.ts'
import type { Tenant } from '../../platform/db/index.ts'

export async function list(tenant: Tenant, id?: string): Promise<Role[]> {
  const { rows } = await sql<Role>`
    select r.id, r.name, r.permissions, r.version, r.created_at, r.updated_at,
      (select count(*)::int from users u where u.organization_id = r.organization_id and u.role_id = r.id)
        + (select count(*)::int from invitations i where i.organization_id = r.organization_id and i.role_id = r.id
          and i.accepted_at is null and i.withdrawn_at is null) as used_by
    from roles r
    where r.organization_id = ${tenant.organization_id} and r.id = coalesce(${id ?? null}, r.id)
    order by lower(r.name), r.id`.execute(tenant.db)
  return rows
}

export type NameTaken = 'name_taken'

/** Returns undefined if the organization already has `maxRoles`. */
export async function insert(
  tenant: Tenant,
  { name, permissions }: RoleInput,
): Promise<{ id: string } | NameTaken | undefined> {
  return await unlessTaken(tenant, async () => {
    const { rows } = await sql<{ id: string }>`
      insert into roles (organization_id, name, permissions, created_by)
      select ${tenant.organization_id}, ${name}, ${permissions}, ${tenant.user_id ?? null}
      where (select count(*) from roles where organization_id = ${tenant.organization_id}) < ${maxRoles}
      returning id`.execute(tenant.db)
    return rows[0]
  })
}

/** Returns undefined if the version is outdated. */
export async function update(
  tenant: Tenant,
  id: string,
  { version, name, permissions }: RoleChange,
): Promise<{ id: string } | NameTaken | undefined> {
  return await unlessTaken(tenant, async () => {
    const { rows } = await sql<{ id: string }>`
      update roles set name = coalesce(${name ?? null}, name), permissions = coalesce(${permissions ?? null}, permissions),
        updated_at = now(), version = version + 1
      where organization_id = ${tenant.organization_id} and id = ${id} and version = ${version}
      returning id`.execute(tenant.db)
    return rows[0]
  })
}

async function unlessTaken<T>(tenant: Tenant, work: () => Promise<T>): Promise<T | NameTaken> {
  await sql`savepoint role`.execute(tenant.db)
  try {
    return await work()
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint !== 'roles_name') throw error
    await sql`rollback to savepoint role`.execute(tenant.db)
    return 'name_taken'
  }
}

export async function remove(tenant: Tenant, id: string): Promise<void> {
  await tenant.db
    .deleteFrom('roles')
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .execute()
}

export interface MemberRole {
  role: BuiltInRole | null
  role_id: string | null
  permissions: Permission[] | null
  is_active: boolean
}

export async function ofMember(tenant: Tenant, user_id: string): Promise<MemberRole | undefined> {
  const { rows } = await sql<MemberRole>`
    select u.role, u.role_id, r.permissions, u.disabled_at is null as is_active
    from users u left join roles r on r.organization_id = u.organization_id and r.id = u.role_id
    where u.organization_id = ${tenant.organization_id} and u.id = ${user_id}`.execute(tenant.db)
  return rows[0]
}

/** Locks the owners, so that one of two concurrent changes waits until the other is committed. */
export async function lockOwners(tenant: Tenant): Promise<void> {
  await sql`
    select from users where organization_id = ${tenant.organization_id} and role = 'owner' order by id for no key update`.execute(
    tenant.db,
  )
}

export async function lockRole(tenant: Tenant, id: string): Promise<void> {
  await sql`select from roles where organization_id = ${tenant.organization_id} and id = ${id} for update`.execute(
    tenant.db,
  )
}

/** Prevents deletion of the role until the transaction ends. */
export async function keepRole(tenant: Tenant, id: string): Promise<void> {
  await sql`select from roles where organization_id = ${tenant.organization_id} and id = ${id} for key share`.execute(
    tenant.db,
  )
}

/** Number of active owners besides this user. */
export async function otherOwners(tenant: Tenant, user_id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users
    where organization_id = ${tenant.organization_id} and role = 'owner' and disabled_at is null and id <> ${user_id}`.execute(
    tenant.db,
  )
  return rows[0]!.count
}

interface Addressee {
  id: string
  name: string
  email: string
  locale: string
}

/** Active owners. */
export async function owners(tenant: Tenant): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select id, name, email, locale from users
    where organization_id = ${tenant.organization_id} and role = 'owner' and disabled_at is null
    order by id`.execute(tenant.db)
  return rows
}

/** Active members who have the permission by their role. */
export async function membersWith(tenant: Tenant, permission: Permission): Promise<Addressee[]> {
  const builtIn = BuiltInRole.options.filter((role) => permissionsOf[role].includes(permission))
  const { rows } = await sql<Addressee>`
    select u.id, u.name, u.email, u.locale from users u
    left join roles r on r.organization_id = u.organization_id and r.id = u.role_id
    where u.organization_id = ${tenant.organization_id} and u.disabled_at is null
      and (u.role = any (${builtIn}::text[]) or ${permission} = any (r.permissions))
    order by u.id`.execute(tenant.db)
  return rows
}
