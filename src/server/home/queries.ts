// All SQL of Home's tasks and their dismissals by each member.
import { type RawBuilder, sql } from 'kysely'
import type { Home, Recent, Task, TaskKind } from '../../contract/home.ts'
import { today } from '../db/day.ts'
import type { Tenant } from '../db/index.ts'
import { isSample } from '../db/sample-mark.ts'

/** Limit per kind; the rest is only counted. */
const most = 20

export async function setup(tenant: Tenant): Promise<Home['setup']> {
  // Without sample data: it is no work of the user's.
  const own = (table: string) => sql`select from ${sql.table(table)} where organization_id = ${tenant.organization_id}
    and not ${isSample(tenant, table, sql.ref(`${table}.id`))}`
  const { rows } = await sql<Home['setup']>`
    select o.base_currency,
      exists (${own('exchange_rates')}) or exists (${own('investments')} and deleted_at is null)
        or exists (select from home_dismissals where organization_id = o.organization_id and kind = 'setup' and key = 'currency') as currency,
      exists (${own('investors')} and deleted_at is null) or exists (${own('contacts')} and deleted_at is null) as records,
      exists (${own('wa_sessions')} and deleted_at is null and last_connected_at is not null) as whatsapp,
      exists (${own('templates')} and deleted_at is null) as template,
      exists (${own('broadcasts')} and started_at is not null and test_of is null) as broadcast
    from organizations o where o.organization_id = ${tenant.organization_id}`.execute(tenant.db)
  return rows[0]!
}

/** Each kind in order of urgency, without the tasks that this member has dismissed in their current state. */
export async function tasks(tenant: Tenant): Promise<(Task & { total: number })[]> {
  const kinds: [TaskKind, RawBuilder<unknown>][] = [
    ['session_down', sessions(tenant)],
    ['broadcast_paused', broadcasts(tenant)],
    ['reply', replies(tenant)],
    ['overdue', payments(tenant, sql`t.due_on < ${today(tenant)}`)],
    ['due', payments(tenant, sql`t.due_on between ${today(tenant)} and ${today(tenant)} + 7`)],
    ['follow_up', followUps(tenant)],
    ['rate_missing', rates(tenant)],
  ]
  const parts = kinds.map(
    ([kind, found], place) => sql`
      (select ${sql.lit(place)} as place, ${kind}::text as kind, n.*, count(*) over () as total
      from (${found}) n (key, title, state, day, at, detail, amount, currency)
      where not exists (select from home_dismissals m where m.organization_id = ${tenant.organization_id}
        and m.user_id = ${tenant.user_id ?? null} and m.kind = ${kind} and m.key = n.key and m.state = n.state
        and (m.until is null or m.until > now()))
      order by n.day, n.at desc, n.title limit ${most})`,
  )
  const { rows } = await sql<Task & { total: number }>`
    select kind, key, title, state, day, at, detail, amount, currency, total
    from (${sql.join(parts, sql` union all `)}) all_needs order by place, day, at desc, title`.execute(tenant.db)
  return rows
}

/**
 * Sessions that should be connected but have not been for more than a minute: a restart is not worth a task.
 */
const sessions = ({ organization_id }: Tenant) => sql`
  select s.id::text as key, s.name as title, s.status || coalesce(' ' || left(s.last_error, 150), '') as state, null::date as day,
    s.last_connected_at as at, s.status::text as detail, null::text as amount, null::text as currency
  from wa_sessions s left join wa_leases l on l.organization_id = s.organization_id and l.session_id = s.id
  where s.organization_id = ${organization_id} and s.deleted_at is null and s.desired_status = 'running'
    and (s.status in ('failed', 'scan_qr') or s.status <> 'stopped'
      and coalesce(l.lease_until, s.updated_at) < clock_timestamp() - interval '1 minute')`

const broadcasts = ({ organization_id }: Tenant) => sql`
  select b.id::text, b.name, b.pause_reason || ' ' || b.updated_at, null::date, b.updated_at, b.pause_reason, null::text, null::text
  from broadcasts b where b.organization_id = ${organization_id} and b.deleted_at is null and b.status = 'paused' and b.test_of is null`

/**
 * Unhandled replies of the last month, one per sender with the latest message; without senders who opted out.
 */
const replies = ({ organization_id }: Tenant) => sql`
  select c.id::text, c.name, m.at::text, null::date, m.at, left(m.text, 200), null::text, null::text
  from (
    select distinct on (contact_id) contact_id, at, text from wa_messages
    where organization_id = ${organization_id} and contact_id is not null and handled_at is null and at > now() - interval '30 days'
    order by contact_id, at desc) m
  join contacts c on c.organization_id = ${organization_id} and c.id = m.contact_id and c.deleted_at is null
  where c.consent <> 'opted_out'`

/** Scheduled contributions, grouped by investment. */
const payments = ({ organization_id }: Tenant, when: RawBuilder<unknown>) => sql`
  select i.id::text, i.title, t.first || ' ' || t.amount || ' ' || i.currency, t.first, null::timestamptz, null::text,
    money(t.amount, i.currency)::text, i.currency
  from (
    select t.investment_id, min(t.due_on) as first, sum(t.amount) as amount from transactions t
    where t.organization_id = ${organization_id} and t.state = 'scheduled' and t.kind = 'contribution'
      and t.deleted_at is null and ${when}
    group by t.investment_id) t
  join investments i on i.organization_id = ${organization_id} and i.id = t.investment_id and i.deleted_at is null`

/** Investors owned by this member or without an owner. */
const followUps = (tenant: Tenant) => sql`
  select v.id::text, v.name, v.next_follow_up_on::text, v.next_follow_up_on, null::timestamptz, null::text, null::text, null::text
  from investors v
  where v.organization_id = ${tenant.organization_id} and v.deleted_at is null and v.archived_at is null
    and v.next_follow_up_on <= ${today(tenant)}
    and (v.owner_user_id is null or v.owner_user_id = ${tenant.user_id ?? null})`

/** Currencies of investments without a rate to the base today. Each is one step in the index. */
const rates = (tenant: Tenant) => sql`
  with recursive used as (
    select min(currency) as code from investments where organization_id = ${tenant.organization_id} and deleted_at is null
    union all
    select (select min(i.currency) from investments i
      where i.organization_id = ${tenant.organization_id} and i.deleted_at is null and i.currency > u.code)
    from used u where u.code is not null)
  select u.code, u.code, o.base_currency, null::date, null::timestamptz, o.base_currency, null::text, u.code
  from used u join organizations o on o.organization_id = ${tenant.organization_id}
  where u.code is not null
    and rate_on(o.organization_id, u.code, o.base_currency, o.base_currency, ${today(tenant)}) is null`

export async function recent({ db, organization_id }: Tenant): Promise<Recent[]> {
  const last = (kind: string, table: string, name: string) => sql`
    (select ${kind}::text as kind, id, ${sql.ref(name)} as name, updated_at, updated_at < created_at + interval '1 minute' as is_new
    from ${sql.table(table)} where organization_id = ${organization_id} and deleted_at is null
    order by updated_at desc, id desc limit 8)`
  const { rows } = await sql<Recent>`
    select * from (${last('investor', 'investors', 'name')} union all ${last('investment', 'investments', 'title')}
      union all ${last('contact', 'contacts', 'name')}) all_kinds
    order by updated_at desc, id desc limit 8`.execute(db)
  return rows
}

export async function dismiss(
  tenant: Tenant,
  { kind, key }: { kind: string; key: string },
  { state, days }: { state: string; days: number | null },
): Promise<void> {
  await sql`
    insert into home_dismissals (organization_id, user_id, kind, key, state, until)
    values (${tenant.organization_id}, ${tenant.user_id!}, ${kind}, ${key}, ${state}, now() + make_interval(days => ${days}::int))
    on conflict (organization_id, user_id, kind, key) do update
      set state = excluded.state, until = excluded.until, created_at = now()`.execute(tenant.db)
}

export async function undismiss(tenant: Tenant, { kind, key }: { kind: string; key: string }): Promise<void> {
  await sql`
    delete from home_dismissals where organization_id = ${tenant.organization_id} and user_id = ${tenant.user_id!}
      and kind = ${kind} and key = ${key}`.execute(tenant.db)
}
