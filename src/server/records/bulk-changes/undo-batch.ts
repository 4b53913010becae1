// Undoes a bulk change for a batch of records, where the record is still as the bulk change left it.
import { message } from '../../../contract/messages/message.ts'
import { takePicked } from '../../messaging/broadcast-groups/service.ts'
import type { Tenant } from '../../platform/db/index.ts'
import type { FieldValues, Refusals } from '../../platform/db/records.ts'
import { addMany, takeMany } from '../tags/service.ts'
import { bulkRecords } from './bulk-records.ts'
import { inParts, isSame, valuesOf, without } from './change-batch.ts'
import type { BulkWork, Outcome } from './queries.ts'

type ChangedRow = { id: string; before: FieldValues }

export async function undoBatch(tenant: Tenant, work: BulkWork, rows: readonly ChangedRow[]): Promise<Outcome[]> {
  return await inParts(tenant, rows, async (some) => {
    const refused = await undo(tenant, work, some)
    return some.map(({ id }) => ({ id, refusal: refused.get(id) ?? null }))
  })
}

/** Returns the records that stay as they are, and why. */
async function undo(tenant: Tenant, { kind, change }: BulkWork, rows: readonly ChangedRow[]): Promise<Refusals> {
  const { many, tagged } = bulkRecords[kind]
  const ids = rows.map(({ id }) => id)
  const values = valuesOf(change)
  const next = values ? rows.map(({ before }) => before) : []
  const locked = new Map((await many.lock(tenant, ids, next)).map((record) => [record.id, record]))
  // A record that someone else restored in the meantime needs no restoring.
  if (change.action === 'delete') {
    const gone = ids.filter((id) => !locked.has(id)).map((id) => [id, message('record.deleted')] as const)
    const deleted = ids.filter((id) => locked.get(id)?.is_deleted)
    return new Map([...gone, ...(await many.restore(tenant, deleted))])
  }
  if (values) {
    const isKept = ({ id, before }: ChangedRow) => {
      const record = locked.get(id)
      const given = many.valuesFor?.(before, values) ?? values
      return record && !record.is_deleted && isSame(record.values, without(given, ['consent_at']))
    }
    const kept = rows.filter(isKept)
    const failed = await many.write(
      tenant,
      kept.map(({ id, before }) => ({ id, before: locked.get(id)!.values, values: before })),
    )
    for (const row of rows) if (!isKept(row)) failed.set(row.id, message('bulk.changed_since'))
    return failed
  }
  const pairs = rows.flatMap(({ id, before }) =>
    ((before.tag_ids ?? []) as string[]).map((tag_id) => ({ record_id: id, tag_id })),
  )
  if (change.action === 'add_tags') await takeMany(tenant, tagged, pairs)
  if (change.action === 'remove_tags') await addMany(tenant, tagged, pairs)
  if (change.action === 'add_to_group')
    await takePicked(
      tenant,
      change.broadcast_group_id,
      rows.flatMap(({ before }) => (before.contact_ids ?? []) as string[]),
    )
  return new Map()
}
