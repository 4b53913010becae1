// Writes of a record: what every table of records with a version and soft delete has in common.
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import { type Message, message } from '../../../contract/messages/message.ts'
import type { AppError } from '../../errors.ts'
import type { Tenant } from './index.ts'
import type { DB } from './types.ts'

/** A table with optimistic locking and soft delete. */
type RecordTable = {
  [T in keyof DB]: DB[T] extends { version: unknown; updated_at: unknown; deleted_at: unknown } ? T : never
}[keyof DB]
/** Stands for each of them: a query cannot be typed for a union of tables. */
type AnyTable = 'offerings'
type Change<Row> = { [C in keyof Updateable<Row>]: Updateable<Row>[C] | RawBuilder<unknown> }

/** Waits for a write. If its unique index rejects it, throws `taken`: that is also right when two users save at once. */
export async function unlessTaken<T>(write: Promise<T>, index: string, taken: () => AppError): Promise<T> {
  try {
    return await write
  } catch (error) {
    throw (error as { constraint?: string }).constraint === index ? taken() : error
  }
}

/** Returns undefined if a unique value is taken, such as the name. */
export async function insertRecord<T extends RecordTable>(
  { db, organization_id, user_id }: Tenant,
  table: T,
  values: Omit<Insertable<DB[T]>, 'organization_id' | 'created_by'>,
): Promise<string | undefined> {
  const row = { ...values, organization_id, created_by: user_id ?? null }
  const inserted = await db
    .insertInto(table as AnyTable)
    .values(row as never)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** Returns false if the record is deleted, or its version is another one. Without `version` it must be locked. */
export async function updateRecord<T extends RecordTable>(
  { db, organization_id }: Tenant,
  table: T,
  { id, version }: { id: string; version?: number },
  change: Change<DB[T]>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table as AnyTable)
    .set({ ...change, updated_at: sql`now()`, version: sql`version + 1` })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(version !== undefined, (update) => update.where('version', '=', version!))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Tables with rows that were deleted for good, but stay because something that happened refers to them. */
const purgeable: ReadonlySet<RecordTable> = new Set(['investors', 'offerings'] as const)

/** Deletes or restores. Returns false if nothing was to change. */
export const setDeleted = async (
  tenant: Tenant,
  table: RecordTable,
  id: string,
  isDeleted: boolean,
): Promise<boolean> => (await markDeleted(tenant, table, [id], isDeleted)).length === 1

/** Returns the ids of the records that it changed. Merged and purged records cannot be restored. */
async function markDeleted(
  { db, organization_id }: Tenant,
  table: RecordTable,
  ids: readonly string[],
  isDeleted: boolean,
): Promise<string[]> {
  const isMerged = sql`exists (select from merged_records m where m.organization_id = x.organization_id and m.record_id = x.id)`
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(table)} x
    set deleted_at = ${isDeleted ? sql`now()` : sql`null`}, updated_at = now(), version = x.version + 1
    where x.organization_id = ${organization_id} and x.id = any (${ids}::uuid[])
      and ${isDeleted ? sql`x.deleted_at is null` : sql`x.deleted_at is not null and not ${isMerged}`}
      ${purgeable.has(table) ? sql`and x.purged_at is null` : sql``}
    returning x.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Values of some fields of a record, by their names in the API. */
export type FieldValues = Readonly<Record<string, unknown>>

/** Records that a step of a bulk change leaves as they are: why, by their ids. */
export type Refusals = Map<string, Message>

/** Changes many records of one kind at once, by the rules for one record. A bulk change calls these functions for each batch. */
export interface ManyRecords {
  /** Adds the values that follow from the given ones. Throws if the values are wrong for every record. */
  complete(tenant: Tenant, values: FieldValues): Promise<FieldValues>
  /** The values that the change gives to a record with these ones, if they differ from record to record. */
  valuesFor?(before: FieldValues, values: FieldValues): FieldValues
  /** Locks the records in the order of their ids. Before that, locks what they refer to now or will by the `next` values. */
  lock(tenant: Tenant, ids: readonly string[], next: readonly FieldValues[]): Promise<LockedRecord[]>
  /** Writes to locked records. Each record gets values for the same fields. */
  write(tenant: Tenant, records: readonly RecordChange[]): Promise<Refusals>
  /** Moves locked records to the trash. */
  remove(tenant: Tenant, ids: readonly string[]): Promise<Refusals>
  restore(tenant: Tenant, ids: readonly string[]): Promise<Refusals>
}

export interface LockedRecord {
  id: string
  is_deleted: boolean
  values: FieldValues
}

export interface RecordChange {
  id: string
  before: FieldValues
  values: FieldValues
}

/** Writes the same columns of many locked records, each with its own values. `more`: further assignments, each with a comma after it. */
export async function updateRecords(
  { db, organization_id }: Tenant,
  table: RecordTable,
  records: readonly (FieldValues & { id: string })[],
  more: RawBuilder<unknown> = sql``,
): Promise<void> {
  const [first] = records
  if (!first) return
  const fields = Object.keys(first).filter((field) => field !== 'id')
  const assigned = fields.map((field) => sql`${sql.ref(field)} = n.${sql.ref(field)}, `)
  await sql`
    update ${sql.table(table)} x set ${sql.join(assigned, sql``)} ${more} updated_at = now(), version = x.version + 1
    from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(records)}) n
    where x.organization_id = ${organization_id} and x.id = n.id and x.deleted_at is null`.execute(db)
}

/** Deletes or restores many locked records, except the refused ones. Also refuses those that were merged in the meantime. */
export async function setManyDeleted(
  tenant: Tenant,
  table: RecordTable,
  ids: readonly string[],
  isDeleted: boolean,
  refused: Refusals = new Map(),
): Promise<Refusals> {
  const others = ids.filter((id) => !refused.has(id))
  const changed = new Set(await markDeleted(tenant, table, others, isDeleted))
  for (const id of others) if (!changed.has(id)) refused.set(id, message('bulk.changed_since'))
  return refused
}
