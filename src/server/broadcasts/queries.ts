// All SQL of broadcasts and their drafts' audiences; recipients are only read here.
import { type RawBuilder, sql } from 'kysely'
import type {
  Broadcast,
  BroadcastQuery,
  BroadcastStatus,
  PauseReason,
  Recipient,
  RecipientQuery,
} from '../../contract/broadcasts.ts'
import type { Database, Tenant } from '../db/index.ts'
import { inOrderOf } from '../db/page.ts'
import { ownReasons } from '../engine/service.ts'

export interface Draft {
  name: string
  session_id: string
  template_id: string | null
  body: string | null
  all_contacts: boolean
}

export async function create(tenant: Tenant, draft: Draft): Promise<string> {
  const row = await tenant.db
    .insertInto('broadcasts')
    .values({ ...draft, organization_id: tenant.organization_id, created_by: tenant.user_id ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Keeps the session from being removed until this transaction ends; false when it was removed. */
export async function holdSession(tenant: Tenant, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from wa_sessions
    where organization_id = ${tenant.organization_id} and id = ${sessionId} and deleted_at is null for key share`.execute(
    tenant.db,
  )
  return rows.length === 1
}

/** Only a draft can be edited, and only as it was read. */
export async function update(tenant: Tenant, id: string, version: number, change: Partial<Draft>): Promise<boolean> {
  const { numUpdatedRows } = await tenant.db
    .updateTable('broadcasts')
    .set({ ...change, version: sql`version + 1`, updated_at: sql`now()` })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('status', '=', 'draft')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Replaces the draft's contacts; returns how many of the given ones exist here. */
export async function setContacts(
  tenant: Tenant,
  id: string,
  contacts: { included: string[]; excluded: string[] },
): Promise<number> {
  await tenant.db
    .deleteFrom('broadcast_contacts')
    .where('organization_id', '=', tenant.organization_id)
    .where('broadcast_id', '=', id)
    .execute()
  const { numAffectedRows } = await sql`
    insert into broadcast_contacts (organization_id, broadcast_id, contact_id, excluded)
    select c.organization_id, ${id}, c.id, bool_or(given.excluded)
    from (select unnest(${contacts.included}::uuid[]) as id, false as excluded
      union all select unnest(${contacts.excluded}::uuid[]), true) given
    join contacts c on c.organization_id = ${tenant.organization_id} and c.id = given.id and c.deleted_at is null
    group by c.organization_id, c.id`.execute(tenant.db)
  return Number(numAffectedRows)
}

/** Replaces the draft's groups; returns how many of the given ones are imported here. */
export async function setGroups(tenant: Tenant, id: string, groups: readonly string[]): Promise<number> {
  await sql`
    delete from broadcast_wa_groups where organization_id = ${tenant.organization_id} and broadcast_id = ${id}`.execute(
    tenant.db,
  )
  const { numAffectedRows } = await sql`
    insert into broadcast_wa_groups (organization_id, broadcast_id, wa_group_id)
    select g.organization_id, ${id}, g.id from wa_groups g
    where g.organization_id = ${tenant.organization_id} and g.id = any (${groups}::uuid[])
      and g.imported_at is not null and g.deleted_at is null`.execute(tenant.db)
  return Number(numAffectedRows)
}

/** Replaces the draft's broadcast groups; returns how many of the given ones exist here. */
export async function setBroadcastGroups(tenant: Tenant, id: string, ids: readonly string[]): Promise<number> {
  await sql`
    delete from broadcast_chosen_groups
    where organization_id = ${tenant.organization_id} and broadcast_id = ${id}`.execute(tenant.db)
  const { numAffectedRows } = await sql`
    insert into broadcast_chosen_groups (organization_id, broadcast_id, broadcast_group_id)
    select g.organization_id, ${id}, g.id from broadcast_groups g
    where g.organization_id = ${tenant.organization_id} and g.id = any (${ids}::uuid[]) and g.deleted_at is null`.execute(
    tenant.db,
  )
  return Number(numAffectedRows)
}

export async function remove(tenant: Tenant, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tenant.db
    .updateTable('broadcasts')
    .set({ deleted_at: sql`now()` })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['draft', 'completed', 'cancelled', 'failed'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A compare-and-set on the state: false means it was in none of `from`. */
export async function move(
  tenant: Tenant,
  id: string,
  from: BroadcastStatus[],
  to: BroadcastStatus,
  more: {
    body?: string
    language?: string
    pause_reason?: PauseReason
    failure?: string
    started?: true
    finished?: true
  } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await tenant.db
    .updateTable('broadcasts')
    .set({
      status: to,
      pause_reason: more.pause_reason ?? null,
      failure: more.failure ?? null,
      ...(more.body === undefined ? {} : { body: more.body }),
      ...(more.language === undefined ? {} : { language: more.language }),
      ...(more.started ? { started_at: sql`now()` } : {}),
      ...(more.finished ? { finished_at: sql`now()` } : {}),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('status', 'in', from)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function pauseSession(tenant: Tenant, sessionId: string, reason: PauseReason): Promise<void> {
  await tenant.db
    .updateTable('broadcasts')
    .set({ status: 'paused', pause_reason: reason, version: sql`version + 1`, updated_at: sql`now()` })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', 'in', (own) =>
      own
        .selectFrom('broadcasts')
        .select('id')
        .where('organization_id', '=', tenant.organization_id)
        .where('session_id', '=', sessionId)
        .where('status', '=', 'sending')
        // As `underWay` has them: who cancels all of them locks them one after the other.
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .execute()
}

/** Those that are on their way, or may go on. */
export async function underWay(tenant: Tenant): Promise<string[]> {
  const rows = await tenant.db
    .selectFrom('broadcasts')
    .select('id')
    .where('organization_id', '=', tenant.organization_id)
    .where('status', 'in', ['preparing', 'sending', 'paused'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export interface Active {
  organization_id: string
  id: string
  session_id: string
  status: 'preparing' | 'sending'
  all_contacts: boolean
}

export async function active(database: Database): Promise<Active[]> {
  const { rows } = await sql<Active>`
    select organization_id, id, session_id, status, all_contacts from broadcasts
    where status in ('preparing', 'sending') order by started_at`.execute(database.system)
  return rows
}

export interface Turn {
  id: string
  body: string
  /** Of the text: for contacts without one of their own. */
  language: string
  organization_name: string
  /** The organization's day. */
  today: string
  country: string
  time_zone: string
}

/** Broadcasts of one session take turns: the next one after `last` that has somebody due. */
export async function nextInTurn(
  tenant: Tenant,
  sessionId: string,
  last: string,
  now: string,
): Promise<Turn | undefined> {
  const { rows } = await sql<Turn>`
    select b.id, b.body, b.language, o.name as organization_name, (now() at time zone o.time_zone)::date as today, o.country, o.time_zone from broadcasts b
    join organizations o on o.organization_id = b.organization_id
    where b.organization_id = ${tenant.organization_id} and b.session_id = ${sessionId} and b.status = 'sending'
      and exists (select from recipients r where r.organization_id = b.organization_id and r.broadcast_id = b.id and r.due_at <= ${now})
    order by b.id::text <= ${last}, b.id limit 1`.execute(tenant.db)
  return rows[0]
}

export async function get(tenant: Tenant, id: string): Promise<Broadcast | undefined> {
  const { rows } = await sql<Broadcast>`${columns(tenant, sql`and b.id = ${id}`)}`.execute(tenant.db)
  return rows[0]
}

export async function list(tenant: Tenant, query: BroadcastQuery): Promise<{ rows: Broadcast[]; total: number }> {
  const page = query.page ?? 1
  const perPage = query.per_page ?? 20
  const wanted = sql`b.organization_id = ${tenant.organization_id} and b.deleted_at is null
    ${query.status ? sql`and b.status = ${query.status}` : sql``}
    ${query.q ? sql`and fold(b.name) like '%' || fold(${escapeLike(query.q)}) || '%'` : sql``}`
  const order = query.sort ?? '-created_at'
  const field = sql.ref(`b.${order.replace('-', '')}`)
  const direction = order.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`
  // Before anything is counted: with it in one statement the recipients of all broadcasts were, not of this page's
  // (200 broadcasts of 1,000: 1,100 ms instead of 270).
  const cut = await sql<{ id: string }>`
    select b.id from broadcasts b where ${wanted}
    order by ${field} ${direction}, b.id limit ${perPage} offset ${(page - 1) * perPage}`.execute(tenant.db)
  const ids = cut.rows.map(({ id }) => id)
  const { rows } = await sql<Broadcast>`${columns(tenant, sql`and b.id = any(${ids}::uuid[])`)}`.execute(tenant.db)
  const counted = await sql<{ total: number }>`select count(*) as total from broadcasts b where ${wanted}`.execute(
    tenant.db,
  )
  return { rows: inOrderOf(ids, rows), total: counted.rows[0]!.total }
}

const waitingUntil = (reason: RawBuilder<unknown>, until: RawBuilder<unknown>) =>
  sql`jsonb_build_object('reason', ${reason}, 'until', to_char(${until} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

function columns(tenant: Tenant, wanted: RawBuilder<unknown>) {
  return sql`
    select b.id, b.name, b.session_id, s.name as session_name, s.driver, b.template_id, t.name as template_name,
      coalesce(case when b.status = 'draft' then coalesce(b.body, t.body) else b.body end, '') as body,
      b.status, b.pause_reason, b.failure, b.version, b.created_at, b.started_at, b.finished_at,
      jsonb_build_object('all_contacts', b.all_contacts, 'contact_count', audience.included, 'exclude_count', audience.excluded,
        'group_count', (select count(*) from broadcast_wa_groups g where g.organization_id = b.organization_id and g.broadcast_id = b.id),
        'broadcast_groups', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'is_deleted', g.deleted_at is not null)
            order by lower(g.name), g.id), '[]')
          from broadcast_chosen_groups x join broadcast_groups g on g.organization_id = x.organization_id and g.id = x.broadcast_group_id
          where x.organization_id = b.organization_id and x.broadcast_id = b.id)) as audience,
      counts.by_status as counts,
      case when b.status = 'sending' then case
        when s.status <> 'working' or coalesce(l.lease_until, '-infinity') < clock_timestamp() then jsonb_build_object('reason', 'session', 'until', null)
        when f.due_at > greatest(clock_timestamp(), l.next_send_at) and f.reason = any (${[...ownReasons]}) then ${waitingUntil(sql`f.reason`, sql`f.due_at`)}
        when f.due_at is not null and l.next_send_at > clock_timestamp() then ${waitingUntil(
          sql`case when l.wait_reason = 'pace' and l.next_broadcast_id <> b.id then 'turn' else coalesce(l.wait_reason, 'pace') end`,
          sql`l.next_send_at`,
        )}
        when counts.pending = 0 and counts.unknown > 0 and counts.in_flight = 0 then jsonb_build_object('reason', 'evidence', 'until', null)
      end end as waiting
    from broadcasts b
    join wa_sessions s on s.organization_id = b.organization_id and s.id = b.session_id
    left join wa_leases l on l.organization_id = b.organization_id and l.session_id = b.session_id
    left join templates t on t.organization_id = b.organization_id and t.id = b.template_id and t.deleted_at is null
    left join lateral (select r.due_at, r.reason from recipients r
      where b.status = 'sending' and r.organization_id = b.organization_id and r.broadcast_id = b.id and r.due_at is not null
      order by r.due_at, r.id limit 1) f on true
    cross join lateral (
      select count(*) filter (where not a.excluded) as included, count(*) filter (where a.excluded) as excluded
      from broadcast_contacts a where a.organization_id = b.organization_id and a.broadcast_id = b.id) audience
    cross join lateral (
      select coalesce(sum(c.n) filter (where c.status = 'pending'), 0) as pending,
        coalesce(sum(c.n) filter (where c.status = 'unknown'), 0) as unknown,
        coalesce(sum(c.n) filter (where c.status in ('sending', 'accepted')), 0) as in_flight,
        jsonb_object_agg(every_status, coalesce(c.n, 0)) as by_status
      from unnest(enum_range(null::recipient_status)) every_status
      left join (select r.status, count(*) as n from recipients r
        where r.organization_id = b.organization_id and r.broadcast_id = b.id group by r.status) c on c.status = every_status) counts
    where b.organization_id = ${tenant.organization_id} and b.deleted_at is null ${wanted}`
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

export async function recipients(
  tenant: Tenant,
  id: string,
  query: RecipientQuery,
): Promise<{ rows: Omit<Recipient, 'address_text'>[]; total: number }> {
  const page = query.page ?? 1
  const perPage = query.per_page ?? 20
  const wanted = sql`r.organization_id = ${tenant.organization_id} and r.broadcast_id = ${id}
    ${query.status ? sql`and r.status = ${query.status}` : sql``}
    ${query.q ? sql`and (fold(r.name) like '%' || fold(${escapeLike(query.q)}) || '%' or r.address like '%' || ${escapeLike(query.q.replace(/[\s()-]/g, ''))} || '%')` : sql``}`
  const { rows } = await sql<Omit<Recipient, 'address_text'>>`
    select r.id, r.contact_id, r.wa_group_id, r.name, r.address, r.status, r.reason, r.retryable, r.text, r.wa_message_id, r.attempts,
      r.sent_at, r.delivered_at, r.read_at, r.replied_at, r.delivered_count, r.read_count,
      -- Somebody may have joined since they were counted.
      greatest(r.participants, r.delivered_count) as participants
    from recipients r where ${wanted}
    order by r.name ${query.sort === '-name' ? sql`desc` : sql`asc`}, r.id limit ${perPage} offset ${(page - 1) * perPage}`.execute(
    tenant.db,
  )
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*) as total from recipients r where ${wanted}`.execute(tenant.db)
  return { rows, total: counted[0]!.total }
}

/** Until the transaction ends nobody edits or sends it: who is doing so is waited for. */
export async function holdDraft(tenant: Tenant, id: string): Promise<void> {
  await sql`
    select from broadcasts
    where organization_id = ${tenant.organization_id} and id = ${id} and status = 'draft' for no key update`.execute(
    tenant.db,
  )
}

/** What a start needs to know of a draft. */
export async function draftToStart(tenant: Tenant, id: string) {
  const { rows } = await sql<{
    session_id: string
    body: string | null
    /** Of the template; a text of one's own is in the language of who sends it. */
    language: string
    text_field: 'body' | 'template_id'
    has_audience: boolean
  }>`
    select b.session_id, coalesce(b.body, t.body) as body, coalesce(case when b.body is null then t.language else u.locale end, '') as language,
      case when b.body is null then 'template_id' else 'body' end as text_field,
      case when b.all_contacts then exists (select from contacts c where c.organization_id = b.organization_id and c.deleted_at is null)
        else exists (select from broadcast_contacts a where a.organization_id = b.organization_id and a.broadcast_id = b.id and not a.excluded) end
        or exists (select from broadcast_wa_groups g where g.organization_id = b.organization_id and g.broadcast_id = b.id)
        or exists (select from broadcast_chosen_groups g where g.organization_id = b.organization_id and g.broadcast_id = b.id) as has_audience
    from broadcasts b left join templates t on t.organization_id = b.organization_id and t.id = b.template_id and t.deleted_at is null
    left join users u on u.organization_id = b.organization_id and u.id = ${tenant.user_id ?? null}::uuid
    where b.organization_id = ${tenant.organization_id} and b.id = ${id} and b.deleted_at is null and b.status = 'draft'`.execute(
    tenant.db,
  )
  return rows[0]
}

function escapeLike(text: string) {
  return text.replace(/[\\%_]/g, '\\$&')
}
