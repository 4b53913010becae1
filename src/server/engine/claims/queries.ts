// Which recipients are taken next, or are about to be changed: found and locked, and nothing of them is changed here.
import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from '../../db/index.ts'
import { isSampleOnPhone } from '../../db/sample-mark.ts'
import { type NamedMedia, named } from '../../media/service.ts'
import { groupRefusal } from '../audience/queries.ts'
import type { Term } from '../leases/queries.ts'

/**
 * The hot statements are planned by hand. The planner takes organization, session and broadcast for independent, so it
 * expects one row where there are 100,000, and reads them all for every batch (measured at 10,000 recipients: 580
 * messages/s). In this transaction rows are found by `key` (an index's order, or `lateral … limit 1`) or by `place`.
 */
export async function planBy(tenant: Tenant, way: 'key' | 'place' | 'any'): Promise<void> {
  await sql`select set_config(name, case when name = 'enable_indexscan' and ${way} = 'key' or ${way} = 'any' then 'on' else 'off' end, true) from unnest(array[
    'enable_indexscan', 'enable_sort', 'enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin']) name`.execute(
    tenant.db,
  )
}

/** For what others ask in the same transaction, until the next of the hot statements. */
export const planAsUsual = (tenant: Tenant): Promise<void> => planBy(tenant, 'any')

export interface Claimed {
  /** Where the row lies; good while its lock is held. */
  place: string
  id: string
  address: string
  address_key: string
  attempts: number
  wa_message_id: string | null
  contact_id: string | null
  /** Whose figures are meant; null: those of whom the contact speaks for first. */
  investor_id: string | null
  /** The contact's own; null: where their number is at home. */
  time_zone: string | null
  /** Why it must not be sent after all. */
  refusal: string | null
  is_group: boolean
  /** What an earlier attempt was given, or a test from the start: it stays. */
  text: string | null
  contact: {
    name: string
    preferred_name: string
    phone: string | null
    email: string
    company: string
    job_title: string
    language: string
  } | null
}

/**
 * Locks the next recipients of a broadcast that is being sent. They stay `pending` until `markSending` in the same
 * transaction. Opt-out, *do not contact*, the contact and whether we may post are read here, at the last moment.
 * Whether a contact or investor was removed is looked at when it is found: in the search for it, every list's index of what
 * is not removed would do, and until PostgreSQL has counted new contacts it reads such an index whole for each of them.
 */
export async function claim(tenant: Tenant, broadcastId: string, limit: number, now: string): Promise<Claimed[]> {
  await planBy(tenant, 'key')
  const { rows } = await sql<Claimed>`
    with due as materialized (
      select r.ctid as place, r.id, r.address, r.address_key, r.attempts, r.wa_message_id, r.contact_id, r.investor_id, r.text,
        r.wa_group_id, r.session_id, r.participants is not null as is_group
      from recipients r
      where r.organization_id = ${tenant.organization_id} and r.broadcast_id = ${broadcastId} and r.due_at <= ${now}
        and exists (select from broadcasts b where b.organization_id = ${tenant.organization_id} and b.id = ${broadcastId} and b.status = 'sending')
      order by r.due_at, r.id limit ${limit} for update of r skip locked)
    select d.place::text, d.id, d.address, d.address_key, d.attempts, d.wa_message_id, d.text, d.is_group, d.contact_id, d.investor_id, c.time_zone,
      case when d.is_group then coalesce(g.refusal, case when g.id is null then 'group_removed' end)
        when o.phone_key is not null or c.consent = 'opted_out' then 'opted_out'
        when v.id is not null then 'do_not_contact'
        when ${isSampleOnPhone(tenant, sql`d.contact_id`, sql`d.session_id`)} then 'sample_data' end as refusal,
      case when c.id is not null then jsonb_build_object('name', c.name, 'preferred_name', c.preferred_name, 'phone', c.phone,
        'email', c.email, 'company', c.company, 'job_title', c.job_title, 'language', c.language) end as contact
    from due d
    left join lateral (select * from contacts k
      where k.organization_id = ${tenant.organization_id} and k.id = d.contact_id limit 1) c on c.deleted_at is null
    left join lateral (select k.phone_key from opt_outs k
      where k.organization_id = ${tenant.organization_id} and k.phone_key = d.address_key limit 1) o on true
    left join lateral (select k.id from investor_contacts x
      cross join lateral (select * from investors i
        where i.organization_id = ${tenant.organization_id} and i.id = x.investor_id limit 1) k
      where x.organization_id = ${tenant.organization_id} and x.contact_id = d.contact_id and k.do_not_contact
        and k.deleted_at is null limit 1) v on true
    left join lateral (select g.id, ${groupRefusal(sql`d.session_id`)} as refusal from wa_groups g
      join wa_sessions s on s.organization_id = g.organization_id and s.id = g.session_id
      where g.organization_id = ${tenant.organization_id} and g.id = d.wa_group_id limit 1) g on true`.execute(
    tenant.db,
  )
  return rows
}

export interface Resend {
  id: string
  address: string
  address_key: string
  wa_message_id: string
  text: string
  media: NamedMedia | null
  time_zone: string | null
  country: string
  home_time_zone: string
}

/** A message in doubt that the network keeps putting off, or that is cut off each time, is left to a person at last. */
export const maxAttempts = 6

/** A condition on a message in doubt, `r`, of the broadcast `b`: what keeps a first one from leaving, read as late. */
export const isResendBlocked = (tenant: Tenant, r: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  coalesce(b.expires_at <= clock_timestamp(), false)
  or exists (select from opt_outs o where o.organization_id = ${tenant.organization_id} and o.phone_key = ${r}.address_key)
  or exists (select from contacts k where k.organization_id = ${tenant.organization_id} and k.id = ${r}.contact_id
    and (k.deleted_at is not null or k.consent = 'opted_out'))
  or ${r}.participants is not null and ${r}.wa_group_id is null
  or exists (select from wa_groups g join wa_sessions s on s.organization_id = g.organization_id and s.id = g.session_id
    where g.organization_id = ${tenant.organization_id} and g.id = ${r}.wa_group_id and ${groupRefusal(sql`${r}.session_id`)} is not null)
  or exists (select from investor_contacts x join investors k on k.organization_id = x.organization_id and k.id = x.investor_id
    where x.organization_id = ${tenant.organization_id} and x.contact_id = ${r}.contact_id and k.do_not_contact and k.deleted_at is null)
  or ${isSampleOnPhone(tenant, sql`${r}.contact_id`, sql`${r}.session_id`)})`

/** Whether a session has nothing that waits, is under way or in doubt: neither of a broadcast nor an answer. */
export async function isSessionIdle(tenant: Tenant, sessionId: string): Promise<boolean> {
  const own = sql`organization_id = ${tenant.organization_id} and session_id = ${sessionId}`
  const { rows } = await sql<{ is_quiet: boolean }>`
    select not exists (select from broadcasts where ${own} and status in ('preparing', 'sending'))
      and not exists (select from recipients where ${own} and settle_at is not null)
      and not exists (select from wa_answers where ${own} and due_at is not null) as is_quiet`.execute(tenant.db)
  return rows[0]!.is_quiet
}

/** Unknown rows for which no evidence came, locked. At most one more try; the others are left to `giveUpUnknown`. */
export async function claimResends(tenant: Tenant, term: Term, limit: number): Promise<Resend[]> {
  const { rows } = await sql<Resend>`
    select u.id, u.address, u.address_key, u.wa_message_id, u.text, ${named(tenant, sql`b.media_id`)} as media, c.time_zone, o.country, o.time_zone as home_time_zone
    from recipients u
    join broadcasts b on b.organization_id = u.organization_id and b.id = u.broadcast_id and b.status = 'sending'
    join organizations o on o.organization_id = u.organization_id
    left join contacts c on c.organization_id = u.organization_id and c.id = u.contact_id
    where u.organization_id = ${tenant.organization_id} and u.session_id = ${term.session_id} and u.settle_at <= clock_timestamp()
      and u.status = 'unknown' and u.resends = 0 and u.attempts < ${maxAttempts}
      and not ${isResendBlocked(tenant, sql`u`)}
    -- Those that were cut off come last: one that ends the line, or the process, must not keep the others back.
    order by u.attempts, u.settle_at limit ${limit} for update of u skip locked`.execute(tenant.db)
  return rows
}

/** Where the rows of messages lie, locked, by message id; a message that is nobody's has none. */
export type MessageRows = ReadonlyMap<string, MessageRow>
export interface MessageRow {
  place: string
  /** The recipient's id where that is a group. */
  group_id: string | null
}

/**
 * Every batch locks its rows here, all of them at once and in the order of their ids, so that no two who change messages
 * wait for each other: docs/decisions/0007-order-of-locks.md. The places are good until their rows are changed.
 */
export async function lockMessages(tenant: Tenant, sessionId: string, ids: readonly string[]): Promise<MessageRows> {
  await planBy(tenant, 'key')
  const { rows } = await sql<MessageRow & { id: string }>`
    select m.id, k.place::text, k.group_id from unnest(${[...ids].sort()}::text[]) with ordinality m (id, n)
    cross join lateral (select r.ctid as place, case when r.participants is not null then r.id end as group_id from recipients r
      where r.organization_id = ${tenant.organization_id} and r.session_id = ${sessionId} and r.wa_message_id = m.id
      limit 1 for update) k
    order by m.n`.execute(tenant.db)
  await planBy(tenant, 'place')
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

/** Before messages may go back to `pending`: nobody cancels their broadcasts until that is written. */
export async function lockBroadcasts(tenant: Tenant, sessionId: string, ids: readonly string[]): Promise<void> {
  await sql`
    select from broadcasts b where b.organization_id = ${tenant.organization_id} and b.id in (
      select r.broadcast_id from recipients r
      where r.organization_id = ${tenant.organization_id} and r.session_id = ${sessionId} and r.wa_message_id = any (${ids}))
    order by b.id for share`.execute(tenant.db)
}
