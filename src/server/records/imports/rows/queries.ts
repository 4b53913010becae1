// All SQL of import rows: as read, planned and finished.
import { sql } from 'kysely'
import type { Import, ImportRow, ImportRowQuery } from '../../../../contract/imports.ts'
import type { Message } from '../../../../contract/messages/message.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import type { AnsweredRow, PendingRow, PlannedRow, RowOutcome, UndoStep } from '../importer.ts'
import { count, keepCounts, remarked } from '../queries.ts'

/** Limited by the size of an index entry; longer keys are compared by their beginning. */
export const keyLength = 300

/** Overwrites existing rows when the preview is rebuilt. Returns their size in bytes. */
export async function upsertRows(tenant: Tenant, id: string, rows: PlannedRow[]): Promise<number> {
  const json = JSON.stringify(rows)
  await sql`
    insert into import_rows (organization_id, import_id, line, cells, notes, action, reasons, remarks, data, key, record_id, duplicate_kind, duplicate_choice, transaction_id)
    select ${tenant.organization_id}, ${id}, n.line, n.cells, n.notes, n.action, n.reasons, coalesce(n.remarks, '[]'), n.data, left(n.key, ${keyLength}), n.record_id, n.duplicate_kind, n.duplicate_choice, n.transaction_id
    from json_to_recordset(${json}) as n (line integer, cells jsonb, notes jsonb, action text, reasons jsonb, remarks jsonb, data jsonb, key text, record_id uuid,
      duplicate_kind text, duplicate_choice text, transaction_id uuid)
    on conflict (organization_id, import_id, line) do update set cells = excluded.cells, notes = excluded.notes, action = excluded.action,
      reasons = excluded.reasons, remarks = excluded.remarks, data = excluded.data, key = excluded.key, record_id = excluded.record_id,
      duplicate_kind = excluded.duplicate_kind, duplicate_choice = excluded.duplicate_choice, transaction_id = excluded.transaction_id`.execute(
    tenant.db,
  )
  return Buffer.byteLength(json)
}

/** The cells of all rows, in batches. */
export async function* cellsOf(tenant: Tenant, id: string, limit = 500): AsyncGenerator<AnsweredRow[]> {
  for (let line = -1; ; ) {
    const { rows } = await sql<AnsweredRow>`
      select line, cells, notes, duplicate_choice from import_rows
      where organization_id = ${tenant.organization_id} and import_id = ${id} and line > ${line}
      order by line limit ${limit}`.execute(tenant.db)
    if (rows.length === 0) return
    yield rows
    line = rows.at(-1)!.line
  }
}

/** The row at `line` and the rows with the same keys, in order and in batches: a file may have 100,000 alike. */
export async function* cellsLike(tenant: Tenant, id: string, keys: string[], line: number, limit = 500) {
  for (let after = -1; ; ) {
    const { rows } = await sql<AnsweredRow>`
      select line, cells, notes, duplicate_choice from import_rows
      where organization_id = ${tenant.organization_id} and import_id = ${id} and line > ${after}
        and (line = ${line} or key = any (${keys}::text[]))
      order by line limit ${limit}`.execute(tenant.db)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.line
  }
}

/** The keys of a row and the notes on its cells. */
export async function aboutRow(tenant: Tenant, id: string, line: number) {
  const { rows } = await sql<Pick<AnsweredRow, 'notes'> & { key: string | null }>`
    select key, notes from import_rows
    where organization_id = ${tenant.organization_id} and import_id = ${id} and line = ${line}`.execute(tenant.db)
  return rows[0]
}

/** A row as stored. `read` is computed from its cells on request. */
export type StoredRow = Omit<ImportRow, 'read'>

const shown = sql`line, action, reasons || remarks as reasons, cells, record_id, revert_failure, duplicate_kind, duplicate_choice`

export async function getRow(tenant: Tenant, id: string, line: number) {
  const { rows } = await sql<StoredRow>`
    select ${shown} from import_rows
    where organization_id = ${tenant.organization_id} and import_id = ${id} and line = ${line}`.execute(tenant.db)
  return rows[0]
}

export async function listRows(
  tenant: Tenant,
  made: Import,
  query: ImportRowQuery,
): Promise<{ data: StoredRow[]; total: number }> {
  const { id } = made
  const limit = query.per_page ?? 20
  const offset = ((query.page ?? 1) - 1) * limit
  const where = sql`organization_id = ${tenant.organization_id} and import_id = ${id}
    and (${query.action ?? null}::text is null or action = ${query.action ?? null})
    and (${query.not_reverted ?? null}::text is null or revert_failure is not null)
    and (${query.duplicate_kind ?? null}::text is null or duplicate_kind = ${query.duplicate_kind ?? null})
    ${query.remark ? sql`and ${remarked[query.remark]}` : sql``}
    and (${query.q ?? ''} = '' or position(fold(${query.q ?? ''}) in fold(cells::text || data::text)) > 0)`
  const total = knownTotal(made, query) ?? (await counted())
  async function counted() {
    const { rows } = await sql<{ total: number }>`select count(*) as total from import_rows where ${where}`.execute(
      tenant.db,
    )
    return rows[0]!.total
  }
  const { rows } = await sql<StoredRow>`
    select ${shown} from import_rows where ${where}
    order by line ${query.sort === '-line' ? sql`desc` : sql`asc`} limit ${limit} offset ${offset}`.execute(tenant.db)
  return { data: rows, total }
}

/** The total, if the import stores a count for this filter. */
function knownTotal(
  { rows_removed, counts, total }: Import,
  { q, not_reverted, duplicate_kind, action, remark }: ImportRowQuery,
): number | undefined {
  if (rows_removed) return 0
  if (q || not_reverted || duplicate_kind || remark) return undefined
  return action ? counts[action] : total
}

/** Rows in error, in batches. */
export async function* errorRows(tenant: Tenant, id: string): AsyncGenerator<StoredRow[]> {
  for (let line = -1; ; ) {
    const { rows } = await sql<StoredRow>`
      select ${shown} from import_rows
      where organization_id = ${tenant.organization_id} and import_id = ${id} and line > ${line} and action = 'error'
      order by line limit 1000`.execute(tenant.db)
    if (rows.length === 0) return
    yield rows
    line = rows.at(-1)!.line
  }
}

/** Rows after `line`, so that a batch does not scan all finished rows. */
export async function pendingRows(tenant: Tenant, id: string, line: number, limit: number): Promise<PendingRow[]> {
  const { rows } = await sql<PendingRow>`
    select line, action, reasons, data, record_id, duplicate_choice from import_rows
    where organization_id = ${tenant.organization_id} and import_id = ${id} and line > ${line} and done_at is null
    order by line limit ${limit}`.execute(tenant.db)
  return rows
}

/** Stores the final outcome of rows that were planned as `before`. */
export async function markDone(tenant: Tenant, id: string, before: PendingRow[], rows: RowOutcome[]): Promise<void> {
  await sql`
    update import_rows r set action = n.action, reasons = n.reasons, record_id = n.record_id, undo = n.undo,
      transaction_id = coalesce(n.transaction_id, r.transaction_id), done_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(rows)}) as n (line integer, action text, reasons jsonb, record_id uuid, undo jsonb, transaction_id uuid)
    where r.organization_id = ${tenant.organization_id} and r.import_id = ${id} and r.line = n.line and r.done_at is null`.execute(
    tenant.db,
  )
  const planned = new Map(before.map(({ line, action }) => [line, action]))
  const more = { done: rows.length, create: 0, update: 0, skip: 0, error: 0 }
  for (const { line, action } of rows) {
    more[planned.get(line)!] -= 1
    more[action] += 1
  }
  await count(tenant, id, more)
}

/** The investments, and their transactions, that finished rows are matched with, or that rows to be skipped were matched with. */
export async function claimedBefore(tenant: Tenant, id: string, investment_ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ record_id: string; transaction_id: string | null }>`
    select record_id, transaction_id from import_rows
    where organization_id = ${tenant.organization_id} and import_id = ${id} and record_id = any (${investment_ids}::uuid[])
      and (done_at is not null and action <> 'error' or action = 'skip')`.execute(tenant.db)
  return new Set(rows.flatMap(({ record_id, transaction_id }) => [record_id, transaction_id ?? record_id]))
}

/** The records among these that finished rows have created. Looked up one by one, as a plan would read all rows of the import. */
export async function madeBefore(tenant: Tenant, id: string, records: string[]): Promise<Set<string>> {
  if (records.length === 0) return new Set()
  const { rows } = await sql<{ record_id: string }>`
    select r.record_id from unnest(${records}::uuid[]) k (id) cross join lateral (
      select record_id from import_rows
      where organization_id = ${tenant.organization_id} and import_id = ${id} and record_id = k.id
        and action = 'create' and done_at is not null offset 0) r`.execute(tenant.db)
  return new Set(rows.map(({ record_id }) => record_id))
}

export interface UndoRow {
  line: number
  undo: UndoStep
}

/** In reverse order: a record that was added later is removed before the record it was added to. */
export async function undoRows(tenant: Tenant, id: string, limit: number): Promise<UndoRow[]> {
  const { rows } = await sql<UndoRow>`
    select line, undo from import_rows
    where organization_id = ${tenant.organization_id} and import_id = ${id} and undo is not null and reverted_at is null
    order by line desc limit ${limit}`.execute(tenant.db)
  return rows
}

export async function markReverted(
  tenant: Tenant,
  id: string,
  rows: { line: number; revert_failure: Message | null }[],
) {
  await sql`
    update import_rows r set reverted_at = clock_timestamp(), revert_failure = n.revert_failure
    from json_to_recordset(${JSON.stringify(rows)}) as n (line integer, revert_failure jsonb)
    where r.organization_id = ${tenant.organization_id} and r.import_id = ${id} and r.line = n.line`.execute(tenant.db)
  const not_reverted = rows.filter((row) => row.revert_failure !== null).length
  await count(tenant, id, { not_reverted, reverted: rows.length - not_reverted })
}

/** Deletes the rows of a file with their personal data; the counts stay. */
export async function removeRows(tenant: Tenant, id: string): Promise<void> {
  await keepCounts(tenant, id)
  await sql`delete from import_rows where organization_id = ${tenant.organization_id} and import_id = ${id}`.execute(
    tenant.db,
  )
}
