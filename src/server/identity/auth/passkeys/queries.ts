// All SQL of passkeys.
import { sql } from 'kysely'
import type { Passkey } from '../../../../contract/passkeys.ts'
import type { Database, Tenant } from '../../../platform/db/index.ts'

const shown = ['id', 'name', 'is_synced', 'created_at', 'last_used_at'] as const

export async function list(tenant: Tenant, user_id: string): Promise<Passkey[]> {
  return await of(tenant, user_id).select(shown).orderBy('created_at').orderBy('id').execute()
}

/** What a browser needs to know of them; `user_handle` is the same for all of a user. */
export async function descriptors(tenant: Tenant, user_id: string) {
  return await of(tenant, user_id).select(['credential_id', 'transports', 'user_handle']).orderBy('id').execute()
}

const of = (tenant: Tenant, user_id: string) =>
  tenant.db
    .selectFrom('user_passkeys')
    .where('organization_id', '=', tenant.organization_id)
    .where('user_id', '=', user_id)

export interface NewRow {
  name: string
  credential_id: Buffer
  public_key: Buffer
  user_handle: Buffer
  sign_count: number
  transports: string[]
  is_synced: boolean
  created_at: Date | string
  last_used_at: Date | string | null
  needs_password?: boolean
}

/** Undefined if any account has this passkey. */
export async function insert(tenant: Tenant, user_id: string, row: NewRow): Promise<Passkey | undefined> {
  return await tenant.db
    .insertInto('user_passkeys')
    .values({ ...row, organization_id: tenant.organization_id, user_id })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(shown)
    .executeTakeFirst()
}

/** Of any organization. */
export async function find({ system }: Database, credential_id: Buffer) {
  return await system
    .selectFrom('user_passkeys')
    .select(['organization_id', 'user_id', 'id', 'name', 'public_key', 'user_handle', 'sign_count'])
    .select('needs_password')
    .where('credential_id', '=', credential_id)
    .executeTakeFirst()
}

/** False if it was removed, or has signed since: of two signatures with one count the second waits here, and fails. */
export async function use(
  { db, organization_id }: Tenant,
  id: string,
  { sign_count, is_synced }: { sign_count: number; is_synced: boolean },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update user_passkeys set sign_count = ${sign_count}, is_synced = ${is_synced}, last_used_at = ${now}
    where organization_id = ${organization_id} and id = ${id}
      and (sign_count < ${sign_count} or (sign_count = 0 and ${sign_count}::bigint = 0))`.execute(db)
  return numAffectedRows === 1n
}

/** After a reset of the password: whoever had the account before must not log in with a passkey alone. */
export async function requirePassword({ db, organization_id }: Tenant, user_id: string): Promise<void> {
  await sql`
    update user_passkeys set needs_password = true
    where organization_id = ${organization_id} and user_id = ${user_id}`.execute(db)
}

/** Its holder knows the new password. */
export async function confirm({ db, organization_id }: Tenant, id: string): Promise<void> {
  await sql`
    update user_passkeys set needs_password = false
    where organization_id = ${organization_id} and id = ${id}`.execute(db)
}

export async function rename(tenant: Tenant, user_id: string, id: string, name: string): Promise<Passkey | undefined> {
  return await tenant.db
    .updateTable('user_passkeys')
    .set({ name })
    .where('organization_id', '=', tenant.organization_id)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirst()
}

/** Undefined if it is none of theirs. */
export async function remove(tenant: Tenant, user_id: string, id: string): Promise<{ name: string } | undefined> {
  return await tenant.db
    .deleteFrom('user_passkeys')
    .where('organization_id', '=', tenant.organization_id)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
}

/** Returns how many there were. */
export async function removeAll({ db, organization_id }: Tenant, user_id: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from user_passkeys where organization_id = ${organization_id} and user_id = ${user_id}`.execute(db)
  return Number(numAffectedRows)
}

/** What moves with a user to another organization. */
export async function take(tenant: Tenant, user_id: string): Promise<NewRow[]> {
  return await of(tenant, user_id)
    .select(['name', 'credential_id', 'public_key', 'user_handle', 'sign_count', 'transports', 'is_synced'])
    .select(['created_at', 'last_used_at', 'needs_password'])
    .execute()
}
