// All SQL of Home's alerts, and of which alerts each member has dismissed.
import { type RawBuilder, sql } from 'kysely'
import type { Alert, AlertKind, HiddenAlert, Home, Recent } from '../../../contract/home.ts'
import { BuiltInRole, permissionsOf } from '../../../contract/permissions.ts'
import { connectedUntil } from '../../messaging/wa-sessions/service.ts'
import { today } from '../../platform/db/day.ts'
import type { Tenant } from '../../platform/db/index.ts'

/** Limit per kind; the rest is only counted. */
const most = 20
/** How many hidden alerts are listed at most. */
const maxHidden = 200

export async function setup(tenant: Tenant): Promise<Home['setup']> {
  const own = (table: string) => sql`select from ${sql.table(table)} where organization_id = ${tenant.organization_id}`
  const { rows } = await sql<Home['setup']>`
    select o.base_currency,
      exists (${own('exchange_rates')}) or exists (${own('investments')} and deleted_at is null)
        or exists (select from home_dismissals where organization_id = o.organization_id and kind = 'setup' and key = 'currency') as currency,
      exists (${own('investors')} and deleted_at is null) or exists (${own('contacts')} and deleted_at is null) as records,
      exists (${own('wa_sessions')} and deleted_at is null and last_connected_at is not null) as whatsapp,
      exists (${own('templates')} and deleted_at is null) as template,
      exists (${own('broadcasts')} and started_at is not null and test_of is null) as broadcast,
      (select state = 'folded' from home_dismissals where organization_id = o.organization_id
        and user_id = ${tenant.user_id ?? null} and kind = 'setup' and key = 'steps') as is_folded
    from organizations o where o.organization_id = ${tenant.organization_id}`.execute(tenant.db)
  return rows[0]!
}

/** Alerts by kind, most urgent first, without those that this member has hidden or snoozed in their present state. */
export async function alerts(tenant: Tenant): Promise<(Alert & { total: number })[]> {
  const parts = kinds(tenant).map(
    ([kind, found], place) => sql`
      (select ${sql.lit(place)} as place, ${kind}::text as kind, n.*, count(*) over () as total
      from (${found}) n (${columns})
      where not exists (select ${dismissal(tenant, kind)})
      order by n.day, n.at desc, n.title limit ${most})`,
  )
  const { rows } = await sql<Alert & { total: number }>`
    select kind, ${columns}, total
    from (${sql.join(parts, sql` union all `)}) all_alerts order by place, day, at desc, title`.execute(tenant.db)
  return rows
}

/** The alerts that `alerts` leaves out, those that return first on top. */
export async function hidden(tenant: Tenant): Promise<HiddenAlert[]> {
  const parts = kinds(tenant).map(
    ([kind, found]) => sql`
      select ${kind}::text as kind, n.*, d.until
      from (${found}) n (${columns}) cross join lateral (select m.until ${dismissal(tenant, kind)}) d`,
  )
  const { rows } = await sql<HiddenAlert>`
    select kind, ${columns}, until
    from (${sql.join(parts, sql` union all `)}) all_alerts order by until, day, title limit ${maxHidden}`.execute(
    tenant.db,
  )
  return rows
}

/** Whether the member has hidden or snoozed anything. `hidden` may still be empty, because an alert has changed or gone. */
export async function hasHidden({ db, organization_id, user_id }: Tenant): Promise<boolean> {
  const { rows } = await sql`
    select from home_dismissals where organization_id = ${organization_id} and user_id = ${user_id ?? null}
      and kind <> 'setup' and (until is null or until > now()) limit 1`.execute(db)
  return rows.length > 0
}

/** What the shown payments add up to, per currency. */
export async function sums(tenant: Tenant): Promise<Home['sums']> {
  if (!tenant.sees_amounts) return []
  const parts = kinds(tenant)
    .filter(([kind]) => kind === 'overdue' || kind === 'due')
    .map(
      ([kind, found]) => sql`
      select ${kind}::text as kind, n.currency, sum(n.amount::numeric)::text as amount
      from (${found}) n (${columns})
      where not exists (select ${dismissal(tenant, kind)})
      group by n.currency`,
    )
  const { rows } = await sql<Home['sums'][number]>`
    select * from (${sql.join(parts, sql` union all `)}) all_sums order by kind, currency`.execute(tenant.db)
  return rows
}

const columns = sql.raw('key, title, state, day, at, detail, amount, currency, payment')

const kinds = (tenant: Tenant): [AlertKind, RawBuilder<unknown>][] =>
  everyKind(tenant).filter(([kind]) => tenant.sees_amounts || !ofAmounts.includes(kind))

/** Alerts that need the permission to see amounts. */
const ofAmounts: readonly AlertKind[] = ['overdue', 'due', 'rate_missing']

const everyKind = (tenant: Tenant): [AlertKind, RawBuilder<unknown>][] => [
  ['session_down', sessions(tenant)],
  ['approval', approvals(tenant)],
  ['broadcast_paused', broadcasts(tenant)],
  ['answers_waiting', answers(tenant)],
  ['reply', replies(tenant)],
  ['overdue', payments(tenant, sql`t.due_on < ${today(tenant)}`)],
  ['due', payments(tenant, sql`t.due_on between ${today(tenant)} and ${today(tenant)} + 7`)],
  ['follow_up', followUps(tenant)],
  ['rate_missing', rates(tenant)],
]

const dismissal = (tenant: Tenant, kind: AlertKind) => sql`
  from home_dismissals m where m.organization_id = ${tenant.organization_id}
    and m.user_id = ${tenant.user_id ?? null} and m.kind = ${kind} and m.key = n.key and m.state = n.state
    and (m.until is null or m.until > now())`

/** Sessions that have failed, await a scan, or try to connect for more than a minute: a restart is not worth an alert. */
const sessions = ({ organization_id }: Tenant) => sql`
  select s.id::text as key, s.name as title, s.status || coalesce(' ' || (s.last_error ->> 'code'), '') as state, null::date as day,
    ${connectedUntil} as at,
    case when s.status = 'failed' and s.last_error ->> 'code' in ('connection.unlinked', 'connection.device_unknown')
      then 'unlinked' else s.status::text end as detail, null::text as amount, null::text as currency, null::jsonb as payment
  from wa_sessions s left join wa_leases l on l.organization_id = s.organization_id and l.session_id = s.id
  where s.organization_id = ${organization_id} and s.deleted_at is null
    and (s.status = 'failed' or s.desired_status = 'running' and (s.status = 'scan_qr'
      or case s.status when 'working' then l.lease_until when 'starting' then coalesce(s.connecting_since, s.updated_at) end
        < clock_timestamp() - interval '1 minute'))`

const approving = BuiltInRole.options.filter((role) => permissionsOf[role].includes('approve_broadcasts'))

/** Broadcasts that await approval, if the user may give it. */
const approvals = ({ organization_id, user_id = '00000000-0000-0000-0000-000000000000' }: Tenant) => sql`
  select b.id::text, b.name, b.version::text, null::date, q.requested_at, q.name, null::text, null::text, null::jsonb
  from broadcasts b cross join lateral (
    select a.requested_at, u.name from broadcast_approvals a
    left join users u on u.organization_id = a.organization_id and u.id = a.requested_by
    where a.organization_id = b.organization_id and a.broadcast_id = b.id order by a.requested_at desc, a.id desc limit 1) q
  where b.organization_id = ${organization_id} and b.deleted_at is null and b.status = 'awaiting_approval'
    and not (${user_id}::uuid = any (b.authors)) and exists (
      select from users u left join roles r on r.organization_id = u.organization_id and r.id = u.role_id
      where u.organization_id = b.organization_id and u.id = ${user_id}::uuid
        and (u.role = any (${approving}::text[]) or 'approve_broadcasts' = any (r.permissions)))`

const broadcasts = ({ organization_id }: Tenant) => sql`
  select b.id::text, b.name, b.pause_reason || ' ' || b.updated_at, null::date, b.updated_at, b.pause_reason, null::text, null::text, null::jsonb
  from broadcasts b where b.organization_id = ${organization_id} and b.deleted_at is null and b.status = 'paused' and b.test_of is null`

/**
 * Unhandled replies of the last month, one per sender with the latest message; without senders who opted out.
 */
const replies = ({ organization_id }: Tenant) => sql`
  select c.id::text, c.name, m.at::text, null::date, m.at, left(m.text, 200), null::text, null::text, null::jsonb
  from (
    select distinct on (contact_id) contact_id, at, text from wa_messages
    where organization_id = ${organization_id} and contact_id is not null and handled_at is null and at > now() - interval '30 days'
    order by contact_id, at desc) m
  join contacts c on c.organization_id = ${organization_id} and c.id = m.contact_id and c.deleted_at is null
  where c.consent <> 'opted_out'`

/** Answers that their sessions cannot send, grouped by session: somebody has to connect it. */
const answers = ({ organization_id }: Tenant) => sql`
  select s.id::text, s.name, min(a.created_at)::text, null::date, min(a.created_at), count(*)::text, null::text, null::text, null::jsonb
  from wa_answers a
  join wa_sessions s on s.organization_id = a.organization_id and s.id = a.session_id and s.status <> 'working'
  where a.organization_id = ${organization_id} and a.status = 'pending' and not a.is_automatic and not a.is_test
    and a.created_at < clock_timestamp() - interval '1 minute'
  group by s.id, s.name`

/** Scheduled contributions, grouped by investment. */
const payments = ({ organization_id }: Tenant, when: RawBuilder<unknown>) => sql`
  select i.id::text, i.title, t.first || ' ' || t.amount || ' ' || i.currency, t.first, null::timestamptz, v.name,
    money(t.amount, i.currency)::text, i.currency, case when t.payments = 1 then t.only end
  from (
    select t.investment_id, min(t.due_on) as first, sum(t.amount) as amount, count(*) as payments,
      (array_agg(jsonb_build_object('id', t.id, 'version', t.version)))[1] as only
    from transactions t
    where t.organization_id = ${organization_id} and t.state = 'scheduled' and t.kind = 'contribution'
      and t.deleted_at is null and ${when}
    group by t.investment_id) t
  join investments i on i.organization_id = ${organization_id} and i.id = t.investment_id and i.deleted_at is null
  join investors v on v.organization_id = ${organization_id} and v.id = i.investor_id`

/** Investors owned by this member or without an owner. */
const followUps = (tenant: Tenant) => sql`
  select v.id::text, v.name, v.next_follow_up_on::text, v.next_follow_up_on, null::timestamptz, nullif(v.follow_up_note, ''), null::text, null::text, null::jsonb
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
  select u.code, u.code, o.base_currency, null::date, null::timestamptz, o.base_currency, null::text, u.code, null::jsonb
  from used u join organizations o on o.organization_id = ${tenant.organization_id}
  where u.code is not null
    and rate_on(o.organization_id, u.code, o.base_currency, o.base_currency, ${today(tenant)}) is null`

export async function recent({ db, organization_id, sees_amounts }: Tenant): Promise<Recent[]> {
  const last = (kind: string, table: string, name: string) => sql`
    (select ${kind}::text as kind, id, ${sql.ref(name)} as name, updated_at, updated_at < created_at + interval '1 minute' as is_new
    from ${sql.table(table)} where organization_id = ${organization_id} and deleted_at is null
    order by updated_at desc, id desc limit 8)`
  const { rows } = await sql<Recent>`
    select * from (${last('investor', 'investors', 'name')} union all ${last('contact', 'contacts', 'name')}
      ${sees_amounts ? sql`union all ${last('investment', 'investments', 'title')}` : sql``}) all_kinds
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
