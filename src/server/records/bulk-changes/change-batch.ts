// Changes a batch of records. Returns for each record what the change replaced, or why it was refused.
import { type Message, message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import { addPicked } from '../../messaging/broadcast-groups/service.ts'
import type { Tenant } from '../../platform/db/index.ts'
import type { FieldValues, Refusals } from '../../platform/db/records.ts'
import { attempt } from '../../platform/db/savepoint.ts'
import { maxTags, tagMany, takeFromMany } from '../tags/service.ts'
import { bulkRecords } from './bulk-records.ts'
import type { BulkWork, Outcome } from './queries.ts'
import * as queries from './queries.ts'

export async function changeBatch(tenant: Tenant, work: BulkWork, rows: readonly { id: string }[]): Promise<Outcome[]> {
  return await inParts(tenant, rows, (some) =>
    change(
      tenant,
      work,
      some.map(({ id }) => id),
    ),
  )
}

/** Works on all rows at once. If the database rejects that, works on each half separately, until only the rejected record is refused. */
export async function inParts<Row extends { id: string }>(
  tenant: Tenant,
  rows: readonly Row[],
  work: (rows: readonly Row[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const [first] = rows
  if (!first) return []
  try {
    return await attempt(tenant, () => work(rows))
  } catch (error) {
    const isRejection = error instanceof AppError || /^2[23]/.test(String((error as { code?: unknown }).code))
    if (!isRejection) throw error
    if (rows.length === 1) return [{ id: first.id, refusal: reasonOf(error as Error) }]
    const half = Math.ceil(rows.length / 2)
    return [...(await inParts(tenant, rows.slice(0, half), work)), ...(await inParts(tenant, rows.slice(half), work))]
  }
}

const reasonOf = (error: Error): Message => (error instanceof AppError ? error.said : message('bulk.failed'))

async function change(tenant: Tenant, { kind, change }: BulkWork, ids: readonly string[]): Promise<Outcome[]> {
  const { many, tagged } = bulkRecords[kind]
  const values = valuesOf(change)
  const locked = await many.lock(tenant, ids, values ? [values] : [])
  const live = locked.filter(({ is_deleted }) => !is_deleted)
  const liveIds = live.map(({ id }) => id)
  const there = new Set(liveIds)
  const gone = ids.filter((id) => !there.has(id)).map((id) => ({ id, refusal: message('record.deleted') }))
  return [...gone, ...(await ofLive())]

  async function ofLive(): Promise<Outcome[]> {
    if (values) {
      const differing = live
        .map(({ id, values: before }) => ({ id, before, values: many.valuesFor?.(before, values) ?? values }))
        .filter((record) => !isSame(record.before, record.values))
      const refused = await many.write(tenant, differing)
      const before = new Map(differing.map((record) => [record.id, pick(record.before, Object.keys(values))]))
      return outcomes(liveIds, refused, (id) => before.get(id) ?? null)
    }
    if (change.action === 'delete') return outcomes(liveIds, await many.remove(tenant, liveIds), () => ({}))
    if (change.action === 'add_tags') {
      const { added, left_out } = await tagMany(tenant, tagged, liveIds, change.tag_ids)
      const full = new Map(left_out.map((id) => [id, message('bulk.too_many_tags', { max: maxTags })]))
      return outcomes(liveIds, full, tagsOf(added))
    }
    if (change.action === 'remove_tags')
      return outcomes(liveIds, new Map(), tagsOf(await takeFromMany(tenant, tagged, liveIds, change.tag_ids)))
    if (change.action === 'add_to_group') return await addToGroup(change.broadcast_group_id)
    throw new Error('unknown bulk change')
  }

  async function addToGroup(group: string): Promise<Outcome[]> {
    const people = await queries.contactsOf(tenant, kind, liveIds)
    const answer = await addPicked(
      tenant,
      group,
      people.map(({ contact_id }) => contact_id),
    )
    if ('code' in answer) return liveIds.map((id) => ({ id, refusal: answer }))
    const contacts = grouped(people, ({ id }) => id)
    const refused: Refusals = new Map()
    for (const id of liveIds) {
      const own = contacts.get(id) ?? []
      if (own.length === 0) refused.set(id, message('bulk.no_contacts'))
      else if (own.every(({ contact_id }) => answer.excluded.has(contact_id))) refused.set(id, message('bulk.excluded'))
    }
    return outcomes(liveIds, refused, (id) => {
      const added = (contacts.get(id) ?? [])
        .map(({ contact_id }) => contact_id)
        .filter((each) => answer.added.delete(each))
      return added.length > 0 ? { contact_ids: added } : null
    })
  }
}

const outcomes = (ids: readonly string[], refused: Refusals, before: (id: string) => FieldValues | null): Outcome[] =>
  ids.map((id) => (refused.has(id) ? { id, refusal: refused.get(id)! } : { id, before: before(id) }))

/** The tags that a record got or lost; null if the change made no difference to it. */
function tagsOf(pairs: readonly { record_id: string; tag_id: string }[]) {
  const byRecord = grouped(pairs, ({ record_id }) => record_id)
  return (id: string) => {
    const own = byRecord.get(id)
    return own ? { tag_ids: own.map(({ tag_id }) => tag_id) } : null
  }
}

/** The values that the change writes to records, also by archiving them; undefined for all other actions. */
export function valuesOf(change: BulkWork['change']): FieldValues | undefined {
  if (change.action === 'set') return change.values as FieldValues
  if (change.action === 'archive' || change.action === 'unarchive') return { is_archived: change.action === 'archive' }
  return undefined
}

/** True if the record has these values. */
export const isSame = (current: FieldValues, values: FieldValues): boolean =>
  Object.entries(values).every(
    // Compared as JSON, because values of custom fields may be lists, or amounts with a currency.
    ([field, value]) => JSON.stringify(current[field] ?? null) === JSON.stringify(value ?? null),
  )

export const without = (values: FieldValues, fields: readonly string[]): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !fields.includes(field)))

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

const pick = (values: FieldValues, fields: readonly string[]): FieldValues =>
  Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))
