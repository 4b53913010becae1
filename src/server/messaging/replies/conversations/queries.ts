// All SQL of conversations: finding the person, listing and searching, the messages in order, and the assignment.
import { type RawBuilder, sql } from 'kysely'
import type { RecipientStatus } from '../../../../contract/broadcasts.ts'
import type { ConversationQuery, ConversationRow, Person } from '../../../../contract/conversations.ts'
import { shownText } from '../../../platform/db/amounts.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { contains, occursIn, words } from '../../../platform/db/search.ts'
import { numbersOfContact } from '../../../records/contacts/service.ts'
import { messagesFromContact } from '../queries.ts'

export type FoundPerson = Omit<Person, 'address_text'> & { address_key: string | null }

/** `id`: of a contact, or of a message from an unknown number. */
export async function person(tenant: Tenant, id: string): Promise<FoundPerson | undefined> {
  const own = (table: string) => sql`${sql.ref(`${table}.organization_id`)} = ${tenant.organization_id}`
  const { rows } = await sql<FoundPerson>`
    select coalesce(k.id, w.first_id) as id, coalesce(h.address, k.phone, '') as address,
      coalesce(h.address_key, k.phone_key) as address_key,
      case when k.id is not null then jsonb_build_object('id', k.id, 'name', k.name) end as contact,
      case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as assignee
    from (
      select n.address_key, (${firstOf(tenant, sql`n.address_key`)}) as first_id,
        coalesce((select c.id from contacts c where ${own('c')} and c.id = ${id} and c.deleted_at is null), n.contact_id) as contact_id
      from (select) one left join lateral (
        select m.address_key, c.id as contact_id from wa_messages m
        left join contacts c on ${own('c')} and c.deleted_at is null
          and c.id = coalesce(m.contact_id, (select n.contact_id from contact_numbers n where ${own('n')} and n.phone_key = m.address_key))
        where ${own('m')} and m.id = ${id}) n on true) w
    left join contacts k on ${own('k')} and k.id = w.contact_id
    left join lateral (select m.address, m.address_key from wa_messages m
      where ${own('m')} and (m.contact_id = k.id or m.address_key = any (case when k.id is null then array[w.address_key] else k.other_phone_keys || k.phone_key end))
      order by m.at desc limit 1) h on true
    left join lateral (select v.assigned_to from wa_conversations v
      where ${own('v')} and v.address_key = any (k.other_phone_keys || k.phone_key || h.address_key || w.address_key)
      order by v.assigned_at desc limit 1) v on true
    left join users u on ${own('u')} and u.id = v.assigned_to
    where k.id is not null or w.address_key is not null`.execute(tenant.db)
  return rows[0]
}

/** An unknown number is identified by its first message, so that its id stays the same as more messages arrive. */
const firstOf = (tenant: Tenant, key: RawBuilder<unknown>) => sql`
  select m.id from wa_messages m where m.organization_id = ${tenant.organization_id} and m.address_key = ${key}
  order by m.at, m.id limit 1`

export interface ConversationCounts {
  unanswered: number
  mine: number
  waiting: number
}

type Listed = Omit<ConversationRow, 'address_text'>

/** Sorted: conversations with an unanswered message or an unsent answer first, then the newest. */
export async function list(
  tenant: Tenant,
  { q, show, page = 1, per_page = 20 }: ConversationQuery,
): Promise<{ data: Listed[]; total: number; counts: ConversationCounts }> {
  const own = (table: string) => sql`${sql.ref(`${table}.organization_id`)} = ${tenant.organization_id}`
  const filters = {
    unanswered: sql`unanswered > 0`,
    mine: sql`assigned_to = ${tenant.user_id ?? null}`,
    waiting: sql`waiting > 0`,
  }
  const { rows } = await sql<{ counts: ConversationCounts; total: number; row: Listed | null }>`
    with heard as (
      select m.address_key, m.contact_id, max(m.at) as at, count(*) filter (where m.handled_at is null) as unanswered
      from wa_messages m where ${own('m')} group by 1, 2
      union all
      select a.address_key, a.contact_id, max(a.created_at), 0 from wa_answers a
      join contacts c on ${own('c')} and c.id = a.contact_id and c.deleted_at is null
      where ${own('a')} and a.contact_id is not null and a.status <> 'cancelled' group by 1, 2),
    stuck as (
      select coalesce(a.address_key, m.address_key) as address_key, count(*) as waiting from wa_answers a
      left join wa_messages m on ${own('m')} and m.id = a.reply_id
      join wa_sessions s on ${own('s')} and s.id = a.session_id
      left join wa_leases l on ${own('l')} and l.session_id = a.session_id
      where ${own('a')} and a.due_at is not null and a.status = 'pending' and not a.is_automatic and not a.is_test
        and (s.status <> 'working' or coalesce(l.lease_until, '-infinity') < clock_timestamp())
      group by 1),
    people as (
      select coalesce(k.id, p.id) as contact_id, h.address_key, max(h.at) as at, sum(h.unanswered) as unanswered
      from heard h
      left join contacts k on ${own('k')} and k.deleted_at is null and k.id = h.contact_id
      left join contact_numbers n on ${own('n')} and n.phone_key = h.address_key and h.contact_id is null
      left join contacts p on ${own('p')} and p.id = n.contact_id
      group by 1, 2),
    persons as (
      select p.contact_id, (array_agg(p.address_key order by p.at desc))[1] as address_key, array_agg(p.address_key) as keys,
        max(p.at) as at, sum(p.unanswered)::int as unanswered, coalesce(sum(s.waiting), 0)::int as waiting
      from people p left join stuck s on s.address_key = p.address_key
      group by p.contact_id, case when p.contact_id is null then p.address_key end),
    -- Several numbers of a person may have assignees; the latest assignment counts.
    assigned as (
      select distinct on (a.person) a.person, a.assigned_to from (
        select coalesce(p.contact_id::text, p.address_key) as person, v.assigned_to, v.assigned_at
        from wa_conversations v join people p on p.address_key = v.address_key where ${own('v')}
        union all
        select n.contact_id::text, v.assigned_to, v.assigned_at
        from wa_conversations v join contact_numbers n on ${own('n')} and n.phone_key = v.address_key where ${own('v')}) a
      order by a.person, a.assigned_at desc),
    conversations as materialized (
      select p.*, v.assigned_to from persons p
      left join assigned v on v.person = coalesce(p.contact_id::text, p.address_key)),
    matching as materialized (
      select n.*, k.name from conversations n
      left join contacts k on ${own('k')} and k.id = n.contact_id
      where ${show ? filters[show] : sql`true`} ${matches(tenant, q)}),
    page as (
      select * from matching order by unanswered + waiting > 0 desc, at desc, address_key limit ${per_page} offset ${(page - 1) * per_page})
    select jsonb_build_object('unanswered', c.unanswered, 'mine', c.mine, 'waiting', c.waiting) as counts,
      (select count(*) from matching) as total, listed.row
    from (
      select count(*) filter (where ${filters.unanswered}) as unanswered, count(*) filter (where ${filters.waiting}) as waiting,
        count(*) filter (where ${filters.mine} and unanswered > 0) as mine from conversations) c
    left join lateral (
      select n.at, n.address_key, n.unanswered + n.waiting > 0 as is_open, jsonb_build_object(
        'id', coalesce(n.contact_id, (${firstOf(tenant, sql`n.address_key`)})), 'address', coalesce(t.address, a.address),
        'contact', case when n.contact_id is not null then jsonb_build_object('id', n.contact_id, 'name', n.name) end,
        'assignee', case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end,
        'last', case when t.id is null or a.at > t.place then jsonb_build_object('is_theirs', false, 'text', a.text, 'status', a.status, 'at', ${utc('a.at')})
          else jsonb_build_object('is_theirs', true, 'text', t.text, 'status', null, 'at', ${utc('t.at')}) end,
        'reply_id', t.id, 'unanswered', n.unanswered, 'waiting', n.waiting) as row
      from page n
      left join lateral (
        select m.id, m.address, m.text, m.at, greatest(m.at, least(m.received_at, m.at + interval '2 seconds')) as place from wa_messages m
        where ${own('m')} and m.address_key = any (n.keys) order by m.at desc, m.id desc limit 1) t on true
      left join lateral (
        select left(${shownText(tenant, sql`a.text`, sql`a.shows_amounts`)}, 300) as text, a.status, a.created_at as at, a.address from (
          select r.* from wa_messages m join wa_answers r on r.organization_id = m.organization_id and r.reply_id = m.id
          where ${own('m')} and m.address_key = any (n.keys)
          union all
          select r.* from wa_answers r where r.organization_id = ${tenant.organization_id} and r.contact_id = n.contact_id) a
        where a.status <> 'cancelled' order by a.created_at desc limit 1) a on true
      left join users u on ${own('u')} and u.id = n.assigned_to) listed on true
    order by listed.is_open desc, listed.at desc, listed.address_key`.execute(tenant.db)
  const { total, counts } = rows[0]!
  return { data: rows.flatMap(({ row }) => row ?? []), total, counts }
}

const utc = (at: string) => sql`to_char(${sql.ref(at)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** True if each word occurs in the contact, if all words occur in one message, or if the number contains the typed digits. */
function matches(tenant: Tenant, q: string | undefined): RawBuilder<unknown> {
  const all = words(q)
  if (all.length === 0) return sql``
  const within = (text: RawBuilder<unknown>) =>
    sql.join(
      all.map((word) => occursIn(text, word)),
      sql` and `,
    )
  // People type local numbers with a leading 0, which replaces the country code of the stored number.
  const digits = q!.replace(/\D/g, '').replace(/^0+/, '')
  return sql`and (
    k.id is not null and ${sql.join(
      all.map((word) => contains('k', word)),
      sql` and `,
    )}
    ${digits.length < 3 || /[^\d\s+()/.-]/.test(q!) ? sql`` : sql`or n.address_key like ${`%${digits}%`} or k.search like ${`%${digits}%`}`}
    or n.keys && (select array_agg(distinct m.address_key) from wa_messages m
      where m.organization_id = ${tenant.organization_id} and ${within(sql`m.text`)})
    or n.keys && (select array_agg(distinct coalesce(a.address_key, m.address_key)) from wa_answers a
      left join wa_messages m on m.organization_id = ${tenant.organization_id} and m.id = a.reply_id
      where a.organization_id = ${tenant.organization_id} ${tenant.sees_amounts ? sql`` : sql`and not a.shows_amounts`}
        and ${within(sql`a.text`)}))`
}

/** Returns false if the user no longer belongs to the organization. */
export async function assign(tenant: Tenant, key: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into wa_conversations (organization_id, address_key, assigned_to, assigned_by)
    select ${tenant.organization_id}, ${key}, u.id, ${tenant.user_id ?? null}::uuid from users u
    where u.organization_id = ${tenant.organization_id} and u.id = ${userId} and u.disabled_at is null and u.removed_at is null
    on conflict (organization_id, address_key) do update
      set assigned_to = excluded.assigned_to, assigned_by = excluded.assigned_by, assigned_at = clock_timestamp()
    returning address_key`.execute(tenant.db)
  return rows.length > 0
}

/** Removes the assignment from every number of the person. */
export async function unassign(tenant: Tenant, { contact, address_key }: FoundPerson): Promise<void> {
  const numbers = contact
    ? sql`or address_key = any (${numbersOfContact(tenant, contact.id)}) or address_key in (select m.address_key from wa_messages m
        where m.organization_id = ${tenant.organization_id} and m.contact_id = ${contact.id})`
    : sql``
  await sql`delete from wa_conversations where organization_id = ${tenant.organization_id} and (address_key = ${address_key} ${numbers})`.execute(
    tenant.db,
  )
}

export interface ConversationEntry {
  kind: 'broadcast' | 'reply' | 'answer' | 'note'
  id: string
  at: string
}

/** Newest first. */
export async function conversationEntries(
  tenant: Tenant,
  { contact, address_key }: FoundPerson,
  { page = 1, per_page = 20 }: { page?: number | undefined; per_page?: number | undefined },
): Promise<{ data: ConversationEntry[]; total: number; unanswered: number; latest: string | null }> {
  const contactId = contact?.id ?? null
  const theirs = contact ? messagesFromContact(tenant, contact.id) : sql`m.address_key = ${address_key}`
  const { rows } = await sql<ConversationEntry & { total: number; unanswered: number; latest: string | null }>`
    with heard as materialized (
      select m.id, m.handled_at,
        -- WhatsApp timestamps are whole seconds, so a reply in the same second sorts after the message it replies to.
        case when m.received_at - m.at between interval '0' and interval '2 seconds' then m.received_at else m.at end as place, m.at
      from wa_messages m where m.organization_id = ${tenant.organization_id} and ${theirs}),
    said as (
      select 'reply' as kind, id, at, place from heard
      union all
      select 'answer', a.id, coalesce(a.sent_at, a.created_at), a.created_at from heard h
      join wa_answers a on a.organization_id = ${tenant.organization_id} and a.reply_id = h.id and a.contact_id is null and a.status <> 'cancelled'
      union all
      select 'answer', a.id, coalesce(a.sent_at, a.created_at), a.created_at from wa_answers a
      where a.organization_id = ${tenant.organization_id} and a.contact_id = ${contactId} and a.status <> 'cancelled'
      union all
      select 'broadcast', r.id, t.at, t.at from recipients r
      join broadcasts b on b.organization_id = r.organization_id and b.id = r.broadcast_id
      cross join lateral (select coalesce(r.sent_at, (select max(s.at) from wa_sends s
        where s.organization_id = r.organization_id and s.address_key = r.address_key and s.session_id = r.session_id
          and s.wa_message_id = r.wa_message_id), b.started_at, b.created_at) as at) t
      where r.organization_id = ${tenant.organization_id} and r.contact_id = ${contactId} and r.text is not null
        and r.status not in ('pending', 'skipped', 'cancelled')
      union all
      select 'note', n.id, n.created_at, n.created_at from notes n
      where n.organization_id = ${tenant.organization_id} and n.deleted_at is null
        and (n.contact_id = ${contactId} or n.address_key = ${address_key}
          ${contact ? sql`or n.address_key = any (${numbersOfContact(tenant, contact.id)})` : sql``}))
    select kind, id, at, count(*) over () as total, (select count(*) from heard where handled_at is null) as unanswered,
      (select id from heard order by at desc, place desc, id limit 1) as latest
    from said order by place desc, kind, id desc limit ${per_page} offset ${(page - 1) * per_page}`.execute(tenant.db)
  return {
    data: rows,
    total: rows[0]?.total ?? 0,
    unanswered: rows[0]?.unanswered ?? 0,
    latest: rows[0]?.latest ?? null,
  }
}

export interface SentBroadcastMessage {
  id: string
  text: string
  broadcast: { id: string; name: string }
  driver: string
  status: RecipientStatus
  reason: string | null
}

/** Messages sent by broadcasts, by recipient id. */
export async function sentInBroadcasts(tenant: Tenant, ids: readonly string[]): Promise<SentBroadcastMessage[]> {
  const { rows } = await sql<SentBroadcastMessage>`
    select r.id, ${shownText(tenant, sql`r.text`, sql`b.shows_amounts`)} as text, r.status, r.reason, coalesce(b.driver, s.driver) as driver, jsonb_build_object('id', b.id, 'name', b.name) as broadcast
    from recipients r
    join broadcasts b on b.organization_id = r.organization_id and b.id = r.broadcast_id
    join wa_sessions s on s.organization_id = r.organization_id and s.id = r.session_id
    where r.organization_id = ${tenant.organization_id} and r.id = any (${ids}::uuid[])`.execute(tenant.db)
  return rows
}

export interface ConversationNote {
  id: string
  text: string
  author: { id: string; name: string } | null
}

export async function notes(tenant: Tenant, ids: readonly string[]): Promise<ConversationNote[]> {
  const { rows } = await sql<ConversationNote>`
    select n.id, n.body as text, case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as author
    from notes n left join users u on u.organization_id = n.organization_id and u.id = n.created_by
    where n.organization_id = ${tenant.organization_id} and n.id = any (${ids}::uuid[])`.execute(tenant.db)
  return rows
}
