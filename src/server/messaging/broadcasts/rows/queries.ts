// Read-only queries of broadcasts, their audiences and recipients.
import { type RawBuilder, sql } from 'kysely'
import {
  type Broadcast,
  type BroadcastQuery,
  BroadcastStatus,
  type Recipient,
  type RecipientQuery,
  type RecipientStatus,
  recipientStatuses,
} from '../../../../contract/broadcasts.ts'
import { shownText } from '../../../platform/db/amounts.ts'
import { countsOf } from '../../../platform/db/broadcast-counts.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import { inOrder, sortByIds } from '../../../platform/db/page.ts'
import { piecesOf } from '../../../records/contacts/service.ts'
import { maxUnknownDays, perRecipientReasons } from '../../engine/service.ts'
import { named } from '../../media/service.ts'
import { mediaOf } from '../queries.ts'

export async function get(tenant: Tenant, id: string): Promise<Broadcast | undefined> {
  const { rows } = await sql<Broadcast>`${columns(tenant, sql`and b.id = ${id}`)}`.execute(tenant.db)
  return rows[0]
}

export async function list(tenant: Tenant, query: BroadcastQuery): Promise<{ rows: Broadcast[]; total: number }> {
  const page = query.page ?? 1
  const perPage = query.per_page ?? 20
  const wanted = sql`b.organization_id = ${tenant.organization_id} and b.deleted_at is null and b.test_of is null
    ${query.status ? sql`and b.status = ${query.status}` : sql``}
    ${query.q ? sql`and fold(b.name) like '%' || fold(${escapeLike(query.q)}) || '%'` : sql``}`
  const keys = {
    name: sql`b.name collate "und-x-icu"`,
    // The contract lists the statuses in the order that a broadcast goes through them.
    status: sql`array_position(${BroadcastStatus.options}::text[], b.status::text)`,
    session: sql`(select s.name collate "und-x-icu" from wa_sessions s
      where s.organization_id = b.organization_id and s.id = b.session_id)`,
    sent: reached(tenant, 'sent'),
    delivered: reached(tenant, 'delivered'),
    read: reached(tenant, 'read'),
    replied: sql`(select sum(c.replied) from ${countsOf(tenant, sql`b.id`)} c where b.started_at is not null)`,
    created_at: sql`b.created_at`,
    started_at: sql`b.started_at`,
    send_at: sql`b.send_at`,
  }
  // Pages first, then counts: in one statement it counted the recipients of all broadcasts (200 broadcasts of 1,000: 1,100 ms
  // instead of 270).
  const cut = await sql<{ id: string }>`
    select b.id from broadcasts b where ${wanted}
    order by ${inOrder(keys, query.sort ?? '-created_at', sql`b.id`)} limit ${perPage} offset ${(page - 1) * perPage}`.execute(
    tenant.db,
  )
  const ids = cut.rows.map(({ id }) => id)
  const { rows } = await sql<Broadcast>`${columns(tenant, sql`and b.id = any(${ids}::uuid[])`)}`.execute(tenant.db)
  const counted = await sql<{ total: number }>`select count(*) as total from broadcasts b where ${wanted}`.execute(
    tenant.db,
  )
  return { rows: sortByIds(ids, rows), total: counted.rows[0]!.total }
}

/** Number of recipients with this status or a later one; null before the start, because the list shows no number then. */
const reached = (
  tenant: Tenant,
  status: RecipientStatus,
) => sql`(select coalesce(sum(c.n), 0) from ${countsOf(tenant, sql`b.id`)} c
  where c.kind = any (${recipientStatuses.slice(recipientStatuses.indexOf(status))}) having b.started_at is not null)`

const instant = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const waitingUntil = (reason: RawBuilder<unknown>, until: RawBuilder<unknown>) =>
  sql`jsonb_build_object('reason', ${reason}, 'until', ${instant(until)})`

/** When the last in-flight or unconfirmed message of `b` will be decided. */
const lastDoubt = sql`select r.decide_at from recipients r
  where r.organization_id = b.organization_id and r.session_id = b.session_id and r.decide_at is not null and r.broadcast_id = b.id
  order by r.decide_at desc limit 1`

function columns(tenant: Tenant, wanted: RawBuilder<unknown>) {
  return sql`
    select b.id, b.name, b.session_id, s.name as session_name, coalesce(b.driver, s.driver) as driver, b.template_id, t.name as template_name,
      coalesce(b.body, case when b.started_at is null then t.body end, '') as body,
      b.media_id, ${named(tenant, mediaOf)} as media,
      b.send_on, b.send_at, b.time_zone, b.expires_at, counts.replied,
      case when b.source_part is not null then (select jsonb_build_object('id', f.id, 'name', f.name, 'part', b.source_part)
        from broadcasts f where f.organization_id = b.organization_id and f.id = b.source_broadcast_id and f.deleted_at is null) end as source,
      coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'status', f.status, 'part', f.source_part) order by f.created_at desc, f.id)
        from broadcasts f where f.organization_id = b.organization_id and f.source_broadcast_id = b.id and f.deleted_at is null), '[]') as follow_ups,
      b.status, b.pause_reason, b.failure,
      case when b.approval is not null then jsonb_build_object('state', b.approval, 'requested_by', q.requested_by,
        'requested_at', ${instant(sql`q.requested_at`)}, 'decided_by', q.decided_by, 'decided_at', ${instant(sql`q.decided_at`)},
        'written', case when b.status = 'preparing' then (select count(*) from recipients r where r.organization_id = b.organization_id
          and r.broadcast_id = b.id and (r.approved_text is not null or r.due_at is null)) else 0 end) end as approval,
      case when b.status = 'draft' and q.decision = 'rejected' then jsonb_build_object('by', q.decided_by,
        'at', ${instant(sql`q.decided_at`)}, 'reason', q.reason) end as rejection,
      coalesce(${tenant.user_id ?? null}::uuid = any (b.authors), false) as is_author, counts.changed,
      b.version, b.created_at, b.started_at, b.finished_at,
      jsonb_build_object('all_contacts', b.all_contacts, 'contact_count', counts.included, 'exclude_count', counts.excluded,
        'group_count', (select count(*) from broadcast_wa_groups g where g.organization_id = b.organization_id and g.broadcast_id = b.id),
        'broadcast_groups', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'is_deleted', g.deleted_at is not null)
            order by lower(g.name), g.id), '[]')
          from broadcast_audience_groups x join broadcast_groups g on g.organization_id = x.organization_id and g.id = x.broadcast_group_id
          where x.organization_id = b.organization_id and x.broadcast_id = b.id)) as audience,
      counts.by_status as counts,
      case when b.status = 'cancelled' and counts.unknown + counts.in_flight = 0 then null when b.status in ('sending', 'cancelled') then case
        when s.status <> 'working' or coalesce(l.lease_until, '-infinity') < clock_timestamp() then ${waitingUntil(
          sql`'session'::text`,
          // Pending messages wait until a user connects the session.
          sql`case when counts.pending = 0 and counts.unknown + counts.in_flight > 0 then (${lastDoubt}) + make_interval(days => ${maxUnknownDays}) end`,
        )}
        when f.due_at > greatest(clock_timestamp(), l.next_send_at) and f.reason = any (${[...perRecipientReasons]}) then ${waitingUntil(sql`f.reason`, sql`f.due_at`)}
        when f.due_at is not null and l.next_send_at > clock_timestamp() then ${waitingUntil(
          sql`case when l.wait_reason = 'pace' and l.next_broadcast_id <> b.id then 'other_broadcast' else coalesce(l.wait_reason, 'pace') end`,
          sql`l.next_send_at`,
        )}
        when b.status = 'cancelled' or counts.pending = 0 and counts.unknown > 0 and counts.in_flight = 0 then jsonb_build_object('reason', 'confirmation', 'until', null)
      end end as waiting
    from broadcasts b
    join wa_sessions s on s.organization_id = b.organization_id and s.id = b.session_id
    left join wa_leases l on l.organization_id = b.organization_id and l.session_id = b.session_id
    left join templates t on t.organization_id = b.organization_id and t.id = b.template_id and t.deleted_at is null
    left join lateral (select a.decision, a.reason, a.requested_at, a.decided_at, u.name as requested_by, d.name as decided_by
      from broadcast_approvals a
      left join users u on u.organization_id = a.organization_id and u.id = a.requested_by
      left join users d on d.organization_id = a.organization_id and d.id = a.decided_by
      where a.organization_id = b.organization_id and a.broadcast_id = b.id and a.decision is distinct from 'changes_approved'
      order by a.requested_at desc, a.id desc limit 1) q on true
    left join lateral (select r.due_at, r.reason from recipients r
      where b.status = 'sending' and r.organization_id = b.organization_id and r.broadcast_id = b.id and r.due_at is not null
      order by r.due_at, r.id limit 1) f on true
    cross join lateral (
      select coalesce(sum(c.n) filter (where c.kind = 'pending'), 0) as pending,
        coalesce(sum(c.n) filter (where c.kind = 'unknown'), 0) as unknown,
        coalesce(sum(c.n) filter (where c.kind in ('sending', 'accepted')), 0) as in_flight,
        coalesce(sum(c.n) filter (where c.kind = 'included'), 0) as included,
        coalesce(sum(c.n) filter (where c.kind = 'excluded'), 0) as excluded,
        coalesce(sum(c.changed), 0)::bigint as changed,
        coalesce(sum(c.replied), 0)::bigint as replied,
        (select jsonb_object_agg(every_status, 0) from unnest(enum_range(null::recipient_status)) every_status)
          || coalesce(jsonb_object_agg(c.kind, c.n) filter (where c.kind not in ('included', 'excluded')), '{}') as by_status
      from (select k.kind, sum(k.n) as n, sum(k.replied) as replied,
          sum(k.n) filter (where k.reason = 'changed_since_approval') as changed from ${countsOf(tenant, sql`b.id`)} k group by k.kind) c) counts
    where b.organization_id = ${tenant.organization_id} and b.deleted_at is null and b.test_of is null ${wanted}`
}

export async function audience(tenant: Tenant, id: string) {
  const { rows } = await sql<{ id: string; name: string; phone: string | null; excluded: boolean }>`
    select c.id, c.name, c.phone, a.excluded from broadcast_contacts a
    join contacts c on c.organization_id = a.organization_id and c.id = a.contact_id and c.deleted_at is null
    where a.organization_id = ${tenant.organization_id} and a.broadcast_id = ${id} order by c.name, c.id`.execute(
    tenant.db,
  )
  const person = ({ id, name, phone }: (typeof rows)[number]) => ({ id, name, phone })
  const chosen = await sql<{ id: string }>`
    select wa_group_id as id from broadcast_wa_groups
    where organization_id = ${tenant.organization_id} and broadcast_id = ${id}`.execute(tenant.db)
  return {
    contacts: rows.filter((row) => !row.excluded).map(person),
    excluded: rows.filter((row) => row.excluded).map(person),
    group_ids: chosen.rows.map((row) => row.id),
  }
}

export type Filter = Pick<RecipientQuery, 'q' | 'status' | 'reason' | 'replied' | 'sort'>

/** Filters the recipients `r` of a broadcast. Numbers match as people write them: `0812` in Indonesia. */
export async function matching(tenant: Tenant, id: string, query: Filter): Promise<RawBuilder<unknown>> {
  const pieces = await piecesOf(tenant, query.q)
  return sql`r.organization_id = ${tenant.organization_id} and r.broadcast_id = ${id}
    ${query.status ? sql`and r.status = ${query.status}` : sql``}
    ${query.reason ? sql`and r.reason = ${query.reason}` : sql``}
    ${query.replied ? sql`and (r.replied_at is not null) = ${query.replied === 'true'}` : sql``}
    ${query.q ? sql`and (strpos(fold(r.name), fold(${query.q})) > 0 or exists (select from unnest(${pieces}::text[]) piece where strpos(r.address, piece) > 0))` : sql``}`
}

export async function recipients(
  tenant: Tenant,
  id: string,
  query: RecipientQuery,
): Promise<{ rows: Omit<Recipient, 'address_text'>[]; total: number }> {
  const page = query.page ?? 1
  const perPage = query.per_page ?? 20
  const wanted = await matching(tenant, id, query)
  const { rows } = await sql<Omit<Recipient, 'address_text'>>`
    select r.id, r.contact_id, r.wa_group_id, r.name, r.address, r.status, r.reason, r.retryable,
      ${shownText(tenant, sql`coalesce(r.text, case when r.due_at is not null then r.approved_text end)`, sql`b.shows_amounts`)} as text, r.wa_message_id, r.attempts,
      r.sent_at, r.delivered_at, r.read_at, r.replied_at, r.delivered_count, r.read_count,
      -- Members may have joined since the count.
      greatest(r.participants, r.delivered_count) as participants
    from recipients r join broadcasts b on b.organization_id = r.organization_id and b.id = r.broadcast_id
    where ${wanted}
    order by ${recipientOrder(query)} limit ${perPage} offset ${(page - 1) * perPage}`.execute(tenant.db)
  return { rows, total: await howMany(tenant, id, query) }
}

const recipientKeys = {
  name: sql`r.name`,
  address: sql`r.address`,
  // Postgres sorts an enum in the order of its declaration, which is the order of progress.
  status: sql`r.status`,
  sent_at: sql`r.sent_at`,
  delivered_at: sql`r.delivered_at`,
  read_at: sql`r.read_at`,
  replied_at: sql`r.replied_at`,
}

export const recipientOrder = ({ sort = 'name' }: Filter) => inOrder(recipientKeys, sort, sql`r.id`)

/** From the counters; counted only if there is a search. */
async function howMany(tenant: Tenant, id: string, query: Filter): Promise<number> {
  const n = { true: sql`c.replied`, false: sql`c.n - c.replied`, any: sql`c.n` }[query.replied || 'any']
  const { rows } = await sql<{ total: number }>`${
    query.q
      ? sql`select count(*) as total from recipients r where ${await matching(tenant, id, query)}`
      : sql`select coalesce(sum(${n}), 0)::bigint as total from ${countsOf(tenant, sql`${id}`)} c
          where ${query.status ? sql`c.kind = ${query.status}` : sql`c.kind not in ('included', 'excluded')`}
            ${query.reason ? sql`and c.reason = ${query.reason}` : sql``}`
  }`.execute(tenant.db)
  return rows[0]!.total
}

function escapeLike(text: string) {
  return text.replace(/[\\%_]/g, '\\$&')
}
