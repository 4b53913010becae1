// All SQL of browser push: the browsers, and the notifications that wait. A trigger deletes browsers that are logged out.
import { sql } from 'kysely'
import { maxPushSubscriptions, type NewPushSubscription } from '../../../contract/push.ts'
import type { Database, Tenant } from '../../platform/db/index.ts'
import { mayLeave } from '../../platform/db/restored.ts'

interface Listed {
  id: string
  user_agent: string | null
  created_at: string
}

export async function list({ db, organization_id }: Tenant, user_id: string): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select s.id, s.user_agent, p.created_at from push_subscriptions p
    join auth_sessions s on s.organization_id = p.organization_id and s.id = p.session_id
    where p.organization_id = ${organization_id} and s.user_id = ${user_id}
    order by p.created_at desc, s.id`.execute(db)
  return rows
}

/** False if the session has ended. */
export async function save(
  { db, organization_id }: Tenant,
  session_id: string,
  { endpoint, keys }: NewPushSubscription,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into push_subscriptions (organization_id, session_id, endpoint, p256dh, auth, created_at)
    select organization_id, id, ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${now} from auth_sessions
    where organization_id = ${organization_id} and id = ${session_id} and revoked_at is null
    -- Waits for a concurrent logout, which deletes only what it sees.
    for share
    on conflict (organization_id, session_id) do update
      set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Deletes the same browser under an earlier session that was not logged out, and what exceeds the limit. */
export async function removeOthers(
  { db, organization_id }: Tenant,
  { user_id, session_id, endpoint }: { user_id: string; session_id: string; endpoint: string },
): Promise<void> {
  await sql`
    delete from push_subscriptions where organization_id = ${organization_id} and session_id <> ${session_id} and endpoint = ${endpoint}`.execute(
    db,
  )
  await sql`
    delete from push_subscriptions where organization_id = ${organization_id} and session_id in (
      select p.session_id from push_subscriptions p
      join auth_sessions s on s.organization_id = p.organization_id and s.id = p.session_id
      where p.organization_id = ${organization_id} and s.user_id = ${user_id}
      order by p.session_id = ${session_id} desc, p.created_at desc, p.session_id offset ${maxPushSubscriptions})`.execute(
    db,
  )
}

/** False if the user has no such browser. */
export async function remove({ db, organization_id }: Tenant, user_id: string, session_id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from push_subscriptions p using auth_sessions s
    where p.organization_id = ${organization_id} and p.session_id = ${session_id}
      and s.organization_id = p.organization_id and s.id = p.session_id and s.user_id = ${user_id}`.execute(db)
  return numAffectedRows === 1n
}

export interface Notification {
  title: string
  /** The page of Kabar that a click opens. */
  path: string
  /** A later notification with the same topic replaces this one in the browser. At most 32 characters of base64url. */
  topic: string
}

/** For all browsers of the user. False if there is none. */
export async function queue(
  { db, organization_id }: Tenant,
  user_id: string,
  { title, path, topic }: Notification,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into push_messages (organization_id, session_id, title, path, topic, next_attempt_at, created_at)
    select p.organization_id, p.session_id, ${title}, ${path}, ${topic}, clock_timestamp(), clock_timestamp() from push_subscriptions p
    join auth_sessions s on s.organization_id = p.organization_id and s.id = p.session_id
    where p.organization_id = ${organization_id} and s.user_id = ${user_id}`.execute(db)
  return numAffectedRows > 0n
}

export interface Job extends Notification {
  organization_id: string
  id: string
  session_id: string
  attempts: number
  endpoint: string
  p256dh: string
  auth: string
}

export const maxAttempts = 4

/** Claims what is due. The next attempt is set with the claim, so that a server that is killed loses nothing. */
export async function claim({ system }: Database, most: number): Promise<Job[]> {
  const { rows } = await sql<Job>`
    with due as (
      select m.organization_id, m.id from push_messages m
      where m.next_attempt_at <= clock_timestamp() and m.attempts < ${maxAttempts} and ${mayLeave('m')}
      order by m.next_attempt_at limit ${most} for update skip locked)
    update push_messages m set attempts = m.attempts + 1,
      next_attempt_at = clock_timestamp() + case m.attempts when 0 then interval '1 minute' when 1 then interval '10 minutes' else interval '1 hour' end
    from due, push_subscriptions p
    where m.organization_id = due.organization_id and m.id = due.id and p.organization_id = m.organization_id and p.session_id = m.session_id
    returning m.organization_id, m.id, m.session_id, m.attempts, m.title, m.path, m.topic, p.endpoint, p.p256dh, p.auth`.execute(
    system,
  )
  return rows
}

/** After it was sent, or after the last attempt. */
export async function removeMessage({ system }: Database, { organization_id, id }: Job): Promise<void> {
  await sql`delete from push_messages where organization_id = ${organization_id} and id = ${id}`.execute(system)
}

/** The push service no longer knows the browser, unless it has subscribed anew since. */
export async function forgetBrowser(
  { system }: Database,
  { organization_id, session_id, endpoint }: Job,
): Promise<void> {
  await sql`
    delete from push_subscriptions
    where organization_id = ${organization_id} and session_id = ${session_id} and endpoint = ${endpoint}`.execute(
    system,
  )
}

/** Deletes notifications that are a day old, which help nobody any more. */
export async function forgetOld({ system }: Database): Promise<void> {
  await sql`delete from push_messages where created_at < clock_timestamp() - interval '1 day'`.execute(system)
}
