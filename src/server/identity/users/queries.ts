// All SQL of users.
import { type NotNull, sql } from 'kysely'
import type { BuiltInRole } from '../../../contract/permissions.ts'
import type { Profile, ProfileChange } from '../../../contract/users.ts'
import { type Database, shareLockOrganization, type Tenant } from '../../platform/db/index.ts'
import { mayLeave } from '../../platform/db/restored.ts'
import { emailKey } from './email.ts'

/** Exactly one is set: `role` for a built-in role, `role_id` for one that the organization made. */
export interface UserRole {
  role: BuiltInRole | null
  role_id: string | null
}

/** Returns undefined if the address has an account in any organization. */
export async function createUser(
  tenant: Tenant,
  user: { name: string; email: string; password_hash: string; locale: string | undefined } & UserRole,
) {
  return await tenant.db
    .insertInto('users')
    .values({ ...user, organization_id: tenant.organization_id, email_key: emailKey(user.email) })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
}

export async function findByEmail({ system }: Database, email_key: string) {
  return await system
    .selectFrom('users')
    .select(['id', 'organization_id', 'name', 'email', 'locale', 'password_hash', 'disabled_at'])
    .where('email_key', '=', email_key)
    .executeTakeFirst()
}

/** Stores a new hash of the same password; no effect if the password has changed since. */
export async function replaceHash(
  { system }: Database,
  user: { id: string; organization_id: string; password_hash: string },
  password_hash: string,
): Promise<void> {
  await system
    .updateTable('users')
    .set({ password_hash })
    .where('organization_id', '=', user.organization_id)
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .execute()
}

/** What a new password is checked against, and the recipient of an email about it. */
export async function credentials(tenant: Tenant, id: string) {
  return await tenant.db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.organization_id', 'users.organization_id')
    .select(['users.name', 'email', 'email_key', 'locale', 'password_hash', 'organizations.name as organization'])
    .where('users.organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .where('email_key', 'is not', null)
    .$narrowType<{ email_key: NotNull }>()
    .executeTakeFirst()
}

/** The language setting of the user who asks, for files; empty if there is none. */
export async function localeOf(tenant: Tenant): Promise<string> {
  const { rows } = await sql<{ locale: string }>`
    select locale from users
    where organization_id = ${tenant.organization_id} and id = ${tenant.user_id ?? null}`.execute(tenant.db)
  return rows[0]?.locale ?? ''
}

/** Serializes changes to how a user signs in: the second of two waits here, before either has locked anything else. */
export async function lockUser(tenant: Tenant, id: string): Promise<void> {
  await shareLockOrganization(tenant)
  await sql`
    select from users where organization_id = ${tenant.organization_id} and id = ${id} for no key update`.execute(
    tenant.db,
  )
}

/** Returns false if the user does not exist or is disabled. */
export async function setPassword(tenant: Tenant, id: string, password_hash: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update users set password_hash = ${password_hash}, updated_at = now(), version = version + 1
    where organization_id = ${tenant.organization_id} and id = ${id} and disabled_at is null`.execute(tenant.db)
  return numAffectedRows === 1n
}

/**
 * Returns 'taken' if any organization has an account with the address, even concurrently; undefined if the user is
 * disabled.
 */
export async function setEmail(tenant: Tenant, id: string, email: string) {
  try {
    const { rows } = await sql<{ name: string; email: string; locale: string }>`
      update users u set email = ${email}, email_key = ${emailKey(email)}, updated_at = now(), version = u.version + 1
      from (select id, email from users
        where organization_id = ${tenant.organization_id} and id = ${id} and disabled_at is null for update) old
      where u.organization_id = ${tenant.organization_id} and u.id = old.id
      returning u.name, old.email, u.locale`.execute(tenant.db)
    return rows[0] && { before: rows[0] }
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'users_email_key_key') return 'taken'
    throw error
  }
}

export async function profile(
  tenant: Tenant,
  id: string,
  now: Date,
): Promise<Omit<Profile, 'permissions'> | undefined> {
  const { rows } = await sql<Omit<Profile, 'permissions'>>`
    select u.id, u.name, u.email, c.email as pending_email, o.name as organization, o.restored_from,
      nullif(o.deletion_due_at, '-infinity') as deletion_due_at, u.created_at, u.updated_at, o.premium_until, u.locale,
      coalesce(u.time_zone, o.time_zone) as time_zone, u.morning_mail, o.country,
      jsonb_build_object('id', coalesce(u.role, u.role_id::text), 'name', (select r.name from roles r where r.organization_id = u.organization_id and r.id = u.role_id)) as role,
      case when has_second_factor(u.organization_id, u.id) then 'on' when o.second_factor_required then 'missing' else 'off' end as second_factor,
      exists (select from user_passkeys k where k.organization_id = u.organization_id and k.user_id = u.id) as has_passkey
    from users u join organizations o on o.organization_id = u.organization_id
      left join email_changes c
        on c.organization_id = u.organization_id and c.user_id = u.id and c.expires_at > ${now}
    where u.organization_id = ${tenant.organization_id} and u.id = ${id}`.execute(tenant.db)
  return rows[0]
}

/** A profile sent back unchanged does not fix the organization's default time zone as the user's own. */
export async function updateUser(
  tenant: Tenant,
  id: string,
  { name, locale, time_zone, morning_mail }: ProfileChange,
  now: Date,
): Promise<void> {
  await sql`
    update users u set
      name = coalesce(${name}, u.name),
      locale = coalesce(${locale}, u.locale),
      time_zone = case when ${time_zone}::text is null then u.time_zone else nullif(${time_zone}, o.time_zone) end,
      morning_mail = coalesce(${morning_mail}, u.morning_mail),
      -- Users who turn it on after seven get their first email on the next day.
      morning_mail_on = case when ${morning_mail ?? false} and not u.morning_mail and ${localTime(now)}::time >= '07:00'
        then greatest(u.morning_mail_on, ${localTime(now)}::date) else u.morning_mail_on end,
      updated_at = now(), version = u.version + 1
    from organizations o
    where o.organization_id = u.organization_id
      and u.organization_id = ${tenant.organization_id} and u.id = ${id}`.execute(tenant.db)
}

/** Local time of user `u` of organization `o`. */
const localTime = (now: Date) => sql`(${now}::timestamptz at time zone coalesce(u.time_zone, o.time_zone))`

/** Whether it is past seven in the morning for the user, and today's email has not been queued. */
const isMorning = (
  now: Date,
) => sql`${mayLeave('o')} and u.morning_mail and u.disabled_at is null and u.email_key is not null
  and ${localTime(now)}::time >= '07:00' and (u.morning_mail_on is null or u.morning_mail_on < ${localTime(now)}::date)`

/** Users of all organizations whose morning email is due. */
export async function morningMails({ system }: Database, now: Date) {
  const { rows } = await sql<{ organization_id: string; user_id: string }>`
    select u.organization_id, u.id as user_id from users u join organizations o on o.organization_id = u.organization_id
    where ${isMorning(now)} order by u.id`.execute(system)
  return rows
}

/** Claims today's morning email of a user, in the transaction that queues it. Undefined if it was claimed before. */
export async function claimMorningMail({ db, organization_id }: Tenant, id: string, now: Date) {
  const { rows } = await sql<{ name: string; email: string; locale: string; day: string }>`
    update users u set morning_mail_on = ${localTime(now)}::date from organizations o
    where o.organization_id = u.organization_id and u.organization_id = ${organization_id} and u.id = ${id} and ${isMorning(now)}
    returning u.name, u.email, u.locale, u.morning_mail_on as day`.execute(db)
  return rows[0]
}

/** A disabled user is rejected, even with active sessions. */
export async function setDisabled(tenant: Tenant, id: string, isDisabled: boolean): Promise<void> {
  await sql`
    update users set disabled_at = case when ${isDisabled} then coalesce(disabled_at, now()) end, removed_at = null,
      updated_at = now(), version = version + 1
    where organization_id = ${tenant.organization_id} and id = ${id}`.execute(tenant.db)
}

/**
 * Requires that `by` is an active member other than the user. Returns false if the user is missing or already removed.
 * Lock the organization first: if two members remove each other, one stays.
 */
export async function removeMember(tenant: Tenant, id: string, by: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update users set disabled_at = now(), removed_at = now(), updated_at = now(), version = version + 1
    where organization_id = ${tenant.organization_id} and id = ${id} and id <> ${by} and disabled_at is null
      and exists (select from users me
        where me.organization_id = ${tenant.organization_id} and me.id = ${by} and me.disabled_at is null)`.execute(
    tenant.db,
  )
  return numAffectedRows === 1n
}

/** Only members removed by the team: the operator enables those that the operator disabled. */
export async function restoreMember(tenant: Tenant, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update users set disabled_at = null, removed_at = null, updated_at = now(), version = version + 1
    where organization_id = ${tenant.organization_id} and id = ${id} and removed_at is not null`.execute(tenant.db)
  return numAffectedRows === 1n
}

/** Returns false if the user already had this role. */
export async function setRole(tenant: Tenant, id: string, { role, role_id }: UserRole): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update users set role = ${role}, role_id = ${role_id}, updated_at = now(), version = version + 1
    where organization_id = ${tenant.organization_id} and id = ${id}
      and (role, role_id) is distinct from (${role}::text, ${role_id}::uuid)`.execute(tenant.db)
  return numAffectedRows === 1n
}

/** Everything that a user takes to another organization. */
export async function getForTransfer(tenant: Tenant, id: string) {
  return await tenant.db
    .selectFrom('users')
    .select([
      'id',
      'name',
      'email',
      'email_key',
      'password_hash',
      'locale',
      'time_zone',
      'morning_mail',
      'created_at',
      'version',
    ])
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Adds a user of another organization under the same id: they move in this transaction, or this is their demo organization. */
export async function insertTransferred(
  tenant: Tenant,
  user: NonNullable<Awaited<ReturnType<typeof getForTransfer>>>,
  { role, role_id }: UserRole,
): Promise<void> {
  await tenant.db
    .insertInto('users')
    .values({ ...user, role, role_id, organization_id: tenant.organization_id })
    .execute()
}

/** Which of these addresses have an account, and in which organization. */
export async function accountsOf({ system }: Database, email_keys: string[]) {
  const rows = await system
    .selectFrom('users')
    .select(['email_key', 'organization_id'])
    .where('email_key', 'in', email_keys)
    .execute()
  return new Map(rows.map(({ email_key, organization_id }) => [email_key, organization_id]))
}

/** Deletes the user and their sign-in sessions. */
export async function remove(tenant: Tenant, id: string): Promise<void> {
  await tenant.db
    .deleteFrom('users')
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .execute()
}

/** Without members removed by the team. */
export async function countMembers(tenant: Tenant): Promise<number> {
  const { count } = await tenant.db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', tenant.organization_id)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export type ListedUser = Awaited<ReturnType<typeof listUsers>>[number]
/** Users of all organizations, for the operator. */
export async function listUsers({ system }: Database) {
  const { rows } = await sql<{
    email: string
    name: string
    organization: string
    premium_until: string | null
    created_at: string
    disabled_at: string | null
  }>`
    select u.email, u.name, o.name as organization, o.premium_until, u.created_at, u.disabled_at
    from users u join organizations o on o.organization_id = u.organization_id
    where o.demo_of is null order by u.email_key`.execute(system)
  return rows
}
