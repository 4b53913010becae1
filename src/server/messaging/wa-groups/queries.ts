// All SQL of WhatsApp groups: the phones' lists, imported groups, and members matched to contacts.
import { type RawBuilder, sql } from 'kysely'
import type {
  GroupListState,
  GroupMember,
  GroupQuery,
  ImportedGroup,
  ImportedGroupQuery,
  MissingInvestor,
  PageQuery,
  SessionGroup,
} from '../../../contract/wa-groups.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { inOrder } from '../../platform/db/page.ts'

export interface ReportedGroup {
  wa_id: string
  name: string
  participants_count: number
  can_post: boolean
  members: readonly { address: string; phone_key: string | null }[]
}

const live = sql`g.imported_at is not null and g.deleted_at is null`
const reason = sql`case when s.deleted_at is not null then 'session_removed'
  when g.left_at is not null then 'not_in_group' when not g.can_post then 'may_not_post' end`
/**
 * The live contact with the number of member `m`. The limit makes the planner use the index for each number (20,000 contacts,
 * 200 groups of 500: a page in 18 ms; as a join it scanned all contacts for every group).
 */
const contact = ({ organization_id }: Tenant) => sql`lateral (select c.id, c.name from contact_numbers n
  join contacts c on c.organization_id = n.organization_id and c.id = n.contact_id
  where n.organization_id = ${organization_id} and n.phone_key = m.phone_key limit 1) c`

type StoredList = Omit<GroupListState, 'failure'> & { failure: string | null; is_old: boolean }

export async function listState(tenant: Tenant, session_id: string): Promise<StoredList> {
  const { rows } = await sql<StoredList>`
    select l.refreshed_at, l.failure,
      coalesce(l.requested_at > greatest(l.refreshed_at, l.failed_at, clock_timestamp() - interval '1 minute'), false) as is_refreshing,
      coalesce(greatest(l.refreshed_at, l.failed_at) < clock_timestamp() - interval '10 minutes',
        l.refreshed_at is null and l.failed_at is null) as is_old
    from (select 1) one left join wa_group_lists l
      on l.organization_id = ${tenant.organization_id} and l.session_id = ${session_id}`.execute(tenant.db)
  return rows[0]!
}

/** Returns false if a refresh is already in progress. */
export async function markRefreshRequested(tenant: Tenant, session_id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into wa_group_lists as l (organization_id, session_id, requested_at)
    values (${tenant.organization_id}, ${session_id}, clock_timestamp())
    on conflict (organization_id, session_id) do update set requested_at = excluded.requested_at
      where coalesce(l.requested_at, '-infinity') < greatest(l.refreshed_at, l.failed_at, clock_timestamp() - interval '1 minute')`.execute(
    tenant.db,
  )
  return numAffectedRows === 1n
}

/** Fencing: returns false if the term is over, as another owner refreshes then. */
export async function markRefreshed(
  tenant: Tenant,
  session_id: string,
  fence: number,
  failure: string | null,
): Promise<boolean> {
  const at = failure === null ? sql`refreshed_at` : sql`failed_at`
  const { numAffectedRows } = await sql`
    insert into wa_group_lists (organization_id, session_id, ${at}, failure)
    select organization_id, session_id, clock_timestamp(), ${failure} from wa_leases
    where organization_id = ${tenant.organization_id} and session_id = ${session_id} and fence = ${fence} for share
    on conflict (organization_id, session_id) do update set ${at} = clock_timestamp(), failure = excluded.failure`.execute(
    tenant.db,
  )
  return numAffectedRows === 1n
}

/** Replaces the groups of a session. Rows are locked in the order of `wa_id`, as in imports. */
export async function replaceGroups(
  tenant: Tenant,
  session_id: string,
  groups: readonly ReportedGroup[],
): Promise<void> {
  const { organization_id, db } = tenant
  const json = JSON.stringify(groups.map(({ members, ...group }) => group))
  const ids = groups.map(({ wa_id }) => wa_id)
  const ours = sql`organization_id = ${organization_id} and session_id = ${session_id}`
  await sql`
    insert into wa_groups as g (organization_id, session_id, wa_id, name, participants_count, can_post)
    select ${organization_id}, ${session_id}, wa_id, name, participants_count, can_post
    from jsonb_to_recordset(${json}::jsonb) as t (wa_id text, name text, participants_count integer, can_post boolean)
    order by wa_id
    on conflict (organization_id, session_id, wa_id) do update set name = excluded.name,
      participants_count = excluded.participants_count, can_post = excluded.can_post, left_at = null, updated_at = now()
    where (g.name, g.participants_count, g.can_post, g.left_at)
      is distinct from (excluded.name, excluded.participants_count, excluded.can_post, null)`.execute(db)
  await sql`delete from wa_groups where ${ours} and imported_at is null and wa_id <> all (${ids}::text[])`.execute(db)
  await sql`
    update wa_groups set left_at = now(), can_post = false, updated_at = now()
    where ${ours} and left_at is null and wa_id <> all (${ids}::text[])`.execute(db)
  await replaceMembers(tenant, session_id, groups)
}

/** Keeps the members of groups that the phone has left. Does not store again those whose data were erased. */
async function replaceMembers(tenant: Tenant, session_id: string, groups: readonly ReportedGroup[]) {
  const { organization_id, db } = tenant
  const json = JSON.stringify(groups.flatMap(({ wa_id, members }) => members.map((member) => ({ wa_id, ...member }))))
  const reported = sql`jsonb_to_recordset(${json}::jsonb) as t (wa_id text, address text, phone_key text)`
  const mine = sql`g.organization_id = ${organization_id} and g.session_id = ${session_id} and g.left_at is null`
  await sql`
    delete from wa_group_members m using wa_groups g
    where ${mine} and m.organization_id = g.organization_id and m.group_id = g.id
      and (g.wa_id, m.address) not in (select t.wa_id, t.address from ${reported})`.execute(db)
  await sql`
    insert into wa_group_members (organization_id, group_id, address, phone_key)
    select g.organization_id, g.id, t.address, t.phone_key from ${reported} join wa_groups g on ${mine} and g.wa_id = t.wa_id
    where not exists (select from erased_numbers e where e.organization_id = ${organization_id}
      and e.digest in (number_digest(${organization_id}, t.address), number_digest(${organization_id}, t.phone_key)))
    on conflict do nothing`.execute(db)
}

/** The next phone may have another account. */
export async function deleteUnimported(tenant: Tenant, session_id: string): Promise<void> {
  const ours = sql`organization_id = ${tenant.organization_id} and session_id = ${session_id}`
  await sql`delete from wa_groups where ${ours} and imported_at is null`.execute(tenant.db)
  await sql`delete from wa_group_lists where ${ours}`.execute(tenant.db)
}

export async function ofSession(
  tenant: Tenant,
  session_id: string,
  { page = 1, per_page = 20, name = '' }: GroupQuery,
): Promise<{ groups: SessionGroup[]; total: number }> {
  const matching = sql`from wa_groups g where g.organization_id = ${tenant.organization_id}
    and g.session_id = ${session_id} and g.left_at is null and strpos(fold(g.name), fold(${name})) > 0`
  const { rows } = await sql<SessionGroup>`
    select g.wa_id, g.name, g.participants_count, g.can_post, (${live}) as imported ${matching}
    order by fold(g.name), g.id limit ${per_page} offset ${(page - 1) * per_page}`.execute(tenant.db)
  return { groups: rows, total: await count(tenant, matching) }
}

/** Those the phone has reported, with their state after the import; `is_new`: not imported before. */
export async function importThese(
  tenant: Tenant,
  wanted: readonly { session_id: string; wa_id: string }[],
): Promise<{ id: string; is_new: boolean }[]> {
  const json = JSON.stringify(wanted)
  const { rows } = await sql<{ id: string; is_new: boolean }>`
    with these as materialized (
      select g.organization_id, g.id, not (${live}) as is_new from wa_groups g join wa_sessions s
        on s.organization_id = g.organization_id and s.id = g.session_id and s.deleted_at is null
      where g.organization_id = ${tenant.organization_id} and g.left_at is null
        and (g.session_id, g.wa_id) in (select t.session_id, t.wa_id
          from jsonb_to_recordset(${json}::jsonb) as t (session_id uuid, wa_id text))
      order by g.session_id, g.wa_id for update of g)
    update wa_groups g set deleted_at = null, updated_at = now(),
      imported_at = case when these.is_new then now() else g.imported_at end,
      imported_by = case when these.is_new then ${tenant.user_id ?? null}::uuid else g.imported_by end
    from these where g.organization_id = these.organization_id and g.id = these.id
    returning g.id, these.is_new`.execute(tenant.db)
  return rows
}

export async function imported(
  tenant: Tenant,
  { page = 1, per_page = 20, name = '', sort = 'name' }: ImportedGroupQuery,
): Promise<{ groups: ImportedGroup[]; total: number }> {
  const matching = sql`from wa_groups g where g.organization_id = ${tenant.organization_id} and ${live}
    and strpos(fold(g.name), fold(${name})) > 0`
  const groups = await importedRows(
    tenant,
    sql`g.id in (select g.id ${matching})`,
    sql`order by ${inOrder(sortKeys, sort, sql`g.id`)} limit ${per_page} offset ${(page - 1) * per_page}`,
  )
  return { groups, total: await count(tenant, matching) }
}

export async function importedOf(tenant: Tenant, ids: readonly string[]): Promise<ImportedGroup[]> {
  return await importedRows(tenant, sql`g.id = any (${ids}::uuid[])`)
}

const sortKeys = {
  name: sql`fold(g.name)`,
  participants_count: sql`g.participants_count`,
  contact_count: sql`contact_count`,
  session_name: sql`fold(s.name)`,
  imported_at: sql`g.imported_at`,
  // Groups that can be sent to come first.
  state: sql`array_position(array['', 'may_not_post', 'not_in_group', 'session_removed'], coalesce(${reason}, ''))`,
}

async function importedRows(
  tenant: Tenant,
  which: RawBuilder<unknown>,
  cut: RawBuilder<unknown> = sql`order by fold(g.name), g.id`,
): Promise<ImportedGroup[]> {
  const { rows } = await sql<ImportedGroup>`
    select g.id, g.session_id, s.name as session_name, s.driver as session_driver, g.wa_id, g.name, g.participants_count,
      (select count(*) from wa_group_members m cross join ${contact(tenant)}
        where m.organization_id = ${tenant.organization_id} and m.group_id = g.id) as contact_count,
      ${reason} is null as can_post, ${reason} as reason, g.imported_at, l.refreshed_at
    from wa_groups g
    join wa_sessions s on s.organization_id = g.organization_id and s.id = g.session_id
    left join wa_group_lists l on l.organization_id = g.organization_id and l.session_id = g.session_id
    where g.organization_id = ${tenant.organization_id} and ${live} and ${which} ${cut}`.execute(tenant.db)
  return rows
}

export async function members(
  tenant: Tenant,
  id: string,
  { page = 1, per_page = 20 }: PageQuery,
): Promise<{ data: Omit<GroupMember, 'phone_text'>[]; total: number }> {
  const matching = sql`from wa_group_members m where m.organization_id = ${tenant.organization_id} and m.group_id = ${id}`
  const { rows } = await sql<Omit<GroupMember, 'phone_text'>>`
    select m.address, case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end as contact,
      coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name) order by i.name)
        from investor_contacts x join investors i
          on i.organization_id = x.organization_id and i.id = x.investor_id and i.deleted_at is null
        where x.organization_id = m.organization_id and x.contact_id = c.id), '[]') as investors
    from wa_group_members m left join ${contact(tenant)} on true
    where m.organization_id = ${tenant.organization_id} and m.group_id = ${id}
    order by c.id is null, c.name collate "und-x-icu", m.phone_key is null, m.address
    limit ${per_page} offset ${(page - 1) * per_page}`.execute(tenant.db)
  return { data: rows, total: await count(tenant, matching) }
}

type Missing = Omit<MissingInvestor, 'contacts'> & { contacts: { id: string; name: string; phone: string | null }[] }

export async function missingInvestors(
  tenant: Tenant,
  id: string,
  { page = 1, per_page = 20 }: PageQuery,
): Promise<{ data: Missing[]; total: number }> {
  // Members first: searching the members for each investor was too slow with thousands of investors.
  const missing = sql`from investors i where i.organization_id = ${tenant.organization_id}
    and i.deleted_at is null and i.archived_at is null and not i.do_not_contact
    and i.id not in (select x.investor_id from wa_group_members m cross join ${contact(tenant)}
      join investor_contacts x on x.organization_id = m.organization_id and x.contact_id = c.id
      where m.organization_id = ${tenant.organization_id} and m.group_id = ${id})`
  const { rows } = await sql<Missing>`
    select i.id, i.code, i.name,
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'phone', c.phone)
          order by x.is_primary desc, c.name)
        from investor_contacts x join contacts c
          on c.organization_id = x.organization_id and c.id = x.contact_id and c.deleted_at is null
        where x.organization_id = i.organization_id and x.investor_id = i.id), '[]') as contacts
    ${missing}
    order by i.name collate "und-x-icu", i.id limit ${per_page} offset ${(page - 1) * per_page}`.execute(tenant.db)
  return { data: rows, total: await count(tenant, missing) }
}

export async function remove(tenant: Tenant, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update wa_groups g set deleted_at = now(), updated_at = now()
    where g.organization_id = ${tenant.organization_id} and g.id = ${id} and ${live}`.execute(tenant.db)
  return numAffectedRows === 1n
}

/** Does nothing if the group is not deleted. */
export async function restore(tenant: Tenant, id: string): Promise<void> {
  await sql`
    update wa_groups set deleted_at = null, updated_at = now()
    where organization_id = ${tenant.organization_id} and id = ${id} and deleted_at is not null`.execute(tenant.db)
}

async function count(tenant: Tenant, matching: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(tenant.db)
  return rows[0]!.total
}
