// All SQL of sign-in sessions, rate-limited attempts and the sign-in audit. Time is a parameter.
import { type Kysely, sql } from 'kysely'
import type { BuiltInRole, Permission } from '../../../contract/permissions.ts'
import { AppError } from '../../errors.ts'
import { prepared } from '../../platform/db/connection-pool.ts'
import type { Database, Tenant } from '../../platform/db/index.ts'
import type { DB } from '../../platform/db/types.ts'
import { type Caller, sessionOf } from '../../platform/http/authentication.ts'
import type { AccessClaims } from './access-token.ts'
import type { SessionState } from './rotation.ts'

/** True while there is no organization. */
export async function isUnused({ system }: Database): Promise<boolean> {
  const { rows } = await sql`select from organizations limit 1`.execute(system)
  return rows.length === 0
}

/** Until the transaction ends, nobody else creates the first organization. */
export async function lockFirstOrganization({ db }: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('kabar: first organization', 0))`.execute(db)
}

export interface NewSession {
  user_id: string
  organization_id: string
  /** As verified: no session starts if the password has changed since. */
  password_hash: string
  ip: string | undefined
  user_agent: string | undefined
  /** The login itself counts as a fresh proof. */
  is_proved: boolean
  /** Until then, logins on the session's device ask for no code. */
  remembered_until?: Date | undefined
  /** The device's first session, if a device token proves an earlier one. */
  device_id?: string | undefined
}

/** Returns undefined if the user was disabled or the password has changed since. */
export async function startSession(
  db: Kysely<DB>,
  session: NewSession,
  { now, idle_expires_at, absolute_expires_at }: { now: Date; idle_expires_at: Date; absolute_expires_at: Date },
): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into auth_sessions (organization_id, user_id, rotated_at, created_at, idle_expires_at, absolute_expires_at, ip, user_agent, proved_at,
      remembered_until, device_id)
    select organization_id, id, ${now}, ${now}, ${idle_expires_at}, ${absolute_expires_at}, ${session.ip}::inet, ${session.user_agent},
      ${session.is_proved ? now : null}, ${session.remembered_until ?? null}, ${session.device_id ?? null}
    from users
    where organization_id = ${session.organization_id} and id = ${session.user_id}
      and password_hash = ${session.password_hash} and disabled_at is null
    -- Waits for a concurrent password change, which ends only the sessions that it sees.
    for share
    returning id`.execute(db)
  return rows[0]
}

// Does not filter by `user_id`, because the planner would then scan all sessions of the user (20 rows for 1). The caller
// compares user and organization instead.
export async function liveSessions(
  { system }: Database,
  session_ids: readonly string[],
  now: Date,
): Promise<(LiveSession | undefined)[]> {
  const { rows } = await sql<LiveSession & { place: number }>`
    ${prepared} select given.place, s.user_id, s.organization_id as home_organization_id, ${openOrganization} as organization_id,
      s.confirmed_counter, s.proved_at, ${memberColumns}
    from unnest(${session_ids}::uuid[]) with ordinality given (id, place)
    join auth_sessions s on s.id = given.id
    ${joinedMember('s')}
    where s.revoked_at is null and s.absolute_expires_at > ${now} and u.disabled_at is null`.execute(system)
  const found = new Map(rows.map(({ place, ...session }) => [place, session]))
  return session_ids.map((_, place) => found.get(place + 1))
}

/** The organization that the session `s` has open. */
const openOrganization = sql`coalesce(s.demo_organization_id, s.organization_id)`

/** What every request needs to know about the member of row `row`, a session or an API token. */
export const memberColumns = sql`u.locale, u.role, r.permissions, 
  o.second_factor_required and not has_second_factor(u.organization_id, u.id) as lacks_second_factor`
export const joinedMember = (row: string) => {
  const [organization_id, user_id] = [sql.ref(`${row}.organization_id`), sql.ref(`${row}.user_id`)]
  return sql`join users u on u.organization_id = ${organization_id} and u.id = ${user_id}
    join organizations o on o.organization_id = ${organization_id}
    left join roles r on r.organization_id = u.organization_id and r.id = u.role_id`
}

interface LiveSession extends LiveMember {
  user_id: string
  /** The organization of the account. */
  home_organization_id: string
  /** The organization that is open: the same, or the user's demo organization. */
  organization_id: string
  confirmed_counter: number
  /** When the user last gave a fresh proof. */
  proved_at: string | null
}

export interface LiveMember {
  /** The organization of the account requires a second factor, and the user has none. */
  lacks_second_factor: boolean | null
  /** The user's language setting. */
  locale: string
  /** The role in the organization of the account. Null: one that the organization made, with these permissions. */
  role: BuiltInRole | null
  permissions: Permission[] | null
}

/** The refresh token issued with this access token has arrived at the client. */
export async function confirmRotation({ system }: Database, claims: AccessClaims): Promise<void> {
  await sql`
    update auth_sessions set confirmed_counter = ${claims.counter}
    where id = ${claims.session_id} and confirmed_counter < ${claims.counter}`.execute(system)
}

interface LockedSession extends SessionState {
  id: string
  organization_id: string
  user_id: string
  open_organization_id: string
}

/** Locks the session. If the lock times out, the server is at fault, which must not sign anyone out. */
export async function lockSession(db: Kysely<DB>, id: string): Promise<LockedSession | undefined> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  try {
    const { rows } = await sql<LockedSession>`
      select s.id, s.organization_id, s.user_id, ${openOrganization} as open_organization_id, s.refresh_counter, s.confirmed_counter, s.rotated_at,
        s.idle_expires_at, s.absolute_expires_at, s.revoked_at, u.disabled_at is not null as user_disabled
      from auth_sessions s join users u on u.organization_id = s.organization_id and u.id = s.user_id
      where s.id = ${id}
      for update of s`.execute(db)
    return rows[0]
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error
    throw new AppError('unavailable', undefined, { retryAfterSeconds: 2, cause: error })
  }
}

/** The presented token was the live one, which confirms it. */
export async function rotate(
  db: Kysely<DB>,
  session: LockedSession,
  { now, idle_expires_at, ip }: { now: Date; idle_expires_at: Date; ip: string | undefined },
): Promise<void> {
  await sql`
    update auth_sessions
    set refresh_counter = refresh_counter + 1, confirmed_counter = refresh_counter, rotated_at = ${now},
      idle_expires_at = least(${idle_expires_at}::timestamptz, absolute_expires_at), ip = coalesce(${ip}::inet, ip)
    where organization_id = ${session.organization_id} and id = ${session.id}`.execute(db)
}

/**
 * Opens the user's demo organization in this session, or their own (null). PostgreSQL rejects every other organization: see
 * the foreign key of `demo_organization_id`.
 */
export async function setOpenOrganization(
  home: Tenant,
  caller: Pick<Caller, 'user_id' | 'session_id'>,
  demo_organization_id: string | null,
): Promise<void> {
  await home.db
    .updateTable('auth_sessions')
    .set({ demo_organization_id })
    .where('organization_id', '=', home.organization_id)
    .where('user_id', '=', caller.user_id)
    .where('id', '=', sessionOf(caller))
    .execute()
}

/** Returns false if the password changed after it was verified, or if the session has ended. */
export async function setProved(
  { db, organization_id }: Tenant,
  caller: Pick<Caller, 'user_id' | 'session_id'>,
  password_hash: string,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update auth_sessions s set proved_at = ${now} from users u
    where s.organization_id = ${organization_id} and s.id = ${sessionOf(caller)} and s.user_id = ${caller.user_id} and s.revoked_at is null
      and u.organization_id = s.organization_id and u.id = s.user_id and u.password_hash = ${password_hash}`.execute(db)
  return numAffectedRows === 1n
}

/** When the user last gave a fresh proof in this session; undefined if the session has ended. */
export async function proofOf(
  { db, organization_id }: Tenant,
  caller: Pick<Caller, 'user_id' | 'session_id'>,
): Promise<{ proved_at: string | null } | undefined> {
  return await db
    .selectFrom('auth_sessions')
    .select('proved_at')
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', caller.user_id)
    .where('id', '=', sessionOf(caller))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

/** Idempotent: the first reason is kept. Returns whose session it was, unless it had ended before. */
export async function revoke(
  db: Kysely<DB>,
  id: string,
  reason: 'logout' | 'refresh_reused',
  now: Date,
): Promise<{ organization_id: string; user_id: string } | undefined> {
  const { rows } = await sql<{ organization_id: string; user_id: string }>`
    update auth_sessions set revoked_at = ${now}, revoke_reason = ${reason}
    where id = ${id} and revoked_at is null
    returning organization_id, user_id`.execute(db)
  return rows[0]
}

/** Ends all sessions of this user except `but`. */
export async function revokeAll(
  tenant: Tenant,
  user_id: string,
  reason: 'password_reset' | 'password_changed' | 'second_factor_changed' | 'ended_elsewhere' | 'disabled',
  now: Date,
  but?: string,
): Promise<void> {
  await tenant.db
    .updateTable('auth_sessions')
    .set({ revoked_at: now, revoke_reason: reason })
    .where('organization_id', '=', tenant.organization_id)
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .$if(but !== undefined, (query) => query.where('id', '<>', but!))
    .execute()
  if (but !== undefined) await standAlone(tenant, but)
}

/** Separates this session from its device's other sessions, so that their end no longer forgets the device. */
const standAlone = ({ db, organization_id }: Tenant, id: string) =>
  sql`update auth_sessions set device_id = null where organization_id = ${organization_id} and id = ${id}`.execute(db)

/** Forgets devices whose sessions the user logged out. */
export async function forgetLoggedOut({ db, organization_id }: Tenant, user_id: string): Promise<void> {
  await sql`
    update auth_sessions set revoke_reason = 'ended_elsewhere'
    where organization_id = ${organization_id} and user_id = ${user_id} and revoke_reason = 'logout'`.execute(db)
}

/** Ends all sessions in the organization; returns how many. */
export async function revokeEverybody({ db, organization_id }: Tenant, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('auth_sessions')
    .set({ revoked_at: now, revoke_reason: 'secret_rotated' })
    .where('organization_id', '=', organization_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const deviceOf = (session: string) => sql`coalesce(${sql.ref(`${session}.device_id`)}, ${sql.ref(`${session}.id`)})`

/** Logging out keeps the device known. If one of its sessions ends in another way, the device is forgotten. */
const isForgotten = (session: string) => sql`exists (select from auth_sessions e
  where e.organization_id = ${sql.ref(`${session}.organization_id`)} and e.user_id = ${sql.ref(`${session}.user_id`)}
    and ${deviceOf('e')} = ${deviceOf(session)} and e.revoke_reason <> 'logout')`

/** The device of this session, and until when its logins ask for no code. Undefined if the device was forgotten. */
export async function knownDevice(
  { system }: Database,
  { organization_id, id: user_id }: { organization_id: string; id: string },
  session_id: string,
): Promise<{ device_id: string; remembered_until: string | null } | undefined> {
  const { rows } = await sql<{ device_id: string; remembered_until: string | null }>`
    select ${deviceOf('s')} as device_id, s.remembered_until from auth_sessions s
    where s.organization_id = ${organization_id} and s.user_id = ${user_id} and s.id = ${session_id} and not ${isForgotten('s')}`.execute(
    system,
  )
  return rows[0]
}

/** Counts devices by `remembered_until`, which all sessions of a device share because each login copies it. */
export async function countRemembered({ db, organization_id }: Tenant, user_id: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct s.remembered_until) as count from auth_sessions s
    where s.organization_id = ${organization_id} and s.user_id = ${user_id} and s.remembered_until > ${now}
      and not ${isForgotten('s')}`.execute(db)
  return rows[0]!.count
}

export async function forgetDevices({ db, organization_id }: Tenant, user_id: string): Promise<void> {
  await sql`
    update auth_sessions set remembered_until = null
    where organization_id = ${organization_id} and user_id = ${user_id} and remembered_until is not null`.execute(db)
}

/** Whether this browser had a session from this address in the last 60 days; older sessions are deleted. */
export async function hasSeen(
  { db, organization_id }: Tenant,
  user_id: string,
  { ip, user_agent }: { ip: string | undefined; user_agent: string | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    select from auth_sessions
    where organization_id = ${organization_id} and user_id = ${user_id}
      and ip is not distinct from ${ip ?? null}::inet and user_agent is not distinct from ${user_agent ?? null}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Returns false if the user has no such session. One that was logged out gets a new reason, so that its device is forgotten. */
export async function revokeOne(tenant: Tenant, user_id: string, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update auth_sessions
    set revoked_at = coalesce(revoked_at, ${now}), revoke_reason = coalesce(nullif(revoke_reason, 'logout'), 'ended_elsewhere')
    where organization_id = ${tenant.organization_id} and user_id = ${user_id} and id = ${id}`.execute(tenant.db)
  return numAffectedRows === 1n
}

/** Deletes sessions that ended before `before`, because they hold IP addresses and browser names. */
export async function deleteOldSessions({ system }: Database, before: Date): Promise<void> {
  await sql`delete from auth_sessions where least(revoked_at, idle_expires_at, absolute_expires_at) < ${before}`.execute(
    system,
  )
}

interface SignedIn {
  id: string
  user_agent: string | null
  address: string | null
  created_at: string
  last_seen_at: string
}

export async function sessionsOf(tenant: Tenant, user_id: string, now: Date) {
  const { rows } = await sql<SignedIn>`
    select id, user_agent, host(ip) as address, created_at, rotated_at as last_seen_at from auth_sessions
    where organization_id = ${tenant.organization_id} and user_id = ${user_id}
      and revoked_at is null and idle_expires_at > ${now} and absolute_expires_at > ${now}
    order by rotated_at desc, id`.execute(tenant.db)
  return rows
}

/**
 * Replaces the user's older link. For a user who does not exist or is disabled it does the same work without effect.
 */
export async function replaceReset(tenant: Tenant, user_id: string, token_hash: Buffer, expires_at: Date) {
  // Waiting for the disk takes milliseconds, which would reveal whether an account exists. A power cut may lose the
  // email of the last second, which the user can request again.
  await sql`set local synchronous_commit = off`.execute(tenant.db)
  await sql`
    insert into password_resets (organization_id, user_id, token_hash, expires_at)
    select organization_id, id, ${token_hash}, ${expires_at} from users
    where organization_id = ${tenant.organization_id} and id = ${user_id} and disabled_at is null
    on conflict (organization_id, user_id) do update
      set token_hash = excluded.token_hash, expires_at = excluded.expires_at`.execute(tenant.db)
}

export async function findReset({ system }: Database, token_hash: Buffer, now: Date) {
  const { rows } = await sql<{ organization_id: string; user_id: string }>`
    select organization_id, user_id from password_resets
    where token_hash = ${token_hash} and expires_at > ${now}`.execute(system)
  return rows[0]
}

/** Returns true for only one of two concurrent uses of a link. */
export async function useReset(tenant: Tenant, token_hash: Buffer, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from password_resets
    where organization_id = ${tenant.organization_id} and token_hash = ${token_hash} and expires_at > ${now}`.execute(
    tenant.db,
  )
  return numAffectedRows === 1n
}

export async function deleteReset(tenant: Tenant, user_id: string): Promise<void> {
  await tenant.db
    .deleteFrom('password_resets')
    .where('organization_id', '=', tenant.organization_id)
    .where('user_id', '=', user_id)
    .execute()
}

/** Replaces the user's pending change of address. */
export async function replaceEmailChange(
  { db, organization_id }: Tenant,
  user_id: string,
  change: { email: string; token_hash: Buffer; expires_at: Date },
): Promise<void> {
  await sql`
    insert into email_changes (organization_id, user_id, email, token_hash, expires_at)
    values (${organization_id}, ${user_id}, ${change.email}, ${change.token_hash}, ${change.expires_at})
    on conflict (organization_id, user_id) do update
      set email = excluded.email, token_hash = excluded.token_hash, expires_at = excluded.expires_at`.execute(db)
}

/** Another link to the pending address; undefined if there is none. */
export async function renewEmailChange(
  tenant: Tenant,
  user_id: string,
  link: { token_hash: Buffer; expires_at: Date },
  now: Date,
): Promise<{ email: string } | undefined> {
  return await tenant.db
    .updateTable('email_changes')
    .set(link)
    .where('organization_id', '=', tenant.organization_id)
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now.toISOString())
    .returning('email')
    .executeTakeFirst()
}

/** Returns the change for only one of two concurrent uses of a link. */
export async function useEmailChange(
  tenant: Tenant,
  user_id: string,
  token_hash: Buffer,
  now: Date,
): Promise<{ email: string } | undefined> {
  return await tenant.db
    .deleteFrom('email_changes')
    .where('organization_id', '=', tenant.organization_id)
    .where('user_id', '=', user_id)
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now.toISOString())
    .returning('email')
    .executeTakeFirst()
}

export async function deleteEmailChange(tenant: Tenant, user_id: string): Promise<void> {
  await tenant.db
    .deleteFrom('email_changes')
    .where('organization_id', '=', tenant.organization_id)
    .where('user_id', '=', user_id)
    .execute()
}

/** Counts an attempt in its time window; the first attempt after a window starts the next. */
export async function countAttempt({ system }: Database, key: string, seconds: number, now: Date) {
  const { rows } = await sql<{ attempts: number; window_ends_at: string }>`
    insert into rate_limits as r (key, attempts, window_ends_at)
    values (${key}, 1, ${now}::timestamptz + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      attempts = case when r.window_ends_at <= ${now} then 1 else r.attempts + 1 end,
      window_ends_at = case when r.window_ends_at <= ${now} then excluded.window_ends_at else r.window_ends_at end
    returning attempts, window_ends_at`.execute(system)
  return rows[0]!
}

/** Uncounts an attempt that succeeded. */
export async function uncountAttempt({ system }: Database, key: string): Promise<void> {
  await sql`update rate_limits set attempts = attempts - 1 where key = ${key} and attempts > 0`.execute(system)
}

export async function isOpen({ system }: Database, key: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select from rate_limits where key = ${key} and window_ends_at > ${now}`.execute(system)
  return rows.length > 0
}

/**
 * Counts a sign-in attempt. Five are free, then each adds a delay of 1, 2, 4 … 900 s. Returns until when it is
 * rejected, or undefined if it is allowed.
 */
export async function countLogin({ system }: Database, key: string, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ refused_until: string | null }>`
    with counted as (
      insert into rate_limits as r (key, attempts, window_ends_at) values (${key}, 1, ${now})
      on conflict (key) do update set
        attempts = r.attempts + 1,
        window_ends_at = ${now}::timestamptz + make_interval(secs =>
          case when r.attempts < 4 then 0 else least(power(2, least(r.attempts - 4, 10)), 900) end)
      where r.window_ends_at <= ${now}
      returning null::timestamptz as refused_until)
    select refused_until from counted
    union all
    select window_ends_at from rate_limits where key = ${key} and not exists (select from counted)`.execute(system)
  // No row: a concurrent attempt was counted first, so this one is rejected.
  return rows[0] ? (rows[0].refused_until ?? undefined) : now.toISOString()
}

export async function resetAttempts({ system }: Database, key: string): Promise<void> {
  await system.deleteFrom('rate_limits').where('key', '=', key).execute()
}

export async function deleteOldAttempts({ system }: Database, before: Date): Promise<void> {
  await system.deleteFrom('rate_limits').where('window_ends_at', '<', before.toISOString()).execute()
}

export async function newId({ system }: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`select uuid_v7() as id`.execute(system)
  return rows[0]!.id
}
