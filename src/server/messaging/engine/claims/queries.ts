// Claims: finds and locks the recipients to send next or to change; changes none of them.
import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from '../../../platform/db/index.ts'
import { type NamedMedia, named } from '../../media/service.ts'
import { groupRefusal } from '../audience/queries.ts'
import type { Term } from '../leases/queries.ts'
import { withPlan } from '../plan/queries.ts'

export interface Claimed {
  /** The row's ctid; valid while its lock is held. */
  place: string
  id: string
  address: string
  address_key: string
  attempts: number
  /** The contact's preferred number changed after the start; `address` is the new one, and the first attempt goes there. */
  has_moved: boolean
  wa_message_id: string | null
  contact_id: string | null
  /** The investor whose figures are shown; null: the contact's primary investor. */
  investor_id: string | null
  /** The contact's own; null: that of the country of their number. */
  time_zone: string | null
  /** Why the message must not be sent after all. */
  refusal: string | null
  is_group: boolean
  /** Text of an earlier attempt, or of a test message from the start; never changes. */
  text: string | null
  /** In an approved broadcast, the only text that may be sent. */
  approved_text: string | null
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
 * transaction. Opt-out, *do not contact*, the contact and the permission to post are read here, at the last moment.
 * `deleted_at` is checked after the row is found: as a search condition it would let the planner use any list's partial
 * index, and until new contacts are analyzed it reads that whole index for each of them.
 */
export async function claim(tenant: Tenant, broadcastId: string, limit: number, now: string): Promise<Claimed[]> {
  return await withPlan(
    tenant,
    'key',
    messagesOf(
      tenant,
      broadcastId,
      sql`r.due_at <= ${now}
        and exists (select from broadcasts b where b.organization_id = ${tenant.organization_id} and b.id = ${broadcastId} and b.status = 'sending')
      order by r.due_at, r.id limit ${limit} for update of r skip locked`,
    ),
  )
}

/**
 * Locks the next recipients after `after`, by id, whose messages are not written for the approval yet. Waits for locked rows,
 * because none may be left out. The broadcast must be locked.
 */
export async function claimUnwritten(
  tenant: Tenant,
  broadcastId: string,
  limit: number,
  after: string | null,
): Promise<Claimed[]> {
  return await withPlan(
    tenant,
    'key',
    messagesOf(
      tenant,
      broadcastId,
      sql`r.due_at is not null and r.approved_text is null and (${after}::uuid is null or r.id > ${after}::uuid)
      order by r.due_at, r.id limit ${limit} for update of r`,
    ),
  )
}

/** Reads everything that a message depends on, for the recipients `r` that `which` selects, orders and locks. */
function messagesOf(tenant: Tenant, broadcastId: string, which: RawBuilder<unknown>): RawBuilder<Claimed> {
  return sql<Claimed>`
    with due as materialized (
      select r.ctid as place, r.id, r.address, r.address_key, r.attempts, r.wa_message_id, r.contact_id, r.investor_id, r.text,
        r.approved_text, r.wa_group_id, r.session_id, r.participants is not null as is_group
      from recipients r
      where r.organization_id = ${tenant.organization_id} and r.broadcast_id = ${broadcastId} and ${which})
    select d.place::text, d.id, case m.number when 'new' then c.phone else d.address end as address,
      case m.number when 'new' then c.phone_key else d.address_key end as address_key, coalesce(m.number = 'new', false) as has_moved, d.attempts, d.wa_message_id, d.text, d.approved_text, d.is_group, d.contact_id, d.investor_id, c.time_zone,
      case when d.is_group then coalesce(g.refusal, case when g.id is null then 'group_removed' end)
        when o.phone_key is not null or c.consent = 'opted_out' then 'opted_out'
        when v.id is not null then 'do_not_contact'
        when c.id is not null and c.phone is null and d.text is null then 'no_number'
        when m.number = 'of_another' then 'same_number' end as refusal,
      case when c.id is not null then jsonb_build_object('name', c.name, 'preferred_name', c.preferred_name, 'phone', c.phone,
        'email', c.email, 'company', c.company, 'job_title', c.job_title, 'language', c.language, 'custom', c.custom) end as contact
    from due d
    left join lateral (select * from contacts k
      where k.organization_id = ${tenant.organization_id} and k.id = d.contact_id limit 1) c on c.deleted_at is null
    -- The contact's number may have changed. A text that exists may have arrived, so its number stays; a number gets one message.
    left join lateral (select case when c.phone_key <> d.address_key and d.text is null and not d.is_group then
      case when not exists (select from recipients x where x.organization_id = ${tenant.organization_id}
          and x.broadcast_id = ${broadcastId} and x.address_key = c.phone_key) then 'new'
        when d.address_key = any (c.other_phone_keys) then 'same' else 'of_another' end end as number) m on true
    left join lateral (select k.phone_key from opt_outs k
      where k.organization_id = ${tenant.organization_id} and k.phone_key in (d.address_key, c.phone_key) limit 1) o on true
    left join lateral (select k.id from investor_contacts x
      cross join lateral (select * from investors i
        where i.organization_id = ${tenant.organization_id} and i.id = x.investor_id limit 1) k
      where x.organization_id = ${tenant.organization_id} and x.contact_id = d.contact_id and k.do_not_contact
        and k.deleted_at is null limit 1) v on true
    left join lateral (select g.id, ${groupRefusal(sql`d.session_id`)} as refusal from wa_groups g
      join wa_sessions s on s.organization_id = g.organization_id and s.id = g.session_id
      where g.organization_id = ${tenant.organization_id} and g.id = d.wa_group_id limit 1) g on true`
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

/** After this many attempts an unconfirmed message is left to a person: the network keeps deferring it, or the connection ends each time. */
export const maxAttempts = 6

/** Condition on an unconfirmed message `r` of the broadcast `b`: what would prevent a first attempt, read just before the resend. */
export const isResendBlocked = (tenant: Tenant, r: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  coalesce(b.expires_at <= clock_timestamp(), false)
  or exists (select from opt_outs o where o.organization_id = ${tenant.organization_id} and o.phone_key = ${r}.address_key)
  or exists (select from contacts k where k.organization_id = ${tenant.organization_id} and k.id = ${r}.contact_id
    and (k.deleted_at is not null or k.consent = 'opted_out' or exists (select from opt_outs o
      where o.organization_id = ${tenant.organization_id} and o.phone_key = k.phone_key)))
  or ${r}.participants is not null and ${r}.wa_group_id is null
  or exists (select from wa_groups g join wa_sessions s on s.organization_id = g.organization_id and s.id = g.session_id
    where g.organization_id = ${tenant.organization_id} and g.id = ${r}.wa_group_id and ${groupRefusal(sql`${r}.session_id`)} is not null)
  or exists (select from investor_contacts x join investors k on k.organization_id = x.organization_id and k.id = x.investor_id
    where x.organization_id = ${tenant.organization_id} and x.contact_id = ${r}.contact_id and k.do_not_contact and k.deleted_at is null))`

/** True if the session has nothing pending, in flight or unconfirmed, neither recipients nor answers. */
export async function isSessionIdle(tenant: Tenant, sessionId: string): Promise<boolean> {
  const own = sql`organization_id = ${tenant.organization_id} and session_id = ${sessionId}`
  const { rows } = await sql<{ is_quiet: boolean }>`
    select not exists (select from broadcasts where ${own} and status in ('preparing', 'sending'))
      and not exists (select from recipients where ${own} and decide_at is not null)
      and not exists (select from wa_answers where ${own} and due_at is not null) as is_quiet`.execute(tenant.db)
  return rows[0]!.is_quiet
}

/** Locks unconfirmed rows without evidence, at most for one more attempt; `failUnknown` handles the others. */
export async function claimResends(tenant: Tenant, term: Term, limit: number): Promise<Resend[]> {
  const { rows } = await sql<Resend>`
    select u.id, u.address, u.address_key, u.wa_message_id, u.text, ${named(tenant, sql`b.media_id`)} as media, c.time_zone, o.country, o.time_zone as home_time_zone
    from recipients u
    join broadcasts b on b.organization_id = u.organization_id and b.id = u.broadcast_id and b.status = 'sending'
    join organizations o on o.organization_id = u.organization_id
    left join contacts c on c.organization_id = u.organization_id and c.id = u.contact_id
    where u.organization_id = ${tenant.organization_id} and u.session_id = ${term.session_id} and u.decide_at <= clock_timestamp()
      and u.status = 'unknown' and u.resends = 0 and u.attempts < ${maxAttempts}
      and not ${isResendBlocked(tenant, sql`u`)}
    -- Interrupted ones come last: one that ends the connection or the process must not block the others.
    order by u.attempts, u.decide_at limit ${limit} for update of u skip locked`.execute(tenant.db)
  return rows
}

/** Where the rows of messages are, locked, by message id. A message of no recipient has none. */
export type MessageRows = ReadonlyMap<string, MessageRow>
export interface MessageRow {
  place: string
  /** The recipient's id if the recipient is a group. */
  group_id: string | null
}

/**
 * Every batch locks all its rows here, in the order of their ids, so that concurrent changes of messages do not deadlock:
 * docs/decisions/0007-order-of-locks.md. The places are valid until the rows are changed.
 */
export async function lockMessages(tenant: Tenant, sessionId: string, ids: readonly string[]): Promise<MessageRows> {
  const statement = sql<MessageRow & { id: string }>`
    select m.id, k.place::text, k.group_id from unnest(${[...ids].sort()}::text[]) with ordinality m (id, n)
    cross join lateral (select r.ctid as place, case when r.participants is not null then r.id end as group_id from recipients r
      where r.organization_id = ${tenant.organization_id} and r.session_id = ${sessionId} and r.wa_message_id = m.id
      limit 1 for update) k
    order by m.n`
  const rows = await withPlan(tenant, 'key', statement)
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

/** Called before messages return to `pending`: prevents a concurrent cancellation of their broadcasts until that is committed. */
export async function lockBroadcasts(tenant: Tenant, sessionId: string, ids: readonly string[]): Promise<void> {
  await sql`
    select from broadcasts b where b.organization_id = ${tenant.organization_id} and b.id in (
      select r.broadcast_id from recipients r
      where r.organization_id = ${tenant.organization_id} and r.session_id = ${sessionId} and r.wa_message_id = any (${ids}))
    order by b.id for share`.execute(tenant.db)
}
