// All SQL of invitations and members. The app's clock passes the time as a parameter.
import { sql } from 'kysely'
import type { Invitation, Member } from '../../../contract/team.ts'
import type { Database, Tenant } from '../../platform/db/index.ts'
import type { UserRole } from '../users/service.ts'

export async function members(tenant: Tenant, me: string | undefined): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select id, name, email, joined_at, coalesce(id = ${me ?? null}::uuid, false) as is_you,
      case when removed_at is not null then 'removed' when disabled_at is not null then 'disabled' else 'active' end as state,
      ${roleOf('users')} as role,
      has_second_factor(users.organization_id, users.id) as has_second_factor
    from users where organization_id = ${tenant.organization_id}
    order by disabled_at is not null, joined_at, id`.execute(tenant.db)
  return rows
}

export async function invitations(tenant: Tenant): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select i.id, i.email, u.name as invited_by, i.sent_at, i.expires_at, ${roleOf('i')} as role
    from invitations i join users u on u.organization_id = i.organization_id and u.id = i.invited_by
    where i.organization_id = ${tenant.organization_id} and i.accepted_at is null and i.withdrawn_at is null
    order by i.created_at desc, i.id desc`.execute(tenant.db)
  return rows
}

/** The role of a row of `table`: users or invitations. */
const roleOf = (
  table: string,
) => sql`jsonb_build_object('id', coalesce(${sql.ref(`${table}.role`)}, ${sql.ref(`${table}.role_id`)}::text),
  'name', (select r.name from roles r where r.organization_id = ${sql.ref(`${table}.organization_id`)} and r.id = ${sql.ref(`${table}.role_id`)}))`

/** The inviting member and their organization. */
export async function inviter(tenant: Tenant, user_id: string) {
  return await tenant.db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.organization_id', 'users.organization_id')
    .select(['users.name', 'email', 'locale', 'organizations.name as organization'])
    .where('users.organization_id', '=', tenant.organization_id)
    .where('id', '=', user_id)
    .executeTakeFirst()
}

interface NewInvitation {
  email: string
  email_key: string
  token_hash: Buffer
  invited_by: string
  sent_at: Date
  expires_at: Date
  role: UserRole
}

/** Replaces the link of an address that is invited already. */
export async function upsertInvitation(tenant: Tenant, sent: NewInvitation) {
  const { rows } = await sql<Pick<Invitation, 'id' | 'role'>>`
    insert into invitations (organization_id, email, email_key, token_hash, invited_by, sent_at, expires_at, role, role_id)
    values (${tenant.organization_id}, ${sent.email}, ${sent.email_key}, ${sent.token_hash}, ${sent.invited_by},
      ${sent.sent_at}, ${sent.expires_at}, ${sent.role.role}, ${sent.role.role_id})
    on conflict (organization_id, email_key) where accepted_at is null and withdrawn_at is null do update
      set email = excluded.email, token_hash = excluded.token_hash, invited_by = excluded.invited_by,
        sent_at = excluded.sent_at, expires_at = excluded.expires_at, role = excluded.role, role_id = excluded.role_id
    returning id, ${roleOf('invitations')} as role`.execute(tenant.db)
  return rows[0]!
}

/** Neither accepted nor withdrawn; its link may have expired. */
export async function openInvitation(tenant: Tenant, id: string) {
  return await tenant.db
    .selectFrom('invitations')
    .select(['id', 'email', 'email_key', 'role', 'role_id'])
    .$castTo<{ id: string; email: string; email_key: string } & UserRole>()
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
}

export async function withdraw(tenant: Tenant, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update invitations set withdrawn_at = ${now}
    where organization_id = ${tenant.organization_id} and id = ${id}
      and accepted_at is null and withdrawn_at is null`.execute(tenant.db)
  return numAffectedRows === 1n
}

/** A removed member may still have the links that they sent. */
export async function withdrawAllOf(tenant: Tenant, user_id: string, now: Date): Promise<void> {
  await sql`
    update invitations set withdrawn_at = ${now}
    where organization_id = ${tenant.organization_id} and invited_by = ${user_id}
      and accepted_at is null and withdrawn_at is null`.execute(tenant.db)
}

export interface FoundInvitation extends UserRole {
  token_hash: Buffer
  organization_id: string
  organization: string
  invited_by: string
  email: string
  email_key: string
  expires_at: string
  accepted_at: string | null
  withdrawn_at: string | null
  has_account: boolean
}
const found = sql`
  select i.token_hash, i.organization_id, i.role, i.role_id, o.name as organization, u.name as invited_by, i.email, i.email_key,
    i.expires_at, i.accepted_at, i.withdrawn_at, exists (select from users a where a.email_key = i.email_key) as has_account
  from invitations i join organizations o on o.organization_id = i.organization_id
    join users u on u.organization_id = i.organization_id and u.id = i.invited_by`

export async function find({ system }: Database, token_hash: Buffer) {
  const { rows } = await sql<FoundInvitation>`${found} where i.token_hash = ${token_hash}`.execute(system)
  return rows[0]
}

/** Accepts an invitation: only one of two concurrent requests gets its id. */
export async function accept(tenant: Tenant, token_hash: Buffer, now: Date): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    update invitations set accepted_at = ${now}
    where organization_id = ${tenant.organization_id} and token_hash = ${token_hash}
      and accepted_at is null and withdrawn_at is null and expires_at > ${now}
    returning id`.execute(tenant.db)
  return rows[0]
}

/** Why a user cannot give up the organization: its other members, and its records. */
export async function leaveBlockers(tenant: Tenant, user_id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select 'members' as name where exists (
      select from users where organization_id = ${tenant.organization_id} and id <> ${user_id})
    union all select tables_with_content()`.execute(tenant.db)
  return rows.map(({ name }) => name)
}
