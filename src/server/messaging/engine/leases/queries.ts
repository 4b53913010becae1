// Leases of sessions with fencing tokens: acquire, renew, release, takeover. Also the session's sending rules and holds.
import { type RawBuilder, sql } from 'kysely'
import type { PacingLimits, PacingMode } from '../../../../contract/pacing.ts'
import type { Database, Tenant } from '../../../platform/db/index.ts'
import { isReleased, mayLeave } from '../../../platform/db/restored.ts'

/**
 * Starts a term as owner of a session, if its lease has expired or was ours before a restart (the owner's id is in the data folder).
 * Not in a restored copy before its release: without a lease no phone connects. A term that is still ours is renewed instead.
 */
export async function acquireLease(
  tenant: Tenant,
  sessionId: string,
  ownerId: string,
  ttlSeconds: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ fence: number }>`
    insert into wa_leases (organization_id, session_id, owner_id, lease_until)
    select o.organization_id, ${sessionId}, ${ownerId}, clock_timestamp() + make_interval(secs => ${ttlSeconds})
    from organizations o where o.organization_id = ${tenant.organization_id} and ${isReleased('o')}
    on conflict (organization_id, session_id) do update
      set owner_id = excluded.owner_id, fence = wa_leases.fence + 1, lease_until = excluded.lease_until
      where wa_leases.lease_until < clock_timestamp() - interval '2 seconds' or wa_leases.owner_id = excluded.owner_id
    returning fence`.execute(tenant.db)
  return rows[0]?.fence
}

export interface Term {
  readonly organization_id: string
  readonly session_id: string
  readonly fence: number
}

/** Results by session id. `locked`: still ours, but another transaction has locked the row. No entry: no longer ours. */
export type Renewals = Map<string, 'renewed' | 'locked'>

/** Renews our terms, across organizations. Does not wait: a long transaction of one organization must not hold up the others. */
export async function renewLeases(
  database: Database,
  ownerId: string,
  terms: readonly Term[],
  ttlSeconds: number,
): Promise<Renewals> {
  return await renew(database.system, ownerId, terms, ttlSeconds, sql`skip locked`)
}

/** Renews terms whose rows were locked. Waits a second at most for each row; a claim locks it for less. */
export async function renewLocked(
  database: Database,
  ownerId: string,
  terms: readonly Term[],
  ttlSeconds: number,
): Promise<Renewals> {
  try {
    return await database.system.transaction().execute(async (db) => {
      await sql`set local lock_timeout = '1s'`.execute(db)
      return await renew(db, ownerId, terms, ttlSeconds, sql``)
    })
  } catch (error) {
    if ((error as { code?: unknown }).code !== lockNotAvailable) throw error
    return new Map(terms.map(({ session_id }) => [session_id, 'locked']))
  }
}

/** SQLSTATE of a statement that has waited for a lock longer than `lock_timeout`. */
const lockNotAvailable = '55P03'

async function renew(
  db: Database['system'],
  ownerId: string,
  terms: readonly Term[],
  ttlSeconds: number,
  waiting: RawBuilder<unknown>,
): Promise<Renewals> {
  const { rows } = await sql<{ session_id: string; is_renewed: boolean }>`
    with terms as materialized (
      select * from unnest(${terms.map((term) => term.organization_id)}::uuid[], ${terms.map((term) => term.session_id)}::uuid[], ${terms.map((term) => term.fence)}::bigint[])
        as t (organization_id, session_id, fence)),
    ours as materialized (
      select l.organization_id, l.session_id from wa_leases l join terms using (organization_id, session_id, fence)
      -- The same order as the removal of an organization.
      order by l.session_id for no key update of l ${waiting}),
    renewed as (
      update wa_leases l set lease_until = clock_timestamp() + make_interval(secs => ${ttlSeconds})
      from ours
      where l.organization_id = ours.organization_id and l.session_id = ours.session_id
        and l.owner_id = ${ownerId} and l.lease_until > clock_timestamp()
      returning l.session_id)
    select session_id, true as is_renewed from renewed
    union all
    select l.session_id, false from wa_leases l join terms using (organization_id, session_id, fence)
    where l.owner_id = ${ownerId} and l.lease_until > clock_timestamp()
      and not exists (select from ours where ours.session_id = l.session_id)`.execute(db)
  return new Map(rows.map(({ session_id, is_renewed }) => [session_id, is_renewed ? 'renewed' : 'locked']))
}

export async function releaseLease(tenant: Tenant, term: Term): Promise<void> {
  await sql`update wa_leases set lease_until = '-infinity'
    where organization_id = ${tenant.organization_id} and session_id = ${term.session_id} and fence = ${term.fence}`.execute(
    tenant.db,
  )
}

/**
 * Proves that the term is still ours and locks the lease until the transaction ends: a takeover waits for it,
 * so that no write of an older term commits after a newer term began.
 */
export async function lockLease(tenant: Tenant, term: Term): Promise<SendingRules | undefined> {
  const held = await sql`
    select from wa_leases
    where organization_id = ${tenant.organization_id} and session_id = ${term.session_id} and fence = ${term.fence}
      and lease_until > clock_timestamp()
    for share`.execute(tenant.db)
  if (held.rows.length === 0) return undefined
  // A separate statement: after waiting for the lease it must see limits changed in the meantime, or it would defer
  // recipients by the old ones.
  const { rows } = await sql<SendingRules>`
    select clock_timestamp() + interval '1 ms' as now, l.next_send_at, l.hold_until, l.hold_new_chats_only, l.tripped_at, s.desired_status, s.pacing_mode, s.pacing_limits, s.resend_unknown, s.phone_number,
      not ${mayLeave('s')} as is_silent
    from wa_leases l join wa_sessions s on s.organization_id = l.organization_id and s.id = l.session_id
    where l.organization_id = ${tenant.organization_id} and l.session_id = ${term.session_id}`.execute(tenant.db)
  return rows[0]
}

/** What applies to the next message of a session, read when it is claimed. */
export interface SendingRules {
  /** By the database's clock, rounded up: moving a session to another machine does not change the time. */
  now: string
  next_send_at: string
  hold_until: string | null
  hold_new_chats_only: boolean
  tripped_at: string
  desired_status: 'running' | 'stopped'
  pacing_mode: PacingMode
  pacing_limits: PacingLimits | null
  resend_unknown: boolean
  /** The number of the linked phone. */
  phone_number: string | null
  /** The organization awaits its deletion, so nothing is claimed. */
  is_silent: boolean
}

/** The same without a lock, for reading, whether the session has an owner or not. */
export async function rulesOf(tenant: Tenant, sessionId: string): Promise<SendingRules | undefined> {
  const { rows } = await sql<SendingRules>`
    select clock_timestamp() as now, coalesce(l.next_send_at, '-infinity') as next_send_at, l.hold_until,
      coalesce(l.hold_new_chats_only, false) as hold_new_chats_only, coalesce(l.tripped_at, '-infinity') as tripped_at,
      s.desired_status, s.pacing_mode, s.pacing_limits, s.resend_unknown, s.phone_number,
      not ${mayLeave('s')} as is_silent
    from wa_sessions s left join wa_leases l on l.organization_id = s.organization_id and l.session_id = s.id
    where s.organization_id = ${tenant.organization_id} and s.id = ${sessionId}`.execute(tenant.db)
  return rows[0]
}

/** What the session waits for, as shown to users; nothing is claimed before that moment. */
export async function setWait(
  tenant: Tenant,
  term: Term,
  wait: { at: Date; reason: string; broadcast_id: string | null },
): Promise<void> {
  await sql`update wa_leases set next_send_at = ${wait.at}, wait_reason = ${wait.reason}, next_broadcast_id = ${wait.broadcast_id}
    where organization_id = ${tenant.organization_id} and session_id = ${term.session_id} and fence = ${term.fence}`.execute(
    tenant.db,
  )
}

/**
 * WhatsApp's own limit, or its end (`until` null). Of two overlapping limits the longer is stored; if it concerns only new
 * chats, all chats are held until the other one ends. False: there was nothing to end.
 */
export async function setHold(
  tenant: Tenant,
  term: Term,
  { code, until, new_chats_only, now }: { code: string; until: Date | null; new_chats_only: boolean; now: Date },
): Promise<boolean> {
  const isOther = sql`(hold_code <> ${code} and hold_until > ${now} and ${until}::timestamptz is not null)`
  const isKept = sql`coalesce(${isOther} and hold_until > ${until}, false)`
  const merged = (column: string, value: unknown) => sql`case when ${isKept} then ${sql.ref(column)} else ${value} end`
  const { numAffectedRows } = await sql`
    update wa_leases set hold_code = ${merged('hold_code', code)}, hold_until = ${merged('hold_until', until)},
      hold_new_chats_only = ${merged('hold_new_chats_only', new_chats_only)}, wait_reason = 'hold',
      next_send_at = case when ${isKept} and hold_new_chats_only and not ${new_chats_only} then ${until}
        when not ${isKept} and ${isOther} and not hold_new_chats_only and ${new_chats_only} then hold_until else '-infinity' end
    where organization_id = ${tenant.organization_id} and session_id = ${term.session_id} and fence = ${term.fence}
      -- The end of one limit does not end another.
      and (${until}::timestamptz is not null or hold_code = ${code} and hold_until is not null)`.execute(tenant.db)
  return numAffectedRows === 1n
}

/** Failures up to now have triggered the breaker and no longer count. */
export async function setTripped(tenant: Tenant, term: Term, at: Date): Promise<void> {
  await sql`update wa_leases set tripped_at = ${at}
    where organization_id = ${tenant.organization_id} and session_id = ${term.session_id} and fence = ${term.fence}`.execute(
    tenant.db,
  )
}

/** Clears the wait, so that every recipient is evaluated again. */
export async function clearWaits(tenant: Tenant, sessionId: string): Promise<void> {
  await sql`update wa_leases set next_send_at = '-infinity', wait_reason = null
    where organization_id = ${tenant.organization_id} and session_id = ${sessionId}`.execute(tenant.db)
}
