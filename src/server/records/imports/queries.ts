// All SQL of imports: their settings, progress and claims by workers.

import { type RawBuilder, sql } from 'kysely'
import type {
  DateStyle,
  Import,
  ImportField,
  ImportKind,
  ImportOptions,
  ImportQuery,
  ListedImport,
} from '../../../contract/imports.ts'
import type { Message } from '../../../contract/messages/message.ts'
import type { Database, Tenant } from '../../platform/db/index.ts'
import type { RowOutcome } from './importer.ts'

export async function create(
  tenant: Tenant,
  { kind, file_name, sheets, sheet }: Pick<Import, 'kind' | 'file_name' | 'sheets' | 'sheet'>,
): Promise<string> {
  const { id } = await tenant.db
    .insertInto('imports')
    .values({
      organization_id: tenant.organization_id,
      kind,
      file_name,
      sheets,
      sheet,
      status: 'reading',
      created_by: tenant.user_id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Marks the preview as complete. */
export async function markReady(
  tenant: Tenant,
  id: string,
  { columns, options, needed_choices }: Pick<Import, 'columns' | 'options' | 'needed_choices'>,
): Promise<void> {
  await tenant.db
    .updateTable('imports')
    .set({
      status: 'ready',
      columns: JSON.stringify(columns),
      options: JSON.stringify(options),
      needed_choices: JSON.stringify(needed_choices),
    })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .execute()
  await recount(tenant, id)
}

/** Stores the size of its rows after they were rewritten; all other counts follow from the rows. */
export async function setBytes(tenant: Tenant, id: string, bytes: number): Promise<void> {
  await sql`
    update imports set bytes = ${bytes}
    where organization_id = ${tenant.organization_id} and id = ${id}`.execute(tenant.db)
}

/** Adds the growth of one rewritten row. */
export async function addBytes(tenant: Tenant, id: string, more: number): Promise<void> {
  await sql`
    update imports set bytes = greatest(bytes + ${more}, 0)
    where organization_id = ${tenant.organization_id} and id = ${id}`.execute(tenant.db)
}

/** Records that running imports will still create. */
export async function creating(tenant: Tenant): Promise<number> {
  const { rows } = await sql<{ more: number }>`
    select coalesce(sum(greatest((counts ->> 'total')::bigint - (counts ->> 'done')::bigint, 0)), 0)::bigint as more
    from imports where organization_id = ${tenant.organization_id} and status = 'running'`.execute(tenant.db)
  return rows[0]!.more
}

/** Recounts after rows were rewritten. */
export async function recount(tenant: Tenant, id: string): Promise<void> {
  await sql`
    update imports set counts = (${countsOf(tenant, id)})
    where organization_id = ${tenant.organization_id} and id = ${id}`.execute(tenant.db)
}

/** Adds outcomes to the stored counts; imports older than the stored counts are counted on request. */
export async function count(tenant: Tenant, id: string, more: { [what in Counted]?: number }): Promise<void> {
  await sql`
    update imports set counts = counts ||
      (select jsonb_object_agg(m.key, (counts ->> m.key)::integer + m.value::integer) from jsonb_each_text(${JSON.stringify(more)}) m)
    where organization_id = ${tenant.organization_id} and id = ${id} and counts is not null`.execute(tenant.db)
}
type Counted = 'done' | 'reverted' | 'not_reverted' | RowOutcome['action']

/** Changes the status only if it is as expected, so a double click starts one import. Waits for a running batch. */
export async function move(
  tenant: Tenant,
  id: string,
  from: Import['status'][],
  to: 'running' | 'reverting' | 'cancelled',
): Promise<boolean> {
  // Cancelling also ends the claim of the worker.
  const change =
    to === 'cancelled'
      ? { finished_at: sql<string>`clock_timestamp()`, lease_token: null, lease_until: null }
      : { finished_at: null }
  const { numUpdatedRows } = await tenant.db
    .updateTable('imports')
    .set({ status: to, ...change })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Codes that ask the user to check the row before it is saved. */
const warnings = ['row.phone_unusual']
/** Codes that report that something of the row is left out, changed or made up. */
const remarks = [
  'row.cell_shortened',
  'row.email_skipped',
  'row.formula_without_result',
  'row.merged_amount_here',
  'row.merged_value',
  'row.named_for_now',
  'row.not_consent',
  'row.notes_stay',
  'row.number_of_another',
  'row.others_in_notes',
  'row.person_unknown',
  'row.tags_left_out',
]
const says = (codes: readonly string[]) =>
  sql`(action <> 'error' and exists (select from jsonb_array_elements(reasons || remarks) m where m ->> 'code' = any (${codes})))`
/** Conditions that a row of `import_rows` has a warning or a remark. */
export const remarked = { warning: says(warnings), remark: says(remarks) }

const countsOf = (tenant: Tenant, id: string | RawBuilder<unknown>) => sql`
  select jsonb_build_object('total', count(*), 'done', count(done_at), 'create', count(*) filter (where action = 'create'),
    'update', count(*) filter (where action = 'update'), 'skip', count(*) filter (where action = 'skip'),
    'error', count(*) filter (where action = 'error'),
    'warnings', count(*) filter (where ${remarked.warning}), 'remarks', count(*) filter (where ${remarked.remark}),
    'identical', count(*) filter (where duplicate_kind = 'identical'), 'similar', count(*) filter (where duplicate_kind = 'similar'),
    'undecided', count(*) filter (where duplicate_kind = 'identical' and duplicate_choice is null),
    'reverted', count(reverted_at) filter (where undo is not null and revert_failure is null), 'not_reverted', count(revert_failure))
  from import_rows where organization_id = ${tenant.organization_id} and import_id = ${id}`

/** Imports of any organization whose rows are past their retention. */
export async function findExpired(database: Database): Promise<{ organization_id: string; id: string }[]> {
  const { rows } = await sql<{ organization_id: string; id: string }>`
    select organization_id, id from imports
    where finished_at < clock_timestamp() - interval '90 days' and not rows_removed and status in ('done', 'cancelled', 'failed', 'reverted')
    order by finished_at limit ${triedAtOnce}`.execute(database.system)
  return rows
}

/** Previews of any organization that were made a month ago and never started. */
export async function findUnstarted(database: Database): Promise<{ organization_id: string; id: string }[]> {
  const { rows } = await sql<{ organization_id: string; id: string }>`
    select organization_id, id from imports
    where status = 'ready' and created_at < clock_timestamp() - interval '30 days'
    order by created_at limit ${triedAtOnce}`.execute(database.system)
  return rows
}
/** More than are likely to fail repeatedly, so that those behind them are handled, too. */
const triedAtOnce = 50

/** Deletes it with its rows, unless a user starts it concurrently. */
export async function removeUnstarted(tenant: Tenant, id: string): Promise<void> {
  await tenant.db
    .deleteFrom('imports')
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .execute()
}

/** Stores the counts before the rows are deleted. */
export async function keepCounts(tenant: Tenant, id: string): Promise<void> {
  await sql`
    update imports set counts = coalesce(counts, (${countsOf(tenant, id)})), rows_removed = true, bytes = 0
    where organization_id = ${tenant.organization_id} and id = ${id}`.execute(tenant.db)
}

/** Locks it, so that it cannot be started while its preview is rebuilt. */
export async function lockReady(tenant: Tenant, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from imports where organization_id = ${tenant.organization_id} and id = ${id} and status = 'ready'
    for no key update`.execute(tenant.db)
  return rows.length > 0
}

export async function get(tenant: Tenant, id: string): Promise<Import | undefined> {
  const { rows } = await sql<Import>`
    select i.id, i.kind, i.file_name, i.sheets, i.sheet, i.status, i.failure, i.columns, i.created_at, i.finished_at,
      -- Imports from before these choices existed have none.
      '{"duplicate_rows": null, "similar_rows": "create", "tags": []}' || i.options as options,
      case when (c.counts ->> 'undecided')::integer > 0 and i.options ->> 'duplicate_rows' is null
        then i.needed_choices || '["duplicate_rows"]' else i.needed_choices end as needed_choices,
      jsonb_build_object('identical', coalesce((c.counts->>'identical')::integer, 0), 'similar', coalesce((c.counts->>'similar')::integer, 0),
        'undecided', case when i.options ->> 'duplicate_rows' is null then coalesce((c.counts->>'undecided')::integer, 0) else 0 end) as duplicates,
      i.rows_removed, coalesce((c.counts->>'warnings')::integer, 0) as warnings, coalesce((c.counts->>'remarks')::integer, 0) as remarks,
      (c.counts->>'total')::integer as total, (c.counts->>'done')::integer as done,
      coalesce((c.counts->>'reverted')::integer, 0) as reverted, coalesce((c.counts->>'not_reverted')::integer, 0) as not_reverted,
      c.counts - '{total,done,reverted,not_reverted,identical,similar,undecided,warnings,remarks}'::text[] as counts, null as over_quota
    from imports i cross join lateral (select coalesce(i.counts, (${countsOf(tenant, id)})) as counts) c
    where i.organization_id = ${tenant.organization_id} and i.id = ${id}`.execute(tenant.db)
  return rows[0]
}

/** Counts of one import, including one from before counts were stored. */
const withCounts = (tenant: Tenant) =>
  sql`cross join lateral (select coalesce(i.counts, (${countsOf(tenant, sql`i.id`)})) as counts) c`
const counted = sql`(c.counts->>'total')::integer as total, (c.counts->>'done')::integer as done,
  coalesce((c.counts->>'reverted')::integer, 0) as reverted, coalesce((c.counts->>'not_reverted')::integer, 0) as not_reverted,
  c.counts - '{total,done,reverted,not_reverted,identical,similar,undecided,warnings,remarks}'::text[] as counts`

/** Ids are in the order of creation. */
export async function list(
  tenant: Tenant,
  { page = 1, per_page = 20, sort, kind, status }: ImportQuery,
): Promise<{ data: ListedImport[]; total: number }> {
  const where = sql`i.organization_id = ${tenant.organization_id}
    ${kind ? sql`and i.kind = ${kind}` : sql``} ${status ? sql`and i.status = ${status}` : sql``}`
  const { rows } = await sql<{ total: number }>`select count(*) as total from imports i where ${where}`.execute(
    tenant.db,
  )
  const { rows: data } = await sql<ListedImport>`
    select i.id, i.kind, i.file_name, i.status, i.failure, i.rows_removed, i.created_at, i.finished_at, ${counted},
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as created_by
    from imports i ${withCounts(tenant)}
    left join users u on u.organization_id = i.organization_id and u.id = i.created_by
    where ${where} order by i.id ${sort === 'created_at' ? sql`asc` : sql`desc`}
    limit ${per_page} offset ${(page - 1) * per_page}`.execute(tenant.db)
  return { data, total: rows[0]!.total }
}

/** The settings of an import for applying its rows, without counts. */
export async function settingsOf(tenant: Tenant, id: string) {
  const { rows } = await sql<Pick<Import, 'kind' | 'columns' | 'options' | 'file_name'>>`
    select kind, columns, options, file_name from imports
    where organization_id = ${tenant.organization_id} and id = ${id}`.execute(tenant.db)
  return rows[0]!
}

export interface SavedMapping {
  fields: (ImportField | null)[]
  options: Partial<ImportOptions> & { date_style?: DateStyle | null }
}

export async function savedMapping(
  tenant: Tenant,
  kind: ImportKind,
  headers: string,
): Promise<SavedMapping | undefined> {
  const { rows } = await sql<SavedMapping>`
    select fields, options from import_mappings
    where organization_id = ${tenant.organization_id} and kind = ${kind} and headers = ${headers}`.execute(tenant.db)
  return rows[0]
}

export async function saveMapping(
  tenant: Tenant,
  kind: ImportKind,
  headers: string,
  { fields, options }: SavedMapping,
): Promise<void> {
  await sql`
    insert into import_mappings (organization_id, kind, headers, fields, options)
    values (${tenant.organization_id}, ${kind}, ${headers}, ${JSON.stringify(fields)}, ${JSON.stringify(options)})
    on conflict (organization_id, kind, headers) do update
      set fields = excluded.fields, options = excluded.options, updated_at = now()`.execute(tenant.db)
}

export interface ImportClaim {
  organization_id: string
  user_id: string | undefined
  id: string
  token: string
  work: 'running' | 'reverting'
  request_id: string | null
}

const isFree = sql`status in ('running', 'reverting') and (lease_until is null or lease_until < clock_timestamp())`

/**
 * Claims an import that is running or being reverted and has no live worker; one per organization at a time.
 * Organizations that are not in `served` come first, then those that were served longest ago.
 */
export async function claimImport(database: Database, served: string[] = []): Promise<ImportClaim | undefined> {
  const { rows } = await sql<Omit<ImportClaim, 'user_id'> & { user_id: string | null }>`
    update imports set lease_token = gen_random_uuid(), lease_until = clock_timestamp() + interval '30 seconds'
    where (organization_id, id) = (
      select organization_id, id from imports i
      where ${isFree} and not exists (
        select from imports o where o.organization_id = i.organization_id and o.status in ('running', 'reverting')
          and o.lease_until >= clock_timestamp())
      order by array_position(${served}::uuid[], organization_id) nulls first, created_at
      limit 1 for update skip locked)
    returning organization_id, created_by as user_id, id, lease_token as token, status as work, request_id`.execute(
    database.system,
  )
  const turn = rows[0]
  return turn && { ...turn, user_id: turn.user_id ?? undefined }
}

export async function othersWait(database: Database, organization_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from imports where ${isFree} and organization_id <> ${organization_id} limit 1`.execute(database.system)
  return rows.length > 0
}

/** First in each batch's transaction: its lock also prevents a takeover until the batch is committed. */
export async function renewClaim(tenant: Tenant, turn: ImportClaim): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update imports set lease_until = clock_timestamp() + interval '30 seconds'
    where organization_id = ${tenant.organization_id} and id = ${turn.id} and lease_token = ${turn.token}
      and status = ${turn.work}`.execute(tenant.db)
  return numAffectedRows === 1n
}

export async function releaseClaim(
  tenant: Tenant,
  turn: ImportClaim,
  { failure, ...change }: { status: Import['status']; failure?: Message },
): Promise<void> {
  await tenant.db
    .updateTable('imports')
    .set({
      ...change,
      ...(failure && { failure: JSON.stringify(failure) }),
      lease_token: null,
      lease_until: null,
      finished_at: change.status === turn.work ? null : sql<string>`clock_timestamp()`,
    })
    .where('organization_id', '=', tenant.organization_id)
    .where('id', '=', turn.id)
    .where('lease_token', '=', turn.token)
    .execute()
}

export async function baseCurrency(tenant: Tenant): Promise<string> {
  const { rows } = await sql<{ base_currency: string }>`
    select base_currency from organizations where organization_id = ${tenant.organization_id}`.execute(tenant.db)
  return rows[0]!.base_currency
}

/** One import of a kind at a time, so that two imports of one file create nothing twice. */
export async function lockKind(tenant: Tenant, kind: ImportKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`imports ${kind} ${tenant.organization_id}`}, 0))`.execute(
    tenant.db,
  )
}
