// All SQL of sample data: inserting rows, marking them, and finding what refers to them. It reads relations from the
// database's catalog, so that tables added later are included.
import { type RawBuilder, sql } from 'kysely'
import type { SampleState } from '../../contract/sample-data.ts'
import { today } from '../db/day.ts'
import type { Tenant } from '../db/index.ts'
import type { Ground, Rows } from './ground.ts'
import type { Edge, Row } from './removal.ts'

export async function state(tenant: Tenant): Promise<SampleState> {
  const { organization_id } = tenant
  const own = (table: string) =>
    sql`exists (select from ${sql.table(table)} where organization_id = ${organization_id} and deleted_at is null)`
  const { rows } = await sql<SampleState>`
    select s.added_at, s.added_at is null and not (${own('investors')} or ${own('investments')} or ${own('offerings')}) as can_add
    from organizations o left join sample_sets s on s.organization_id = o.organization_id
    where o.organization_id = ${organization_id}`.execute(tenant.db)
  return rows[0]!
}

/** Records that sample data is there. */
export async function claim(tenant: Tenant): Promise<void> {
  await sql`
    insert into sample_sets (organization_id, added_by) values (${tenant.organization_id}, ${tenant.user_id ?? null})`.execute(
    tenant.db,
  )
}

/** Locks sample data until the end of the transaction. Returns false if it was removed already. */
export async function hold(tenant: Tenant): Promise<boolean> {
  const { rows } = await sql`
    select added_at from sample_sets where organization_id = ${tenant.organization_id} for update`.execute(tenant.db)
  return rows.length > 0
}

/** Deletes the marks, too. */
export async function forget(tenant: Tenant): Promise<void> {
  await sql`delete from sample_sets where organization_id = ${tenant.organization_id}`.execute(tenant.db)
}

/** Loads the inputs for the sample data. */
export async function ground(tenant: Tenant, ids: number): Promise<Ground> {
  const { organization_id } = tenant
  const master = (table: string, column: string) => sql`
    (select coalesce(jsonb_agg(jsonb_build_object('id', id, ${sql.lit(column)}, ${sql.ref(column)}) order by position, id), '[]')
    from ${sql.table(table)} where organization_id = ${organization_id} and is_active and deleted_at is null)`
  const taken = (table: string, column: RawBuilder<unknown>, live = sql`and deleted_at is null`) => sql`
    (select coalesce(jsonb_agg(${column}), '[]') from ${sql.table(table)} where organization_id = ${organization_id} ${live}
      and ${column} is not null)`
  const name = sql`lower(name)`
  const { rows } = await sql<Ground>`
    select ${today(tenant)} as today, o.time_zone, coalesce(nullif(o.name, ''), 'Your syndicate') as name, o.base_currency, ${tenant.user_id ?? null}::text as user_id,
      ${master('investor_types', 'kind')} as types, ${master('investment_statuses', 'category')} as statuses,
      ${master('investment_stages', 'position')} as stages,
      jsonb_build_object('tags', ${taken('tags', name, sql``)}, 'templates', ${taken('templates', name)},
        'broadcast_groups', ${taken('broadcast_groups', name)}, 'wa_sessions', ${taken('wa_sessions', name)},
        'contacts', ${taken('contacts', sql`phone_key`)}) as taken,
      (select coalesce(jsonb_agg(distinct from_currency || ' ' || to_currency), '[]') from exchange_rates
        where organization_id = ${organization_id}) as rated,
      (select jsonb_agg(id order by id) from (select uuid_v7() as id from generate_series(1, ${ids}::int)) fresh) as ids
    from organizations o where o.organization_id = ${organization_id}`.execute(tenant.db)
  return rows[0]!
}

/** The columns of a table that this module needs. */
export interface Shape {
  /** Columns of the primary key except the organization's. */
  key: string[]
  has_version: boolean
  has_deleted_at: boolean
}
export type Shapes = ReadonlyMap<string, Shape>

/** A foreign key from `from` to `to`: its columns, and whether it cascades. */
export interface Link {
  from: string
  to: string
  columns: string[]
  targets: string[]
  /** It cascades; otherwise it restricts. */
  cascades: boolean
}

export async function shapes(tenant: Tenant): Promise<Shapes> {
  const has = (column: string) => sql`
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = ${column} and not a.attisdropped)`
  const { rows } = await sql<Shape & { name: string }>`
    select c.relname as name,
      array(select a.attname::text from unnest(k.indkey::int2[]) with ordinality n (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = n.attnum where a.attname <> 'organization_id' order by n.place) as key,
      ${has('version')} as has_version, ${has('deleted_at')} as has_deleted_at
    from pg_class c join pg_index k on k.indrelid = c.oid and k.indisprimary
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and ${has('organization_id')}`.execute(tenant.db)
  return new Map(rows.map(({ name, ...shape }) => [name, shape]))
}

/**
 * All foreign keys between tables of organizations, except `set null`. One is enforced by triggers and missing in the
 * catalog.
 */
export async function links(tenant: Tenant): Promise<Link[]> {
  const named = (relation: string, numbers: string) => sql`
    array(select a.attname::text from unnest(${sql.ref(numbers)}) with ordinality n (attnum, place)
      join pg_attribute a on a.attrelid = ${sql.ref(relation)} and a.attnum = n.attnum
      where a.attname <> 'organization_id' order by n.place)`
  const { rows } = await sql<Link>`
    select f.relname as "from", t.relname as "to", ${named('k.conrelid', 'k.conkey')} as columns,
      ${named('k.confrelid', 'k.confkey')} as targets, k.confdeltype = 'c' as cascades
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.confdeltype in ('a', 'r', 'c') and f.relnamespace = 'public'::regnamespace
      and t.relname not in ('organizations', 'sample_sets') and cardinality(k.confkey) > 1
    union all select 'recipients', 'broadcasts', '{broadcast_id}', '{id}', true
    order by 1, 2, 3`.execute(tenant.db)
  return rows
}

/** A row's key as one text: see the migration. */
const keyOf = ({ key }: Pick<Shape, 'key'>, alias: string): RawBuilder<string> =>
  sql`concat_ws(' ', ${sql.join(key.map((column) => sql`${sql.ref(`${alias}.${column}`)}::text`))})`
/** Whether the key is one of these. */
const isOne = ({ key }: Shape, alias: string, keys: readonly string[]): RawBuilder<boolean> =>
  key.length === 1 && key[0] === 'id'
    ? sql`${sql.ref(`${alias}.id`)} = any (${keys}::uuid[])`
    : sql`${keyOf({ key }, alias)} = any (${keys}::text[])`

/** Inserts and marks rows; existing rows stay unchanged and unmarked. */
export async function put(tenant: Tenant, { table, rows }: Rows, { key, has_version }: Shape): Promise<void> {
  const columns = sql.join(['organization_id', ...Object.keys(rows[0]!)].map((column) => sql.ref(column)))
  const whole = rows.map((row) => ({ organization_id: tenant.organization_id, ...row }))
  await sql`
    with added as (
      insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(whole)}::jsonb)
      on conflict do nothing returning *)
    insert into sample_records (organization_id, relation, key, version)
    select organization_id, ${table}, ${keyOf({ key }, 'added')}, ${has_version ? sql`version` : sql`null`} from added`.execute(
    tenant.db,
  )
}

export async function marks(tenant: Tenant): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select relation, key from sample_records where organization_id = ${tenant.organization_id}`.execute(tenant.db)
  return rows
}

/** Those of these rows that were changed after the insert. */
export async function changed(tenant: Tenant, relation: string, shape: Shape): Promise<Row[]> {
  if (!shape.has_version) return []
  const { rows } = await sql<Row>`
    select m.relation, m.key from sample_records m
    join ${sql.table(relation)} r on r.organization_id = m.organization_id and ${keyOf(shape, 'r')} = m.key and r.version <> m.version
    where m.organization_id = ${tenant.organization_id} and m.relation = ${relation}
      ${shape.has_deleted_at ? sql`and r.deleted_at is null` : sql``}`.execute(tenant.db)
  return rows
}

/** Locks these rows against changes and new references until the end of the transaction. */
export async function lock(tenant: Tenant, relation: string, shape: Shape, keys: readonly string[]): Promise<void> {
  await sql`
    select from ${sql.table(relation)} r where r.organization_id = ${tenant.organization_id} and ${isOne(shape, 'r', keys)}
    order by ${sql.join(shape.key.map((column) => sql.ref(`r.${column}`)))} for update`.execute(tenant.db)
}

/** The rows that refer to these rows. */
export async function hanging(
  tenant: Tenant,
  { from, to, columns, targets, cascades }: Link,
  known: Shapes,
  keys: readonly string[],
): Promise<Edge[]> {
  const on = columns.map((column, place) => sql`${sql.ref(`c.${column}`)} = ${sql.ref(`p.${targets[place]!}`)}`)
  const { rows } = await sql<{ child: string; parent: string }>`
    select ${keyOf(known.get(from)!, 'c')} as child, ${keyOf(known.get(to)!, 'p')} as parent
    from ${sql.table(to)} p join ${sql.table(from)} c on c.organization_id = p.organization_id and ${sql.join(on, sql` and `)}
    where p.organization_id = ${tenant.organization_id} and ${isOne(known.get(to)!, 'p', keys)}`.execute(tenant.db)
  return rows.map(({ child, parent }) => ({
    child: { relation: from, key: child },
    parent: { relation: to, key: parent },
    cascades,
  }))
}

/** Names of the first few of these rows; empty if the table has no names. */
export async function names(tenant: Tenant, relation: string, keys: readonly string[]): Promise<string[]> {
  const column = {
    investments: 'title',
    investors: 'name',
    contacts: 'name',
    offerings: 'name',
    broadcasts: 'name',
    broadcast_groups: 'name',
    templates: 'name',
    tags: 'name',
    wa_sessions: 'name',
  }[relation]
  if (!column) return []
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(column)} as name from ${sql.table(relation)}
    where organization_id = ${tenant.organization_id} and id = any (${keys}::uuid[]) order by 1 limit 5`.execute(
    tenant.db,
  )
  return rows.map(({ name }) => name)
}

/** Deletes rows permanently. */
export async function erase(tenant: Tenant, relation: string, shape: Shape, keys: readonly string[]): Promise<void> {
  await sql`
    delete from ${sql.table(relation)} r where r.organization_id = ${tenant.organization_id} and ${isOne(shape, 'r', keys)}`.execute(
    tenant.db,
  )
}

/** Which of these currencies are in use. */
export async function currenciesInUse(tenant: Tenant, codes: readonly string[]): Promise<string[]> {
  const { organization_id } = tenant
  const { rows } = await sql<{ code: string }>`
    select code from unnest(${codes}::text[]) code
    where exists (select from investments where organization_id = ${organization_id} and currency = code)
      or exists (select from offerings where organization_id = ${organization_id} and currency = code)
      or exists (select from investors where organization_id = ${organization_id} and preferred_currency = code)
      or exists (select from organizations where organization_id = ${organization_id} and base_currency = code)`.execute(
    tenant.db,
  )
  return rows.map(({ code }) => code)
}

/** Deletes what was recorded about contacts by number, and about records by id, while they existed. */
export async function eraseTraces(tenant: Tenant, ids: readonly string[], numbers: readonly string[]): Promise<void> {
  const { organization_id } = tenant
  for (const [table, column, keys] of [
    ['home_dismissals', 'key', ids],
    ['opt_outs', 'phone_key', numbers],
  ] as const)
    await sql`
      delete from ${sql.table(table)} where organization_id = ${organization_id} and ${sql.ref(column)} = any (${keys}::text[])`.execute(
      tenant.db,
    )
}

/** Numbers of these contacts that no other contact has. */
export async function numbersOf(tenant: Tenant, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ phone_key: string }>`
    select c.phone_key from contacts c where c.organization_id = ${tenant.organization_id} and c.id = any (${ids}::uuid[])
      and c.phone_key is not null and not exists (select from contacts o where o.organization_id = c.organization_id
        and o.phone_key = c.phone_key and o.deleted_at is null and o.id <> all (${ids}::uuid[]))`.execute(tenant.db)
  return rows.map(({ phone_key }) => phone_key)
}
