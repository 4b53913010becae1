// All SQL of authenticator apps and recovery codes.
import { sql } from 'kysely'
import type { Database, Tenant } from '../../../platform/db/index.ts'

interface User {
  organization_id: string
  user_id: string
}

/** Whether the user has an app or a passkey. */
export async function isOn({ system }: Database, { organization_id, user_id }: User): Promise<boolean> {
  const { rows } = await sql<{ is_on: boolean }>`
    select has_second_factor(${organization_id}, ${user_id}) as is_on`.execute(system)
  return rows[0]!.is_on
}

/** Like `isOn`, but in the caller's transaction. */
export async function hasAny({ db, organization_id }: Tenant, user_id: string): Promise<boolean> {
  const { rows } = await sql<{ has_any: boolean }>`
    select has_second_factor(${organization_id}, ${user_id}) as has_any`.execute(db)
  return rows[0]!.has_any
}

/** What the second step of a login can ask for. */
export async function waysOf({ system }: Database, { organization_id, user_id }: User) {
  const { rows } = await sql<{ has_passkey: boolean; has_code: boolean }>`
    select
      exists (select from user_passkeys where organization_id = ${organization_id} and user_id = ${user_id}) as has_passkey,
      exists (select from second_factors
        where organization_id = ${organization_id} and user_id = ${user_id} and secret is not null) as has_code`.execute(
    system,
  )
  return rows[0]!
}

export async function get(tenant: Tenant, user_id: string) {
  return await tenant.db
    .selectFrom('second_factors')
    .select(['secret', 'pending_secret', 'confirmed_at'])
    .where('organization_id', '=', tenant.organization_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

/** An earlier app stays valid until a code confirms the new one. */
export async function propose({ db, organization_id }: Tenant, user_id: string, pending_secret: Buffer): Promise<void> {
  await sql`
    insert into second_factors (organization_id, user_id, pending_secret) values (${organization_id}, ${user_id}, ${pending_secret})
    on conflict (organization_id, user_id) do update set pending_secret = excluded.pending_secret`.execute(db)
}

/** `step`: of the code that confirms it, which is then used. */
export async function confirm(
  { db, organization_id }: Tenant,
  user_id: string,
  step: number,
  now: Date,
): Promise<void> {
  await sql`
    update second_factors set secret = pending_secret, pending_secret = null, confirmed_at = ${now}, last_step = ${step}
    where organization_id = ${organization_id} and user_id = ${user_id} and pending_secret is not null`.execute(db)
}

/** False if a code of this or a later step was used before. Of two requests with the same code, the second waits here and fails. */
export async function useStep({ db, organization_id }: Tenant, user_id: string, step: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update second_factors set last_step = ${step}
    where organization_id = ${organization_id} and user_id = ${user_id} and secret is not null and last_step < ${step}`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export async function useRecoveryCode(
  { db, organization_id }: Tenant,
  user_id: string,
  code_hash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update recovery_codes set used_at = ${now}
    where organization_id = ${organization_id} and user_id = ${user_id} and code_hash = ${code_hash} and used_at is null`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export async function replaceRecoveryCodes(
  tenant: Tenant,
  user_id: string,
  code_hashes: readonly Buffer[],
): Promise<void> {
  await removeRecoveryCodes(tenant, user_id)
  await insertRecoveryCodes(tenant, user_id, code_hashes)
}

async function insertRecoveryCodes({ db, organization_id }: Tenant, user_id: string, code_hashes: readonly Buffer[]) {
  if (code_hashes.length === 0) return
  const rows = code_hashes.map((code_hash) => ({ organization_id, user_id, code_hash }))
  await db.insertInto('recovery_codes').values(rows).execute()
}

export async function recoveryCodesLeft({ db, organization_id }: Tenant, user_id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from recovery_codes
    where organization_id = ${organization_id} and user_id = ${user_id} and used_at is null`.execute(db)
  return rows[0]!.count
}

export async function removeRecoveryCodes({ db, organization_id }: Tenant, user_id: string): Promise<void> {
  await sql`delete from recovery_codes where organization_id = ${organization_id} and user_id = ${user_id}`.execute(db)
}

/** The app; false if there was none. */
export async function remove({ db, organization_id }: Tenant, user_id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from second_factors where organization_id = ${organization_id} and user_id = ${user_id}`.execute(db)
  return numAffectedRows === 1n
}

/** What moves with a user to another organization. */
export async function take({ db, organization_id }: Tenant, user_id: string) {
  const [factor, codes] = await Promise.all([
    sql<{ secret: Buffer; confirmed_at: string; last_step: number }>`
      select secret, confirmed_at, last_step from second_factors
      where organization_id = ${organization_id} and user_id = ${user_id} and secret is not null`.execute(db),
    sql<{ code_hash: Buffer }>`
      select code_hash from recovery_codes
      where organization_id = ${organization_id} and user_id = ${user_id} and used_at is null`.execute(db),
  ])
  return { app: factor.rows[0], code_hashes: codes.rows.map(({ code_hash }) => code_hash) }
}

export async function give(
  tenant: Tenant,
  user_id: string,
  { app, code_hashes }: Awaited<ReturnType<typeof take>>,
): Promise<void> {
  if (app) {
    const row = { ...app, organization_id: tenant.organization_id, user_id }
    await tenant.db.insertInto('second_factors').values(row).execute()
  }
  await insertRecoveryCodes(tenant, user_id, code_hashes)
}
