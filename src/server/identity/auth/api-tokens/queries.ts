// All SQL of API tokens. The present time is a parameter.
import { sql } from 'kysely'
import type { ApiToken, TeamApiToken, TokenPermission } from '../../../../contract/api-tokens.ts'
import { prepared } from '../../../platform/db/connection-pool.ts'
import type { Database, Tenant } from '../../../platform/db/index.ts'
import { joinedMember, type LiveMember, memberColumns } from '../queries.ts'

interface LiveToken extends LiveMember {
  id: string
  organization_id: string
  user_id: string
  /** Chosen when the token was made. */
  granted: string[]
  last_used_at: string | null
}

const isLiveAt = (now: Date) => sql`t.revoked_at is null and (t.expires_at is null or t.expires_at > ${now})`

/** By digest: an attacker cannot choose a digest, so the time of the lookup reveals nothing about existing tokens. */
export async function findLive(
  { system }: Database,
  token_hashes: readonly Buffer[],
  now: Date,
): Promise<(LiveToken | undefined)[]> {
  const { rows } = await sql<LiveToken & { place: number }>`
    ${prepared} select given.place, t.id, t.organization_id, t.user_id, t.permissions as granted, t.last_used_at, ${memberColumns}
    from unnest(${token_hashes}::bytea[]) with ordinality given (token_hash, place)
    join api_tokens t on t.token_hash = given.token_hash
    ${joinedMember('t')}
    where ${isLiveAt(now)} and u.disabled_at is null`.execute(system)
  const found = new Map(rows.map(({ place, ...token }) => [place, token]))
  return token_hashes.map((_, place) => found.get(place + 1))
}

export async function isLive(
  { system }: Database,
  { organization_id, id }: Pick<LiveToken, 'organization_id' | 'id'>,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from api_tokens t join users u on u.organization_id = t.organization_id and u.id = t.user_id
    where t.organization_id = ${organization_id} and t.id = ${id} and ${isLiveAt(now)} and u.disabled_at is null`.execute(
    system,
  )
  return rows.length > 0
}

const minuteMs = 60_000

/** Records the use at most once a minute, because a program may call many times a second. */
export async function recordUse(
  { system }: Database,
  { organization_id, id, last_used_at }: Pick<LiveToken, 'organization_id' | 'id' | 'last_used_at'>,
  { ip, at }: { ip: string | undefined; at: Date },
): Promise<void> {
  const before = new Date(at.getTime() - minuteMs)
  if (last_used_at !== null && new Date(last_used_at) > before) return
  await sql`
    update api_tokens set last_used_at = ${at}, last_used_ip = ${ip ?? null}::inet
    where organization_id = ${organization_id} and id = ${id} and (last_used_at is null or last_used_at <= ${before})`.execute(
    system,
  )
}

export async function countLive({ db, organization_id }: Tenant, user_id: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from api_tokens t
    where t.organization_id = ${organization_id} and t.user_id = ${user_id} and ${isLiveAt(now)}`.execute(db)
  return rows[0]!.count
}

interface NewToken {
  user_id: string
  name: string
  permissions: readonly TokenPermission[]
  token_hash: Buffer
  /** The last day on which the token works, in the time zone of the organization. */
  expires_on: string | null
}

/** Returns undefined if the token would already have expired. */
export async function insert(
  { db, organization_id }: Tenant,
  { user_id, name, permissions, token_hash, expires_on }: NewToken,
  now: Date,
): Promise<ApiToken | undefined> {
  const { rows } = await sql<ApiToken>`
    insert into api_tokens as t (organization_id, user_id, name, permissions, token_hash, created_at, expires_at)
    select organization_id, ${user_id}, ${name}, ${permissions}::text[], ${token_hash}, ${now}, expires_at
    from (select organization_id, (${expires_on}::date + 1)::timestamp at time zone time_zone as expires_at from organizations
      where organization_id = ${organization_id}) o
    where expires_at is null or expires_at > ${now}
    returning ${shown}`.execute(db)
  return rows[0]
}

const shown = sql`t.id, t.name, t.permissions, t.created_at, t.expires_at, t.last_used_at, host(t.last_used_ip) as last_used_from`

/** Tokens of one user, or of all members. Leaves out revoked ones, and those that expired more than 30 days ago. */
export async function list(
  { db, organization_id }: Tenant,
  { user_id, now }: { user_id?: string; now: Date },
): Promise<TeamApiToken[]> {
  const recently = new Date(now.getTime() - expiredShownMs)
  const { rows } = await sql<TeamApiToken>`
    select ${shown}, jsonb_build_object('id', u.id, 'name', u.name) as user
    from api_tokens t join users u on u.organization_id = t.organization_id and u.id = t.user_id
    where t.organization_id = ${organization_id} and t.revoked_at is null and (t.expires_at is null or t.expires_at > ${recently})
      ${user_id === undefined ? sql`` : sql`and t.user_id = ${user_id}`}
    order by t.id desc`.execute(db)
  return rows
}

const expiredShownMs = 30 * 86_400_000

export interface OwnedToken {
  id: string
  user_id: string
  name: string
  permissions: TokenPermission[]
  is_revoked: boolean
}

export async function get({ db, organization_id }: Tenant, id: string): Promise<OwnedToken | undefined> {
  const { rows } = await sql<OwnedToken>`
    select id, user_id, name, permissions, revoked_at is not null as is_revoked from api_tokens
    where organization_id = ${organization_id} and id = ${id}`.execute(db)
  return rows[0]
}

/** Returns true only for the first of concurrent calls. */
export async function revoke({ db, organization_id }: Tenant, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update api_tokens set revoked_at = ${now}
    where organization_id = ${organization_id} and id = ${id} and revoked_at is null`.execute(db)
  return numAffectedRows === 1n
}

/** Revokes all tokens of a user, whose membership ended or whose password a link reset. */
export async function revokeAllOf({ db, organization_id }: Tenant, user_id: string, now: Date): Promise<void> {
  await sql`
    update api_tokens set revoked_at = ${now}
    where organization_id = ${organization_id} and user_id = ${user_id} and revoked_at is null`.execute(db)
}

/** Revokes all tokens of the organization; returns how many. */
export async function revokeOfEverybody({ db, organization_id }: Tenant, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update api_tokens set revoked_at = ${now} where organization_id = ${organization_id} and revoked_at is null`.execute(
    db,
  )
  return Number(numAffectedRows)
}
