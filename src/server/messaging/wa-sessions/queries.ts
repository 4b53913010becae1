// All SQL of WhatsApp sessions and of the commands to them.

import { sql } from 'kysely'
import type { Message } from '../../../contract/messages/message.ts'
import { type PacingInput, type PacingLimits, type PacingMode, pacingPresets } from '../../../contract/pacing.ts'
import type {
  DriverName,
  SessionStatus,
  SimulatorEvent,
  WaSession,
  WhatsappStatus,
} from '../../../contract/wa-sessions.ts'
import type { Database, Tenant } from '../../platform/db/index.ts'
import { isReleased } from '../../platform/db/restored.ts'

/** A session as stored: without the formatted phone number and the usage. */
export type SessionRow = Omit<WaSession, 'phone_number_text' | 'usage'>

/** Returns undefined if the name is taken. */
export async function create(tenant: Tenant, input: { name: string; driver: DriverName; pacing_mode: PacingMode }) {
  return await tenant.db
    .insertInto('wa_sessions')
    .values({ ...input, organization_id: tenant.organization_id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
}

/**
 * Serializes concurrent additions so that the second counts the first one's session. Not `for update`: both transactions
 * already hold a key share lock, taken when the Idempotency-Key was stored, and would deadlock.
 */
export async function countForAdding(tenant: Tenant): Promise<number> {
  await sql`select from organizations where organization_id = ${tenant.organization_id} for no key update`.execute(
    tenant.db,
  )
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from wa_sessions
    where organization_id = ${tenant.organization_id} and deleted_at is null`.execute(tenant.db)
  return rows[0]!.n
}

export async function list(tenant: Tenant): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`${columns(tenant)} order by s.created_at, s.id`.execute(tenant.db)
  return rows
}

export async function get(tenant: Tenant, id: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`${columns(tenant)} and s.id = ${id}`.execute(tenant.db)
  return rows[0]
}

/** Status of the session `s` with the lease `l`: `starting` while no worker holds the lease, until the next one reports. */
export const statusOf = sql<string>`case when s.desired_status = 'running' and s.status in ('working', 'scan_qr')
  and coalesce(l.lease_until, '-infinity') < clock_timestamp() then 'starting' else s.status end`
/** When it was last connected. The connection of an owner that died ended with its lease. */
export const connectedUntil = sql<string | null>`case when s.status = 'working' and isfinite(l.lease_until)
  and l.lease_until < clock_timestamp() then l.lease_until else s.last_connected_at end`

function columns(tenant: Tenant) {
  return sql`
    select s.id, s.name, s.driver, s.phone_number, s.push_name, s.last_error, ${connectedUntil} as last_connected_at, s.resend_unknown, s.created_at,
      ${statusOf} as status,
      s.qr is not null and s.qr_expires_at > clock_timestamp() as has_qr,
      case when s.qr_expires_at > clock_timestamp() then s.pairing_code end as pairing_code,
      case when s.qr is not null or s.pairing_code is not null then s.qr_expires_at end as qr_expires_at,
      jsonb_build_object('mode', s.pacing_mode, 'limits', s.pacing_limits) as pacing,
      case when s.status = 'working' and l.next_send_at > clock_timestamp() then jsonb_build_object('reason', coalesce(l.wait_reason, 'pace'),
        'at', to_char(l.next_send_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as next_send,
      case when l.hold_until > clock_timestamp() then jsonb_build_object('code', l.hold_code, 'new_chats_only', l.hold_new_chats_only,
        'until', to_char(l.hold_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as hold
    from wa_sessions s left join wa_leases l on l.organization_id = s.organization_id and l.session_id = s.id
    where s.organization_id = ${tenant.organization_id} and s.deleted_at is null`
}

export async function qr(tenant: Tenant, id: string): Promise<string | undefined> {
  const row = await tenant.db
    .selectFrom('wa_sessions')
    .select('qr')
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('qr_expires_at', '>', sql<string>`clock_timestamp()`)
    .executeTakeFirst()
  return row?.qr ?? undefined
}

/** False if the session is deleted or the name is taken. */
export async function rename(tenant: Tenant, id: string, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update wa_sessions s set name = ${name}, updated_at = now()
    where organization_id = ${tenant.organization_id} and id = ${id} and deleted_at is null
      and not exists (select from wa_sessions other
        where other.organization_id = s.organization_id and other.id <> s.id and other.deleted_at is null
          and lower(other.name) = lower(${name}))`.execute(tenant.db)
  return numAffectedRows === 1n
}

/** Custom limits remain stored while another mode is in effect. */
export async function setPacing(tenant: Tenant, id: string, { mode, limits }: PacingInput): Promise<void> {
  const json = (value: PacingLimits) => JSON.stringify(value)
  await sql`
    update wa_sessions set pacing_mode = ${mode}, updated_at = now(),
      pacing_limits = case when ${mode} = 'custom'
        then coalesce(${limits ? json(limits) : null}::jsonb, pacing_limits, ${json(pacingPresets.careful)}::jsonb) else pacing_limits end
    where organization_id = ${tenant.organization_id} and id = ${id} and deleted_at is null`.execute(tenant.db)
}

export async function setResendUnknown(tenant: Tenant, id: string, resend_unknown: boolean): Promise<void> {
  await sql`
    update wa_sessions set resend_unknown = ${resend_unknown}, updated_at = now()
    where organization_id = ${tenant.organization_id} and id = ${id} and deleted_at is null`.execute(tenant.db)
}

/** False while the session runs or a phone is linked. */
export async function setDriver(tenant: Tenant, id: string, driver: DriverName, pacing: PacingMode): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update wa_sessions s set driver = ${driver}, pacing_mode = ${pacing}, status = 'stopped', last_error = null,
      phone_number = null, push_name = null, account = null, last_connected_at = null, updated_at = now()
    where organization_id = ${tenant.organization_id} and id = ${id} and deleted_at is null
      and desired_status = 'stopped' and status in ('stopped', 'failed')
      and not exists (select from wa_session_commands c where c.organization_id = s.organization_id and c.session_id = s.id)
      and not exists (select from wa_credentials c where c.organization_id = s.organization_id and c.session_id = s.id)`.execute(
    tenant.db,
  )
  return numAffectedRows === 1n
}

/** Locks the session so that no broadcast starts through it until this transaction ends; returns the names of unfinished broadcasts. */
export async function holdForRemoval(tenant: Tenant, id: string): Promise<string[]> {
  await sql`
    select from wa_sessions where organization_id = ${tenant.organization_id} and id = ${id} for update`.execute(
    tenant.db,
  )
  const { rows } = await sql<{ name: string }>`
    select name from broadcasts
    where organization_id = ${tenant.organization_id} and session_id = ${id}
      and status in ('awaiting_approval', 'scheduled', 'preparing', 'sending', 'paused') and deleted_at is null
    order by started_at, id`.execute(tenant.db)
  return rows.map(({ name }) => name)
}

/** Soft delete: its broadcasts still show its name. */
export async function remove(tenant: Tenant, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tenant.db
    .updateTable('wa_sessions')
    .set({ deleted_at: sql`now()`, desired_status: 'stopped', updated_at: sql`now()` })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Sets `desired_status`; idempotent. Starting clears the last error. */
export async function setDesiredStatus(
  tenant: Tenant,
  id: string,
  desired_status: 'running' | 'stopped',
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update wa_sessions set desired_status = ${desired_status}, updated_at = now(),
      status = case when ${desired_status} = 'running' and status in ('stopped', 'failed') then 'starting' else status end,
      connecting_since = case when ${desired_status} = 'running' and status in ('stopped', 'failed') then clock_timestamp() else connecting_since end,
      last_error = case when ${desired_status} = 'running' then null else last_error end
    where organization_id = ${tenant.organization_id} and id = ${id} and deleted_at is null`.execute(tenant.db)
  return numAffectedRows === 1n
}

export type Command =
  | { command: 'restart' | 'logout' | 'list_groups'; payload?: undefined }
  | { command: 'simulate'; payload: SimulatorEvent }
  | { command: 'pair'; payload: { phone: string } }

export type TakenCommand = Command & { request_id: string | null }

export async function addCommand(tenant: Tenant, id: string, { command, payload }: Command): Promise<void> {
  await tenant.db
    .insertInto('wa_session_commands')
    .values({
      organization_id: tenant.organization_id,
      session_id: id,
      command,
      payload: JSON.stringify(payload ?? {}),
    })
    .execute()
}

/**
 * Returns the commands of a session, oldest first, and deletes them: each runs at most once. A `logout` is deleted only
 * when done, because users cannot request it again for a removed session.
 */
export async function takeCommands(tenant: Tenant, id: string): Promise<TakenCommand[]> {
  const { rows } = await sql<TakenCommand & { id: string }>`
    with mine as (select id, command, payload, request_id from wa_session_commands where organization_id = ${tenant.organization_id} and session_id = ${id}),
    taken as (delete from wa_session_commands c using mine
      where c.organization_id = ${tenant.organization_id} and c.session_id = ${id} and c.id = mine.id and c.command <> 'logout')
    select * from mine`.execute(tenant.db)
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Called when no phone is linked any longer. */
export async function endLogouts(tenant: Tenant, id: string): Promise<void> {
  await sql`delete from wa_session_commands
    where organization_id = ${tenant.organization_id} and session_id = ${id} and command = 'logout'`.execute(tenant.db)
}

/** Logs out all sessions that run or have credentials; their owners carry it out. */
export async function logOutAll(tenant: Tenant): Promise<void> {
  await sql`
    with linked as (
      update wa_sessions s set desired_status = 'stopped', updated_at = now()
      where organization_id = ${tenant.organization_id}
        and (desired_status = 'running' or status not in ('stopped', 'failed') or exists (select from wa_credentials c
          where c.organization_id = s.organization_id and c.session_id = s.id))
      returning organization_id, id)
    insert into wa_session_commands (organization_id, session_id, command) select organization_id, id, 'logout' from linked`.execute(
    tenant.db,
  )
}

/** True if no command is left and no session has an owner. */
export async function areLoggedOut(tenant: Tenant): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select
      not exists (select from wa_session_commands where organization_id = ${tenant.organization_id})
      and not exists (select from wa_leases where organization_id = ${tenant.organization_id} and lease_until > clock_timestamp())
      as done`.execute(tenant.db)
  return rows[0]!.done
}

export interface SessionChange {
  status: SessionStatus
  qr?: string | null
  pairing_code?: string | null
  qr_expires_at?: Date | null
  phone_number?: string | null
  push_name?: string | null
  last_error?: Message | null
  last_connected_at?: Date
  desired_status?: 'running' | 'stopped'
}

/** For a new status other than `working`: if the phone was connected, it was so until now. */
const lastConnectedAt = sql<string>`case when status = 'working' then clock_timestamp() else last_connected_at end`
const connectingSince = sql<string>`case when status = 'working' then clock_timestamp() else coalesce(connecting_since, clock_timestamp()) end`

const opening = sql`
  qr = null, pairing_code = null, qr_expires_at = null, updated_at = now(),
  status = case when status in ('working', 'scan_qr') then 'starting' else status end`

/** If nobody owned a session for this long, nobody tried to connect: a restart of a worker takes seconds. */
const ownerless = sql`interval '5 minutes'`

/**
 * A new owner takes the session. `owned_until`: when the term before ended without a release, and with it the connection.
 * Workers that restart again and again count as one attempt to connect.
 */
export async function reportTaken(
  tenant: Tenant,
  { id, owned_until }: Pick<SessionTask, 'id' | 'owned_until'>,
): Promise<void> {
  await sql`
    update wa_sessions set ${opening},
      connecting_since = case when status <> 'working' and greatest(updated_at, ${owned_until}::timestamptz) > clock_timestamp() - ${ownerless}
        then coalesce(connecting_since, clock_timestamp()) else clock_timestamp() end,
      last_connected_at = case when status = 'working' then coalesce(${owned_until}, last_connected_at) else last_connected_at end
    where organization_id = ${tenant.organization_id} and id = ${id} and status not in ('stopped', 'failed')`.execute(
    tenant.db,
  )
}

/** The owner has closed the connection for another owner to take the session. */
export async function reportReleased(tenant: Tenant, id: string, fence: number): Promise<void> {
  await sql`
    update wa_sessions s set ${opening}, connecting_since = ${connectingSince}, last_connected_at = ${lastConnectedAt}
    where organization_id = ${tenant.organization_id} and id = ${id} and desired_status = 'running'
      and exists (select from wa_leases l where l.organization_id = s.organization_id and l.session_id = s.id and l.fence = ${fence})`.execute(
    tenant.db,
  )
}

/** Stores what the owner reports; changes nothing if its term is over. */
export async function report(
  tenant: Tenant,
  id: string,
  fence: number,
  { last_error, ...change }: SessionChange,
): Promise<boolean> {
  const why = last_error === undefined ? {} : { last_error: last_error && JSON.stringify(last_error) }
  const since =
    change.status === 'working'
      ? { connecting_since: null }
      : { last_connected_at: lastConnectedAt, connecting_since: connectingSince }
  const { numUpdatedRows } = await tenant.db
    .updateTable('wa_sessions')
    .set({ qr: null, pairing_code: null, qr_expires_at: null, ...since, ...change, ...why, updated_at: sql`now()` })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where(sql<boolean>`exists (
      select from wa_leases l where l.organization_id = wa_sessions.organization_id and l.session_id = wa_sessions.id and l.fence = ${fence})`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The owner has closed the connection as requested; an earlier failure remains visible. */
export async function reportStopped(tenant: Tenant, id: string, fence: number): Promise<void> {
  await sql`
    update wa_sessions s set status = 'stopped', qr = null, pairing_code = null, qr_expires_at = null, updated_at = now(),
      last_connected_at = ${lastConnectedAt}
    where organization_id = ${tenant.organization_id} and id = ${id} and desired_status = 'stopped' and status not in ('stopped', 'failed')
      and exists (select from wa_leases l where l.organization_id = s.organization_id and l.session_id = s.id and l.fence = ${fence})`.execute(
    tenant.db,
  )
}

/** Stores the linked account; returns true if another account was linked before. */
export async function isAnotherAccount(tenant: Tenant, id: string, number: string): Promise<boolean> {
  const { rows } = await sql<{ account: string | null }>`
    with before as materialized (
      select account from wa_sessions
      where organization_id = ${tenant.organization_id} and id = ${id} and account is distinct from ${number} for no key update)
    update wa_sessions s set account = ${number}, account_since = case when b.account is null then s.account_since else clock_timestamp() end
    from before b where s.organization_id = ${tenant.organization_id} and s.id = ${id}
    returning b.account`.execute(tenant.db)
  return typeof rows[0]?.account === 'string'
}

export async function status(tenant: Tenant) {
  const { rows } = await sql<WhatsappStatus>`
    select coalesce(bool_or(status = 'working'), false) as has_working_session,
      coalesce(bool_or(status in ('starting', 'scan_qr')), false) as has_running_session,
      count(*) filter (where status <> 'stopped' or phone_number is not null)::int as phones,
      count(*) filter (where status = 'working')::int as connected
    from (${columns(tenant)}) s`.execute(tenant.db)
  return rows[0]!
}

export interface SessionTask {
  organization_id: string
  id: string
  driver: string
  desired_status: 'running' | 'stopped'
  status: SessionStatus
  has_commands: boolean
  /** The lease is this owner's. */
  is_held: boolean
  /** When the last lease ends or ended, at most now; null if it was released. An ISO text. */
  owned_until: string | null
}

/**
 * Sessions of all organizations that need work, and that this owner has or may acquire. A restored copy has none before its
 * release. A failed session needs work until its lease is released.
 */
export async function tasks(database: Database, ownerId: string): Promise<SessionTask[]> {
  const { rows } = await sql<SessionTask>`
    with commanded as materialized (select distinct organization_id, session_id from wa_session_commands),
      at_work as (
        select organization_id, id from wa_sessions where desired_status = 'running' or status not in ('stopped', 'failed')
        union select organization_id, session_id from commanded
        union select organization_id, session_id from wa_leases where owner_id = ${ownerId} and lease_until > clock_timestamp())
    select s.organization_id, s.id, s.driver, s.desired_status, s.status, a.session_id is not null as has_commands,
      coalesce(l.owner_id = ${ownerId} and l.lease_until > clock_timestamp(), false) as is_held,
      case when isfinite(l.lease_until) then least(l.lease_until, clock_timestamp()) end as owned_until
    from at_work w
    join wa_sessions s on s.organization_id = w.organization_id and s.id = w.id
    left join commanded a on a.organization_id = s.organization_id and a.session_id = s.id
    left join wa_leases l on l.organization_id = s.organization_id and l.session_id = s.id
    where (l.owner_id is null or l.owner_id = ${ownerId} or l.lease_until < clock_timestamp() - interval '2 seconds')
      and ${isReleased('s')}`.execute(database.system)
  return rows
}

/**
 * Sessions of all organizations last connected at least `days` days ago.
 * One that has reconnected in the meantime does no harm: it has nothing left to settle.
 */
export async function silentFor(database: Database, days: number): Promise<{ organization_id: string; id: string }[]> {
  const { rows } = await sql<{ organization_id: string; id: string }>`
    select organization_id, id from wa_sessions
    where last_connected_at <= clock_timestamp() - make_interval(days => ${days})`.execute(database.system)
  return rows
}
