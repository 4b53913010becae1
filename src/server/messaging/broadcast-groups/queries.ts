// All SQL of broadcast groups and their members.
import { type RawBuilder, sql } from 'kysely'
import type { BroadcastGroup, BroadcastGroupDetail, BroadcastGroupQuery } from '../../../contract/broadcast-groups.ts'
import type { Segment } from '../../../contract/segments.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { sortByIds } from '../../platform/db/page.ts'

/** Without the rules of its segment that reference deleted records. */
export type BroadcastGroupRow = Omit<BroadcastGroup, 'broken_rules' | 'hides_rules'>

/** The live contacts of `g`. Deleted contacts are in no group, but *Undo* brings them back. */
const members = sql`from broadcast_group_contacts m
  join contacts c on c.organization_id = m.organization_id and c.id = m.contact_id and c.deleted_at is null
  where m.organization_id = g.organization_id and m.broadcast_group_id = g.id`
const importedGroups = sql`from broadcast_group_wa_groups m
  join wa_groups w on w.organization_id = m.organization_id and w.id = m.wa_group_id
    and w.imported_at is not null and w.deleted_at is null
  join wa_sessions s on s.organization_id = w.organization_id and s.id = w.session_id
  where m.organization_id = g.organization_id and m.broadcast_group_id = g.id`
/** Broadcasts that have not started, so a change of the group changes their audience. */
const waiting = sql`b.status not in ('sending', 'paused', 'completed', 'cancelled', 'failed') and b.deleted_at is null`

const columns = sql`
  g.id, g.name, g.segment, g.version, g.created_at, g.updated_at,
  (select count(*) ${members} and not m.excluded) as contact_count,
  (select count(*) ${members} and m.excluded) as exclude_count,
  (select count(*) ${importedGroups}) as wa_group_count,
  (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'status', b.status) order by b.created_at), '[]')
    from broadcast_audience_groups x join broadcasts b on b.organization_id = x.organization_id and b.id = x.broadcast_id
    where x.organization_id = g.organization_id and x.broadcast_group_id = g.id and ${waiting}) as used_by
  from broadcast_groups g`

const sortKeys: Record<string, RawBuilder<unknown>> = {
  name: sql`g.name collate "und-x-icu"`,
  created_at: sql`g.created_at`,
  updated_at: sql`g.updated_at`,
}

export async function list(
  tenant: Tenant,
  { page = 1, per_page = 20, sort = 'name', q = '', references }: BroadcastGroupQuery,
): Promise<{ rows: BroadcastGroupRow[]; total: number }> {
  const matching = sql`g.organization_id = ${tenant.organization_id} and g.deleted_at is null
    and strpos(fold(g.name), fold(${q})) > 0
    and (${references ?? null}::uuid is null
      or jsonb_path_exists(g.segment, '$.**.value ? (@ == $id)', jsonb_build_object('id', ${references ?? null}::text)))`
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const cut = await sql<{ id: string }>`
    select g.id from broadcast_groups g where ${matching}
    order by ${sortKeys[sort.replace('-', '')]!} ${direction}, g.id limit ${per_page} offset ${(page - 1) * per_page}`.execute(
    tenant.db,
  )
  const ids = cut.rows.map(({ id }) => id)
  const { rows } = await sql<BroadcastGroupRow>`
    select ${columns} where g.organization_id = ${tenant.organization_id} and g.id = any (${ids}::uuid[])`.execute(
    tenant.db,
  )
  const counted = await sql<{ total: number }>`
    select count(*) as total from broadcast_groups g where ${matching}`.execute(tenant.db)
  return { rows: sortByIds(ids, rows), total: counted.rows[0]!.total }
}

export async function get(tenant: Tenant, id: string): Promise<BroadcastGroupRow | undefined> {
  const { rows } = await sql<BroadcastGroupRow>`
    select ${columns} where g.organization_id = ${tenant.organization_id} and g.id = ${id} and g.deleted_at is null`.execute(
    tenant.db,
  )
  return rows[0]
}

/** Without the formatting of phone numbers. */
export interface PickedMembers {
  people: { id: string; name: string; phone: string | null; excluded: boolean }[]
  wa_groups: BroadcastGroupDetail['wa_groups']
}

export async function chosen(tenant: Tenant, id: string): Promise<PickedMembers> {
  const people = await sql<PickedMembers['people'][number]>`
    select p.* from broadcast_groups g, lateral (select c.id, c.name, c.phone, m.excluded ${members}) p
    where g.organization_id = ${tenant.organization_id} and g.id = ${id}
    order by p.name collate "und-x-icu", p.id`.execute(tenant.db)
  const groups = await sql<PickedMembers['wa_groups'][number]>`
    select p.* from broadcast_groups g, lateral (select w.id, w.name, s.name as session_name, w.participants_count,
        case when s.deleted_at is not null then 'session_removed' when w.left_at is not null then 'not_in_group'
          when not w.can_post then 'may_not_post' end as reason ${importedGroups}) p
    where g.organization_id = ${tenant.organization_id} and g.id = ${id}
    order by p.name collate "und-x-icu", p.id`.execute(tenant.db)
  return { people: people.rows, wa_groups: groups.rows }
}

/** Returns undefined if the name is taken. */
export async function insert(tenant: Tenant, name: string, segment: Segment | null): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into broadcast_groups (organization_id, created_by, name, segment)
    values (${tenant.organization_id}, ${tenant.user_id ?? null}, ${name}, ${jsonOf(segment)}::jsonb)
    on conflict do nothing returning id`.execute(tenant.db)
  return rows[0]?.id
}

/** Optimistic locking: returns false if the version is stale. The index `broadcast_groups_name` rejects a taken name. */
export async function update(
  tenant: Tenant,
  id: string,
  version: number,
  change: { name?: string | undefined; segment?: Segment | null | undefined },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update broadcast_groups set name = coalesce(${change.name ?? null}, name),
      segment = case when ${change.segment === undefined} then segment else ${jsonOf(change.segment ?? null)}::jsonb end,
      version = version + 1, updated_at = now()
    where organization_id = ${tenant.organization_id} and id = ${id} and version = ${version} and deleted_at is null`.execute(
    tenant.db,
  )
  return numAffectedRows === 1n
}

const jsonOf = (segment: Segment | null) => (segment ? JSON.stringify(segment) : null)

/** Replaces the picked or excluded contacts; returns how many of the given ones exist here. */
export async function setContacts(
  tenant: Tenant,
  id: string,
  contact_ids: readonly string[],
  excluded: boolean,
): Promise<number> {
  const own = sql`organization_id = ${tenant.organization_id} and broadcast_group_id = ${id}`
  await sql`delete from broadcast_group_contacts where ${own} and excluded = ${excluded}`.execute(tenant.db)
  const { numAffectedRows } = await sql`
    insert into broadcast_group_contacts (organization_id, broadcast_group_id, contact_id, excluded)
    select c.organization_id, ${id}, c.id, ${excluded} from contacts c
    where c.organization_id = ${tenant.organization_id} and c.id = any (${contact_ids}::uuid[]) and c.deleted_at is null
    on conflict (organization_id, broadcast_group_id, contact_id) do update set excluded = true`.execute(tenant.db)
  return Number(numAffectedRows)
}

/** Adds to the picked contacts; an excluded contact stays excluded. Returns the contacts that were added. */
export async function addContacts(tenant: Tenant, id: string, contact_ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ contact_id: string }>`
    insert into broadcast_group_contacts (organization_id, broadcast_group_id, contact_id)
    select c.organization_id, ${id}, c.id from contacts c
    where c.organization_id = ${tenant.organization_id} and c.id = any (${contact_ids}::uuid[]) and c.deleted_at is null
    order by c.id on conflict do nothing returning contact_id`.execute(tenant.db)
  return rows.map(({ contact_id }) => contact_id)
}

export async function takeContacts(tenant: Tenant, id: string, contact_ids: readonly string[]): Promise<void> {
  await sql`
    delete from broadcast_group_contacts where organization_id = ${tenant.organization_id} and broadcast_group_id = ${id}
      and contact_id = any (${contact_ids}::uuid[]) and not excluded`.execute(tenant.db)
}

/** The excluded contacts among these. */
export async function excludedAmong(tenant: Tenant, id: string, contact_ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ contact_id: string }>`
    select contact_id from broadcast_group_contacts where organization_id = ${tenant.organization_id}
      and broadcast_group_id = ${id} and contact_id = any (${contact_ids}::uuid[]) and excluded`.execute(tenant.db)
  return new Set(rows.map(({ contact_id }) => contact_id))
}

/** Locks a group whose contacts change, and marks it as changed. Returns false if it is deleted. */
export async function touch(tenant: Tenant, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update broadcast_groups set version = version + 1, updated_at = now()
    where organization_id = ${tenant.organization_id} and id = ${id} and deleted_at is null`.execute(tenant.db)
  return numAffectedRows === 1n
}

export async function setWaGroups(tenant: Tenant, id: string, wa_group_ids: readonly string[]): Promise<number> {
  await sql`
    delete from broadcast_group_wa_groups
    where organization_id = ${tenant.organization_id} and broadcast_group_id = ${id}`.execute(tenant.db)
  const { numAffectedRows } = await sql`
    insert into broadcast_group_wa_groups (organization_id, broadcast_group_id, wa_group_id)
    select w.organization_id, ${id}, w.id from wa_groups w
    where w.organization_id = ${tenant.organization_id} and w.id = any (${wa_group_ids}::uuid[])
      and w.imported_at is not null and w.deleted_at is null`.execute(tenant.db)
  return Number(numAffectedRows)
}

/** How many of the given groups can get messages: imported and not deleted. */
export async function countWaGroups(tenant: Tenant, wa_group_ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from wa_groups w
    where w.organization_id = ${tenant.organization_id} and w.id = any (${wa_group_ids}::uuid[])
      and w.imported_at is not null and w.deleted_at is null`.execute(tenant.db)
  return rows[0]!.count
}

/** Soft delete; refused while a broadcast to this group is scheduled or preparing. */
export async function remove(tenant: Tenant, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update broadcast_groups g set deleted_at = now(), version = version + 1, updated_at = now()
    where g.organization_id = ${tenant.organization_id} and g.id = ${id} and g.deleted_at is null
      and not exists (select from broadcast_audience_groups x
        join broadcasts b on b.organization_id = x.organization_id and b.id = x.broadcast_id
        where x.organization_id = g.organization_id and x.broadcast_group_id = g.id and ${waiting} and b.status <> 'draft')`.execute(
    tenant.db,
  )
  return numAffectedRows === 1n
}

/** Does nothing if the group is not deleted. The index `broadcast_groups_name` rejects a taken name. */
export async function restore(tenant: Tenant, id: string): Promise<void> {
  await sql`
    update broadcast_groups set deleted_at = null, version = version + 1, updated_at = now()
    where organization_id = ${tenant.organization_id} and id = ${id} and deleted_at is not null
      and purged_at is null`.execute(tenant.db)
}

export interface NamedContact {
  id: string
  name: string
  segment: Segment | null
  is_deleted: boolean
}

/** The groups of a broadcast, including deleted ones. */
export async function ofBroadcast(tenant: Tenant, broadcastId: string): Promise<NamedContact[]> {
  const { rows } = await sql<NamedContact>`
    select g.id, g.name, g.segment, g.deleted_at is not null as is_deleted
    from broadcast_audience_groups x
    join broadcast_groups g on g.organization_id = x.organization_id and g.id = x.broadcast_group_id
    where x.organization_id = ${tenant.organization_id} and x.broadcast_id = ${broadcastId}
    order by lower(g.name), g.id`.execute(tenant.db)
  return rows
}

/** Maximum number of namesakes returned for one line. */
const maxNamesakes = 20

/**
 * Live contacts by normalized number, or by one of their names, ignoring case and accents. Each name is folded once: folding
 * per pair took over half a minute for 2,000 lines and 5,000 contacts.
 */
export async function contactsCalled(
  tenant: Tenant,
  keys: readonly string[],
  names: readonly string[],
): Promise<{ id: string; name: string; phone: string | null; by: string }[]> {
  const { rows } = await sql<{ id: string; name: string; phone: string | null; by: string }>`
    with requested as materialized (select distinct name, fold(name) as key from unnest(${names}::text[]) a (name)),
    called as materialized (
      select k.*, row_number() over (partition by k.key order by k.name, k.id) as nth from (
        select distinct n.key, c.id, c.name, c.phone from contacts c
        cross join lateral (values (fold(c.name)), (fold(c.preferred_name))) n (key)
        where c.organization_id = ${tenant.organization_id} and c.deleted_at is null and n.key in (select key from requested)) k)
    select c.id, c.name, c.phone, n.phone_key as by from contact_numbers n
    join contacts c on c.organization_id = n.organization_id and c.id = n.contact_id
    where n.organization_id = ${tenant.organization_id} and n.phone_key = any (${keys}::text[])
    union
    select c.id, c.name, c.phone, a.name from requested a join called c on c.key = a.key and c.nth <= ${maxNamesakes}`.execute(
    tenant.db,
  )
  return rows
}
