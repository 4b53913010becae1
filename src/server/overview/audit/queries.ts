// All SQL of the audit log: recorded acts and changes of records, as one list.
import { type RawBuilder, sql } from 'kysely'
import type { AuditEntry, AuditQuery } from '../../../contract/audit.ts'
import { actsOf } from '../../../contract/audit-actions.ts'
import { type Database, fetchInBatches, type Tenant } from '../../platform/db/index.ts'

/** A deletion and a restoration are changes of one field. */
const editAction = sql`case when not e.changes ? 'deleted_at' then 'record_changed'
  when e.changes -> 'deleted_at' ->> 1 is null then 'record_restored' else 'record_deleted' end`

export async function list(tenant: Tenant, query: AuditQuery): Promise<{ data: AuditEntry[]; total: number }> {
  const { page = 1, per_page = 20 } = query
  const { acts, edits } = halvesOf(tenant, query)
  // Ids are in the order of time: each half is read from its primary key, newest first, only as far as the page needs.
  const newest = sql`order by e.id desc limit ${page * per_page}`
  const { rows } = await sql<AuditEntry>`
    ${shown(tenant)} from (
      (${actColumns} ${acts} ${newest}) union all (${editColumns} ${edits} ${newest})
      order by id desc limit ${per_page} offset ${(page - 1) * per_page}) p
    order by p.id desc`.execute(tenant.db)
  const counted = await sql<{ total: number }>`
    select (select count(*) ${acts}) + (select count(*) ${edits}) as total`.execute(tenant.db)
  return { data: rows, total: counted.rows[0]!.total }
}

/** All matching entries, newest first, in batches. */
export function all(tenant: Tenant, query: AuditQuery): AsyncGenerator<AuditEntry[]> {
  const { acts, edits } = halvesOf(tenant, query)
  return fetchInBatches(
    tenant,
    sql<AuditEntry>`
      ${shown(tenant)} from (${actColumns} ${acts} union all ${editColumns} ${edits}) p order by p.id desc`,
  )
}

const actColumns = sql`
  select e.id, e.at, e.action, e.user_id, e.token_id, e.target_id, e.ip, coalesce(e.detail ->> 'by' = 'operator', false) as by_operator,
    coalesce(e.detail -> 'what', '[]') as what, null as record, e.detail`
const editColumns = sql`
  select e.id, e.at, ${editAction}, e.user_id, e.token_id, e.record_id, e.ip, false, jsonb_path_query_array(e.changes, '$.keyvalue().key'), e.record, null::jsonb`

/** The columns of an audit entry, from rows `p` with the columns above. */
const shown = (tenant: Tenant) => sql`
  select p.id, p.at, p.action, p.by_operator, host(p.ip) as ip,
    (select coalesce(jsonb_agg(coalesce(f.name, field) order by field), '[]') from jsonb_array_elements_text(p.what) field
      left join custom_fields f on ${of(tenant, 'f')} and f.record = p.record and field = 'custom.' || f.key
      where field <> 'deleted_at') as what,
    (select jsonb_build_object('id', u.id, 'name', u.name) from users u where ${of(tenant, 'u')} and u.id = p.user_id) as user,
    (select jsonb_build_object('id', k.id, 'name', k.name) from api_tokens k where ${of(tenant, 'k')} and k.id = p.token_id) as token,
    (select to_jsonb(t) from (${targets(tenant)}) t limit 1) as target`

/** Recorded acts, and changes of records. */
function halvesOf(tenant: Tenant, { group, user_id, from, until }: AuditQuery) {
  const conditions: RawBuilder<unknown>[] = [of(tenant, 'e')]
  if (user_id) conditions.push(sql`e.user_id = ${user_id}`)
  const midnight = (day: string, days: number) =>
    sql`(${day}::date + ${days}::int)::timestamp at time zone (select time_zone from organizations o where ${of(tenant, 'o')})`
  if (from) conditions.push(sql`e.at >= ${midnight(from, 0)}`)
  if (until) conditions.push(sql`e.at < ${midnight(until, 1)}`)
  const where = sql.join(conditions, sql` and `)
  const is = (action: RawBuilder<unknown>) => (group ? sql` and ${action} = any (${actsOf(group)})` : sql``)
  return {
    acts: sql`from audit_events e where ${where}${is(sql`e.action`)}`,
    edits: sql`from record_edits e where ${where}${is(editAction)}`,
  }
}

const of = (tenant: Tenant, table: string) => sql`${sql.ref(`${table}.organization_id`)} = ${tenant.organization_id}`

/** What the id of an entry belongs to: ids are unique over all tables. */
function targets(tenant: Tenant) {
  const named = (kind: string, table: string, name = sql`r.name`, isDeleted = sql`r.deleted_at is not null`) =>
    sql`select ${sql.lit(kind)} as kind, r.id, ${name} as name, ${isDeleted} as is_deleted
      from ${sql.table(table)} r where ${of(tenant, 'r')} and r.id = p.target_id`
  return sql.join(
    [
      named('contact', 'contacts'),
      named('investor', 'investors'),
      named('investment', 'investments', sql`r.title`),
      named(
        'transaction',
        'transactions',
        sql`(select i.title from investments i where ${of(tenant, 'i')} and i.id = r.investment_id)`,
      ),
      named('offering', 'offerings'),
      named('note', 'notes', sql`left(split_part(r.body, e'\n', 1), 200)`),
      named('task', 'tasks', sql`r.title`),
      named('template', 'templates'),
      named('broadcast_group', 'broadcast_groups'),
      named('broadcast', 'broadcasts'),
      named('wa_group', 'wa_groups'),
      named('custom_field', 'custom_fields'),
      named('session', 'wa_sessions'),
      named('user', 'users', sql`r.name`, sql`r.removed_at is not null`),
      named('import', 'imports', sql`r.file_name`, sql`false`),
      named('api_token', 'api_tokens', sql`r.name`, sql`r.revoked_at is not null`),
      // As it was then: it may have been changed or deleted since.
      sql`select 'webhook', p.target_id, concat_ws(', ', p.detail ->> 'name', p.detail ->> 'host'), false
        where p.action like 'webhook_%' and p.detail ? 'host'`,
      sql`select 'contact', c.id, c.name, c.deleted_at is not null from wa_messages m
        join contacts c on ${of(tenant, 'c')} and c.id = m.contact_id where ${of(tenant, 'm')} and m.id = p.target_id`,
    ],
    sql` union all `,
  )
}

/** Organizations that delete old audit entries. */
export async function forgetful({ system }: Database): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from organizations where audit_years is not null order by organization_id`.execute(system)
  return rows.map(({ organization_id }) => organization_id)
}

/** Deletes entries that are older than the organization keeps them: at most `most` acts and as many changes. Returns how many. */
export async function forgetOld({ db }: Tenant, now: Date, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select forget_old_audit(${now}, ${most}) as count`.execute(db)
  return rows[0]!.count
}
