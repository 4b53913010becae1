// All SQL of imports: their rows, their progress, and whose turn it is to apply them.
import { sql } from 'kysely'
import type { Import, ImportRow, ImportRowQuery, RowAction } from '../../contract/imports.ts'
import type { NewContact } from '../contacts/service.ts'
import type { Database, Tenant } from '../db/index.ts'

export async function create(tenant: Tenant, fileName: string): Promise<string> {
  const { id } = await tenant.db
    .insertInto('imports')
    .values({
      organization_id: tenant.organization_id,
      file_name: fileName,
      status: 'reading',
      created_by: tenant.user_id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function markReady(tenant: Tenant, id: string, columns: Import['columns']): Promise<void> {
  await tenant.db
    .updateTable('imports')
    .set({ status: 'ready', columns: JSON.stringify(columns) })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .execute()
}

/** Nobody starts an import twice: the second press finds it running. */
export async function start(tenant: Tenant, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tenant.db
    .updateTable('imports')
    .set({ status: 'running' })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const countsOf = (tenant: Tenant, id: string) => sql`
  select jsonb_build_object('total', count(*), 'done', count(done_at), 'create', count(*) filter (where action = 'create'),
    'update', count(*) filter (where action = 'update'), 'skip', count(*) filter (where action = 'skip'),
    'error', count(*) filter (where action = 'error'))
  from import_rows where organization_id = ${tenant.organization_id} and import_id = ${id}`

/** An import whose rows nobody needs any more, of any organization. */
export async function findOld(database: Database): Promise<{ organization_id: string; id: string } | undefined> {
  const { rows } = await sql<{ organization_id: string; id: string }>`
    select organization_id, id from imports
    where finished_at < clock_timestamp() - interval '90 days' and counts is null and status in ('done', 'failed')
    order by finished_at limit 1`.execute(database.system)
  return rows[0]
}

/** The rows of a file, with what people are called and their numbers; what they added up to stays. */
export async function removeRows(tenant: Tenant, id: string): Promise<void> {
  await sql`
    update imports set counts = (${countsOf(tenant, id)})
    where organization_id = ${tenant.organization_id} and id = ${id} and counts is null`.execute(tenant.db)
  await sql`delete from import_rows where organization_id = ${tenant.organization_id} and import_id = ${id}`.execute(
    tenant.db,
  )
}

export async function get(tenant: Tenant, id: string): Promise<Import | undefined> {
  const { rows } = await sql<Import>`
    select i.id, i.file_name, i.status, i.failure, i.columns, i.created_at, i.finished_at, i.counts is not null as rows_removed,
      (c.counts->>'total')::integer as total, (c.counts->>'done')::integer as done, c.counts - 'total' - 'done' as counts
    from imports i cross join lateral (select coalesce(i.counts, (${countsOf(tenant, id)})) as counts) c
    where i.organization_id = ${tenant.organization_id} and i.id = ${id}`.execute(tenant.db)
  return rows[0]
}

export interface PlannedRow {
  line: number
  action: RowAction
  reason: string | null
  contact: Omit<NewContact, 'phone_key'>
  phone_key: string | null
  contact_id: string | null
}

export async function addRows(tenant: Tenant, id: string, rows: PlannedRow[]): Promise<void> {
  await sql`
    insert into import_rows (organization_id, import_id, line, action, reason, contact, phone_key, contact_id)
    select ${tenant.organization_id}, ${id}, n.line, n.action, n.reason, n.contact, n.phone_key, n.contact_id
    from json_to_recordset(${JSON.stringify(rows)}) as n (line integer, action text, reason text, contact jsonb, phone_key text, contact_id uuid)`.execute(
    tenant.db,
  )
}

export async function listRows(
  tenant: Tenant,
  id: string,
  query: ImportRowQuery,
): Promise<{ data: Omit<ImportRow, 'phone_text'>[]; total: number }> {
  const limit = query.per_page ?? 20
  const offset = ((query.page ?? 1) - 1) * limit
  const where = sql`organization_id = ${tenant.organization_id} and import_id = ${id}
    and (${query.action ?? null}::text is null or action = ${query.action ?? null})
    and (${query.q ?? ''} = '' or position(fold(${query.q ?? ''}) in fold(concat_ws(' ', contact ->> 'name', contact ->> 'phone', contact ->> 'email', contact ->> 'company'))) > 0)`
  const counted = await sql<{ total: number }>`select count(*) as total from import_rows where ${where}`.execute(
    tenant.db,
  )
  const { rows } = await sql<Omit<ImportRow, 'phone_text'>>`
    select line, action, reason, contact ->> 'name' as name, contact ->> 'phone' as phone, contact ->> 'email' as email,
      contact ->> 'company' as company, contact_id
    from import_rows where ${where}
    order by line ${query.sort === '-line' ? sql`desc` : sql`asc`} limit ${limit} offset ${offset}`.execute(tenant.db)
  return { data: rows, total: counted.rows[0]!.total }
}

export interface Turn {
  organization_id: string
  user_id: string | undefined
  id: string
  token: string
}

/** An import that is running and that nobody works on, or whose worker is gone. */
export async function takeTurn(database: Database): Promise<Turn | undefined> {
  const { rows } = await sql<{ organization_id: string; user_id: string | null; id: string; token: string }>`
    update imports set lease_token = gen_random_uuid(), lease_until = clock_timestamp() + interval '30 seconds'
    where (organization_id, id) = (
      select organization_id, id from imports
      where status = 'running' and (lease_until is null or lease_until < clock_timestamp())
      order by created_at limit 1 for update skip locked)
    returning organization_id, created_by as user_id, id, lease_token as token`.execute(database.system)
  const turn = rows[0]
  return turn && { ...turn, user_id: turn.user_id ?? undefined }
}

/** First in each batch's transaction: it also keeps others from taking over until the batch is in. */
export async function keepTurn(tenant: Tenant, turn: Turn): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update imports set lease_until = clock_timestamp() + interval '30 seconds'
    where organization_id = ${tenant.organization_id} and id = ${turn.id} and lease_token = ${turn.token} and status = 'running'`.execute(
    tenant.db,
  )
  return numAffectedRows === 1n
}

export async function endTurn(
  tenant: Tenant,
  turn: Turn,
  change: { status: 'running' } | { status: 'done' } | { status: 'failed'; failure: string },
): Promise<void> {
  await tenant.db
    .updateTable('imports')
    .set({
      ...change,
      lease_token: null,
      lease_until: null,
      finished_at: change.status === 'running' ? null : sql<string>`clock_timestamp()`,
    })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', turn.id)
    .where('lease_token', '=', turn.token)
    .execute()
}

/** After `line`, so that a batch does not walk over all that are done. */
export async function openRows(tenant: Tenant, id: string, line: number, limit: number): Promise<PlannedRow[]> {
  const { rows } = await sql<PlannedRow>`
    select line, action, reason, contact, phone_key, contact_id from import_rows
    where organization_id = ${tenant.organization_id} and import_id = ${id} and line > ${line} and done_at is null
    order by line limit ${limit}`.execute(tenant.db)
  return rows
}

/** What became of rows in the end. */
export async function markDone(
  tenant: Tenant,
  id: string,
  rows: Pick<PlannedRow, 'line' | 'action' | 'reason' | 'contact_id'>[],
): Promise<void> {
  await sql`
    update import_rows r set action = n.action, reason = n.reason, contact_id = n.contact_id, done_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(rows)}) as n (line integer, action text, reason text, contact_id uuid)
    where r.organization_id = ${tenant.organization_id} and r.import_id = ${id} and r.line = n.line and r.done_at is null`.execute(
    tenant.db,
  )
}
