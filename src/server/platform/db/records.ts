// Writes of a record: what every table of records with a version and soft delete has in common.
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Tenant } from './index.ts'
import type { DB } from './types.ts'

/** A table with optimistic locking and soft delete. */
type RecordTable = {
  [T in keyof DB]: DB[T] extends { version: unknown; updated_at: unknown; deleted_at: unknown } ? T : never
}[keyof DB]
/** Stands for each of them: a query cannot be typed for a union of tables. */
type AnyTable = 'offerings'
type Change<Row> = { [C in keyof Updateable<Row>]: Updateable<Row>[C] | RawBuilder<unknown> }

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
export async function setDeleted(
  { db, organization_id }: Tenant,
  table: RecordTable,
  id: string,
  isDeleted: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table as AnyTable)
    .set({ deleted_at: isDeleted ? sql`now()` : null, updated_at: sql`now()`, version: sql`version + 1` })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('deleted_at', isDeleted ? 'is' : 'is not', null)
    .$if(purgeable.has(table), (update) => update.where('purged_at', 'is', null))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
