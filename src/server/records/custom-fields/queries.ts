// All SQL of custom fields: their definitions, and the values that records have.
import { type RawBuilder, sql } from 'kysely'
import type { CustomField, CustomFieldUser, CustomRecord } from '../../../contract/custom-fields.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { insertRecord, setDeleted, updateRecord } from '../../platform/db/records.ts'

/** As stored: deleted choices stay, because the history of records names them. */
export type StoredChoice = CustomField['choices'][number] & { is_deleted?: true }
export type StoredField = Omit<CustomField, 'choices'> & { choices: StoredChoice[] }

const tables = { contact: 'contacts', investor: 'investors', investment: 'investments', offering: 'offerings' } as const

const columns = ({ organization_id }: Tenant) => sql`
  f.id, f.record, f.key, f.name, f.type, f.choices, f.position, f.is_active, f.version, f.created_at, f.updated_at
  from custom_fields f where f.organization_id = ${organization_id}`

export async function list(tenant: Tenant, record?: CustomRecord): Promise<StoredField[]> {
  const { rows } = await sql<StoredField>`
    select ${columns(tenant)} and f.deleted_at is null and f.record = coalesce(${record ?? null}, f.record)
    order by f.record, f.position, f.id`.execute(tenant.db)
  return rows
}

/** Includes deleted fields, because a text may still name them. */
export async function listAll(tenant: Tenant): Promise<(StoredField & { is_deleted: boolean })[]> {
  const { rows } = await sql<StoredField & { is_deleted: boolean }>`
    select f.deleted_at is not null as is_deleted, ${columns(tenant)} order by f.record, f.position, f.id`.execute(
    tenant.db,
  )
  return rows
}

export async function get(tenant: Tenant, id: string): Promise<StoredField | undefined> {
  const { rows } = await sql<StoredField>`select ${columns(tenant)} and f.deleted_at is null and f.id = ${id}`.execute(
    tenant.db,
  )
  return rows[0]
}

/** The fields of values that are about to be written. Locks fields and choices against deletion until the transaction ends. */
export async function hold(tenant: Tenant, record: CustomRecord, keys: readonly string[]): Promise<StoredField[]> {
  const { rows } = await sql<StoredField>`
    select ${columns(tenant)} and f.deleted_at is null and f.record = ${record} and f.key = any (${keys}::text[])
    order by f.id for share`.execute(tenant.db)
  return rows
}

/** Locks the field until the transaction ends, so that no record gets a value meanwhile. Also finds deleted fields. */
export async function lock(tenant: Tenant, id: string): Promise<(StoredField & { is_deleted: boolean }) | undefined> {
  const { rows } = await sql<StoredField & { is_deleted: boolean }>`
    select f.deleted_at is not null as is_deleted, ${columns(tenant)} and f.id = ${id} for update`.execute(tenant.db)
  return rows[0]
}

/** Makes changes to the set of fields of a kind of record, their keys and their order take turns. */
export async function lockRecord(tenant: Tenant, record: CustomRecord): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`custom_fields ${record} ${tenant.organization_id}`}, 0))`.execute(
    tenant.db,
  )
}

/** Keys of all fields, including deleted ones, because records still have values under them. */
export async function keys({ db, organization_id }: Tenant, record: CustomRecord): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from custom_fields where organization_id = ${organization_id} and record = ${record}`.execute(db)
  return rows.map(({ key }) => key)
}

export type NewField = Pick<StoredField, 'record' | 'key' | 'name' | 'type' | 'choices' | 'is_active'>

/** Adds a field at the end of the order. Returns undefined if the name is taken. */
export const insert = (tenant: Tenant, { choices, ...field }: NewField) =>
  insertRecord(tenant, 'custom_fields', {
    ...field,
    choices: JSON.stringify(choices),
    position: sql<number>`(select coalesce(max(f.position), 0) + 1 from custom_fields f
      where f.organization_id = ${tenant.organization_id} and f.record = ${field.record} and f.deleted_at is null)` as never,
  })

/** The field must be locked. Throws if the name is taken (index `custom_fields_name`). */
export const update = (
  tenant: Tenant,
  id: string,
  { choices, ...change }: Partial<Pick<StoredField, 'name' | 'is_active' | 'choices'>>,
) =>
  updateRecord(
    tenant,
    'custom_fields',
    { id },
    { ...change, ...(choices !== undefined && { choices: JSON.stringify(choices) }) },
  )

export const mark = (tenant: Tenant, id: string, as: 'deleted' | 'live') =>
  setDeleted(tenant, 'custom_fields', id, as === 'deleted')

/** Numbers the fields in this order, without gaps. */
export async function reorder({ db, organization_id }: Tenant, ids: readonly string[]): Promise<void> {
  await sql`
    update custom_fields f set position = n.position
    from unnest(${ids}::uuid[]) with ordinality n (id, position)
    where f.organization_id = ${organization_id} and f.id = n.id and f.position <> n.position`.execute(db)
}

/** A regular expression that finds the field's variable in a template. In a loop over investments, its prefix may be any name. */
const variableOf = ({ record, key }: Pick<StoredField, 'record' | 'key'>) => {
  const before = record === 'investment' ? '(?<!\\m(contact|investor|offering)\\s*)' : `\\m${record}\\s*`
  return `${before}(\\.|\\[\\s*["'])\\s*custom_${key}\\M`
}

/** Counts what names the field, by kind, with the first names. Views of other members are counted but not named. */
export async function references(
  { db, organization_id, user_id }: Tenant,
  field: Pick<StoredField, 'record' | 'key'>,
): Promise<CustomFieldUser[]> {
  const { record, key } = field
  const variable = variableOf(field)
  const name = `custom.${key}`
  const { rows } = await sql<CustomFieldUser>`
    with own (kind, name) as (
      select 'template', t.name from templates t
      where t.organization_id = ${organization_id} and t.deleted_at is null and t.body ~ ${variable}
      union all
      select 'broadcast', b.name from broadcasts b
      where b.organization_id = ${organization_id} and b.deleted_at is null and b.test_of is null
        and b.status not in ('completed', 'cancelled', 'failed') and b.body ~ ${variable}
      union all
      select 'broadcast_group', g.name from broadcast_groups g
      where g.organization_id = ${organization_id} and g.deleted_at is null
        and jsonb_path_exists(g.segment, '$.** ? (@.custom == $key && @.field starts with $about)',
          jsonb_build_object('key', ${key}::text, 'about', ${`${record}.custom_`}::text))
      union all
      select 'view', case when v.private_to is null or v.private_to = ${user_id ?? null} then v.name end from views v
      where v.organization_id = ${organization_id} and v.deleted_at is null and v.list = ${`${record}s`}
        and (ltrim(v.parameters ->> 'sort', '-') = ${name} or v.columns ->> ${name} = 'true'
          or v.parameters ->> 'custom' ~ ${`(^|&)${key}(\\.[a-z]+)?=`}))
    select kind, count(*) as count,
      coalesce((array_agg(name order by name collate "und-x-icu") filter (where name is not null))[:3], '{}') as names
    from own group by kind order by array_position(array['template', 'broadcast', 'broadcast_group', 'view'], kind)`.execute(
    db,
  )
  return rows
}

/** How many records have a value, by the key of the field. Deleted records do not count. */
export async function uses(
  { db, organization_id }: Tenant,
  record: CustomRecord,
): Promise<{ key: string; count: number }[]> {
  const { rows } = await sql<{ key: string; count: number }>`
    select k.key, count(*) as count from ${sql.table(tables[record])} r cross join lateral jsonb_object_keys(r.custom) k (key)
    where r.organization_id = ${organization_id} and r.deleted_at is null and r.custom <> '{}'
    group by k.key order by k.key`.execute(db)
  return rows
}

/** SQL: whether record `r` has one of these choices. */
const has = ({ key, type }: Pick<StoredField, 'key' | 'type'>, ids: readonly string[]): RawBuilder<unknown> =>
  type === 'choices' ? sql`r.custom -> ${key} ?| ${ids}::text[]` : sql`r.custom ->> ${key} = any (${ids}::text[])`

/** How many records have one of these choices. Deleted records do not count. */
export async function choiceUses(
  { db, organization_id }: Tenant,
  field: StoredField,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(tables[field.record])} r
    where r.organization_id = ${organization_id} and r.deleted_at is null and ${has(field, ids)}`.execute(db)
  return rows[0]!.count
}

/** Removes the choices from all records that have them, even from deleted ones. */
export async function removeChoices(
  { db, organization_id }: Tenant,
  field: StoredField,
  ids: readonly string[],
): Promise<void> {
  const { key, type } = field
  const rest = sql`jsonb_strip_nulls(r.custom || jsonb_build_object(${key}::text, (
    select jsonb_agg(c.id order by c.place) from jsonb_array_elements(r.custom -> ${key}) with ordinality c (id, place)
    where not c.id #>> '{}' = any (${ids}::text[]))))`
  await sql`
    update ${sql.table(tables[field.record])} r
    set custom = ${type === 'choices' ? rest : sql`r.custom - ${key}::text`}, updated_at = now(), version = r.version + 1
    where r.organization_id = ${organization_id} and ${has(field, ids)}`.execute(db)
}

/** Names of all users by id, including those who have left the team. */
export async function memberNames({ db, organization_id }: Tenant): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from users where organization_id = ${organization_id}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Which of these ids are members of the team. */
export async function members({ db, organization_id }: Tenant, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where organization_id = ${organization_id} and id = any (${ids}::uuid[]) and removed_at is null`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
