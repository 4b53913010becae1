// All SQL of bulk changes: the selected records, progress, and claims by workers.
import { type RawBuilder, sql } from 'kysely'
import {
  type BulkAction,
  type BulkChange,
  type BulkEntry,
  type BulkKind,
  type BulkPage,
  type BulkRefusal,
  type BulkStatus,
  bulkDays,
  undoHours,
} from '../../../contract/bulk-changes.ts'
import type { Message } from '../../../contract/messages/message.ts'
import type { Database, Tenant } from '../../platform/db/index.ts'
import type { FieldValues } from '../../platform/db/records.ts'

/** The change as stored: its values include those that `ManyRecords.complete` has added. */
export type StoredChange = BulkAction | { action: 'set'; values: FieldValues }

export async function create(tenant: Tenant, kind: BulkKind, change: StoredChange | null): Promise<string> {
  const { id } = await tenant.db
    .insertInto('bulk_changes')
    .values({
      organization_id: tenant.organization_id,
      kind,
      change: change && JSON.stringify(change),
      status: change ? 'running' : 'done',
      created_by: tenant.user_id ?? null,
      ...(change ? {} : { finished_at: sql<string>`now()` }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A query for the ids of records. */
export type Matching = RawBuilder<{ id: string }>

/** The records of `matching` without those of `ids`. */
export const except = (matching: Matching, ids: readonly string[]): Matching =>
  ids.length === 0 ? matching : sql`select m.id from (${matching}) m where m.id <> all (${ids}::uuid[])`

/** Counts the records of a query, but not beyond `most`. */
export async function count(tenant: Tenant, matching: Matching, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from (${matching}) m limit ${most}) n`.execute(tenant.db)
  return rows[0]!.count
}

/** Freezes the records that a query finds; returns their number. */
export async function select(tenant: Tenant, id: string, matching: Matching): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into bulk_change_rows (organization_id, bulk_change_id, record_id)
    select ${tenant.organization_id}, ${id}, m.id from (${matching}) m`.execute(tenant.db)
  return Number(numAffectedRows)
}

/** How many selected records the organization has stored. */
export async function storedCount({ db, organization_id }: Tenant): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from bulk_change_rows where organization_id = ${organization_id}`.execute(db)
  return rows[0]!.count
}

/** Deletes the oldest selection, or change that has no Undo left; returns how many records it had. Undefined if there is none. */
export async function removeOldest({ db, organization_id }: Tenant, hours: number): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    delete from bulk_changes b where b.organization_id = ${organization_id} and b.id = (
      select o.id from bulk_changes o where o.organization_id = ${organization_id} and (o.change is null or o.status = 'undone'
        or o.status = 'done' and o.created_at < now() - make_interval(hours => ${hours}))
      order by o.id limit 1)
    returning (select count(*) from bulk_change_rows r
      where r.organization_id = b.organization_id and r.bulk_change_id = b.id) as count`.execute(db)
  return rows[0]?.count
}

/** Finds deleted records as well: they are selected, and then refused with their names. */
export const withIds = (tenant: Tenant, kind: BulkKind, ids: readonly string[]): Matching =>
  sql`select id from ${sql.table(kind)} where organization_id = ${tenant.organization_id} and id = any (${ids}::uuid[])`

const shown = sql`b.id, b.kind, b.change ->> 'action' as action, b.status, b.created_at, b.finished_at, n.*`
const counts = sql`cross join lateral (
  select count(*) as total, count(done_at) as done, count(before) as changed, count(refusal) as refused,
    count(undone_at) filter (where undo_refusal is null) as undone, count(undo_refusal) as not_undone
  from bulk_change_rows where organization_id = b.organization_id and bulk_change_id = b.id) n`

export async function get(tenant: Tenant, id: string): Promise<BulkChange | undefined> {
  const { rows } = await sql<BulkChange>`
    select ${shown} from bulk_changes b ${counts}
    where b.organization_id = ${tenant.organization_id} and b.id = ${id}`.execute(tenant.db)
  return rows[0]
}

export async function list(
  tenant: Tenant,
  { page = 1, per_page = 20 }: BulkPage,
): Promise<{ data: BulkEntry[]; total: number }> {
  const own = (table: string) => sql`${sql.ref(`${table}.organization_id`)} = ${tenant.organization_id}`
  const recent = sql`${own('b')} and b.change is not null and b.created_at > now() - make_interval(days => ${bulkDays})`
  const { rows } = await sql<BulkEntry>`
    select ${shown}, (select u.name from users u where ${own('u')} and u.id = b.created_by) as made_by,
      array(select jsonb_object_keys(b.change -> 'values') order by 1) as fields,
      array(select t.name from tags t where ${own('t')} and b.change -> 'tag_ids' ? t.id::text
        union all select g.name from broadcast_groups g where ${own('g')} and g.id::text = b.change ->> 'broadcast_group_id'
        union all select f.name from custom_fields f where ${own('f')} and b.kind = f.record || 's' and b.change -> 'values' ? ('custom.' || f.key)
        order by 1) as names,
      b.created_at > now() - make_interval(hours => ${undoHours})
        and (b.status = 'running' or b.status = 'done' and n.changed > 0) as can_undo
    from (select * from bulk_changes b where ${recent} order by b.id desc limit ${per_page} offset ${(page - 1) * per_page}) b
    ${counts} order by b.id desc`.execute(tenant.db)
  const counted = await sql<{ total: number }>`select count(*) as total from bulk_changes b where ${recent}`.execute(
    tenant.db,
  )
  return { data: rows, total: counted.rows[0]!.total }
}

export async function refusals(
  tenant: Tenant,
  { id, kind, status }: Pick<BulkChange, 'id' | 'kind' | 'status'>,
  { page = 1, per_page = 20 }: BulkPage,
): Promise<BulkRefusal[]> {
  const reason = status === 'undone' || status === 'undoing' ? sql`r.undo_refusal` : sql`r.refusal`
  const name = kind === 'investments' ? sql`x.title` : sql`x.name`
  const { rows } = await sql<BulkRefusal>`
    select r.record_id as id, coalesce(${name}, '') as name, ${reason} as reason from bulk_change_rows r
    left join ${sql.table(kind)} x on x.organization_id = r.organization_id and x.id = r.record_id
    where r.organization_id = ${tenant.organization_id} and r.bulk_change_id = ${id} and ${reason} is not null
    order by ${name} collate "und-x-icu", r.record_id limit ${per_page} offset ${(page - 1) * per_page}`.execute(
    tenant.db,
  )
  return rows
}

/** What a worker needs of a bulk change. */
export interface BulkWork {
  id: string
  kind: BulkKind
  change: StoredChange
  status: BulkStatus
}

/** Locks the bulk change until the transaction ends, so that no worker claims it. With `token`: only if the worker still has its lease. */
export async function lock(tenant: Tenant, id: string, token?: string): Promise<BulkWork | undefined> {
  const { rows } = await sql<BulkWork>`
    select id, kind, change, status from bulk_changes
    where organization_id = ${tenant.organization_id} and id = ${id} and change is not null
      and (${token ?? null}::uuid is null or lease_token = ${token ?? null}) for no key update`.execute(tenant.db)
  return rows[0]
}

/** The next records to change, in the order in which they are locked. */
export async function pending(tenant: Tenant, id: string, limit: number): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select record_id as id from bulk_change_rows
    where organization_id = ${tenant.organization_id} and bulk_change_id = ${id} and done_at is null
    order by record_id limit ${limit}`.execute(tenant.db)
  return rows
}

export interface Outcome {
  id: string
  /** What the change replaced; null if nothing was to change. */
  before?: FieldValues | null
  refusal?: Message | null
}

export async function markDone(tenant: Tenant, id: string, outcomes: readonly Outcome[]): Promise<void> {
  await sql`
    update bulk_change_rows r set done_at = clock_timestamp(), before = n.before, refusal = n.refusal
    from json_to_recordset(${JSON.stringify(outcomes)}) n (id uuid, before jsonb, refusal jsonb)
    where r.organization_id = ${tenant.organization_id} and r.bulk_change_id = ${id} and r.record_id = n.id`.execute(
    tenant.db,
  )
}

/** The next records to restore. */
export async function changed(
  tenant: Tenant,
  id: string,
  limit: number,
): Promise<{ id: string; before: FieldValues }[]> {
  const { rows } = await sql<{ id: string; before: FieldValues }>`
    select record_id as id, before from bulk_change_rows
    where organization_id = ${tenant.organization_id} and bulk_change_id = ${id} and before is not null and undone_at is null
    order by record_id limit ${limit}`.execute(tenant.db)
  return rows
}

export async function markUndone(tenant: Tenant, id: string, outcomes: readonly Outcome[]): Promise<void> {
  await sql`
    update bulk_change_rows r set undone_at = clock_timestamp(), undo_refusal = n.refusal
    from json_to_recordset(${JSON.stringify(outcomes)}) n (id uuid, refusal jsonb)
    where r.organization_id = ${tenant.organization_id} and r.bulk_change_id = ${id} and r.record_id = n.id`.execute(
    tenant.db,
  )
}

/** Ends the bulk change. If it goes on, returns its lease, so that other organizations get their turn. */
export async function release(tenant: Tenant, id: string, status: BulkStatus): Promise<void> {
  const isEnd = status === 'done' || status === 'undone'
  await sql`
    update bulk_changes set status = ${status}, lease_token = null, lease_until = clock_timestamp(),
      finished_at = ${isEnd ? sql`clock_timestamp()` : sql`null`}
    where organization_id = ${tenant.organization_id} and id = ${id}`.execute(tenant.db)
}

/** Locks the bulk change, and turns it into its undo. A running one stops here: its remaining records are not changed. */
export async function startUndo(tenant: Tenant, id: string, hours: number): Promise<'started' | 'already' | 'expired'> {
  const { rows } = await sql<{ status: BulkStatus; is_recent: boolean }>`
    select status, created_at > now() - make_interval(hours => ${hours}) as is_recent from bulk_changes
    where organization_id = ${tenant.organization_id} and id = ${id} for no key update`.execute(tenant.db)
  const { status, is_recent } = rows[0]!
  if (status === 'undoing' || status === 'undone') return 'already'
  if (!is_recent) return 'expired'
  await sql`
    update bulk_changes set status = 'undoing', finished_at = null, lease_token = null, lease_until = null
    where organization_id = ${tenant.organization_id} and id = ${id}`.execute(tenant.db)
  return 'started'
}

/** The contacts of these records, each once: of an investor, or of the investor of an investment. */
export async function contactsOf(
  tenant: Tenant,
  kind: BulkKind,
  ids: readonly string[],
): Promise<{ id: string; contact_id: string }[]> {
  if (kind === 'contacts') return ids.map((id) => ({ id, contact_id: id }))
  const records =
    kind === 'investors'
      ? sql`select id, id as investor_id from unnest(${ids}::uuid[]) n (id)`
      : sql`select id, investor_id from investments
          where organization_id = ${tenant.organization_id} and id = any (${ids}::uuid[])`
  const { rows } = await sql<{ id: string; contact_id: string }>`
    select r.id, c.id as contact_id from (${records}) r
    join investor_contacts x on x.organization_id = ${tenant.organization_id} and x.investor_id = r.investor_id
    join contacts c on c.organization_id = x.organization_id and c.id = x.contact_id and c.deleted_at is null
    order by c.id`.execute(tenant.db)
  return rows
}

export interface BulkClaim {
  organization_id: string
  user_id: string | undefined
  id: string
  token: string
  request_id: string | null
}

/** Claims the bulk change that has waited longest, unless a worker has it or works on another one of its organization. */
export async function claim(database: Database): Promise<BulkClaim | undefined> {
  const { rows } = await sql<Omit<BulkClaim, 'user_id'> & { user_id: string | null }>`
    update bulk_changes set lease_token = gen_random_uuid(), lease_until = clock_timestamp() + interval '30 seconds'
    where (organization_id, id) = (
      select organization_id, id from bulk_changes b
      where status in ('running', 'undoing') and (lease_until is null or lease_until < clock_timestamp()) and not exists (
        select from bulk_changes o where o.organization_id = b.organization_id and o.status in ('running', 'undoing')
          and o.lease_token is not null and o.lease_until >= clock_timestamp())
      order by lease_until nulls first, created_at limit 1 for update skip locked)
    returning organization_id, created_by as user_id, id, lease_token as token, request_id`.execute(database.system)
  const found = rows[0]
  return found && { ...found, user_id: found.user_id ?? undefined }
}

/** Bulk changes of any organization that are past their retention. */
export async function findExpired(database: Database): Promise<{ organization_id: string; id: string }[]> {
  const { rows } = await sql<{ organization_id: string; id: string }>`
    select organization_id, id from bulk_changes
    where created_at < clock_timestamp() - make_interval(days => ${bulkDays}) and status in ('done', 'undone')
    order by created_at limit 50`.execute(database.system)
  return rows
}

export async function remove(tenant: Tenant, id: string): Promise<void> {
  await sql`delete from bulk_changes where organization_id = ${tenant.organization_id} and id = ${id}`.execute(
    tenant.db,
  )
}
