// The tags of a record, as all queries select and filter by them.
import { type RawBuilder, sql } from 'kysely'

export type Tagged = 'investor' | 'contact' | 'investment'

/** A column: `[{ id, name, color }]`, sorted by name. `record` is the table's alias. */
export function tagLabels(kind: Tagged, record: string): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by lower(t.name), t.id), '[]')
    from ${sql.table(`${kind}_tags`)} x join tags t on t.organization_id = x.organization_id and t.id = x.tag_id
    where x.organization_id = ${sql.ref(`${record}.organization_id`)} and ${sql.ref(`x.${kind}_id`)} = ${sql.ref(`${record}.id`)})`
}

/** A condition: the record has any of these. */
export function hasTag(kind: Tagged, record: string, tag_ids: readonly string[]): RawBuilder<unknown> {
  return sql`exists (select from ${sql.table(`${kind}_tags`)} x
    where x.organization_id = ${sql.ref(`${record}.organization_id`)} and ${sql.ref(`x.${kind}_id`)} = ${sql.ref(`${record}.id`)}
      and x.tag_id = any(${tag_ids}::uuid[]))`
}
