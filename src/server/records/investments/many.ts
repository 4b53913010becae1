// Investments in bulk changes: the rules of a single change, applied to many at once.
import { message } from '../../../contract/messages/message.ts'
import { fieldError } from '../../errors.ts'
import type { Tenant } from '../../platform/db/index.ts'
import {
  type ManyRecords,
  type RecordChange,
  type Refusals,
  setManyDeleted,
  updateRecords,
} from '../../platform/db/records.ts'
import { manyWithCustom } from '../custom-fields/service.ts'
import * as queries from './many/queries.ts'
import { addStatusChanges, statusSinceNow } from './queries.ts'
import { faultsOf, hasSettled, type Judged } from './rules.ts'

const own: ManyRecords = {
  complete: async (tenant, values) => {
    const path = (field: string) => `change.values.${field}`
    const { status_id, lost_reason } = values
    if (status_id) {
      const status = (await queries.statuses(tenant)).get(String(status_id))
      if (!status) throw fieldError('not_found', path('status_id'), message('status.deleted'))
      if (!status.is_active) throw fieldError('invalid_request', path('status_id'), message('status.inactive'))
      if (status.category === 'lost' && !lost_reason)
        throw fieldError('invalid_request', path('lost_reason'), message('field.required_with_status'))
    }
    const missing = await queries.missing(tenant, values)
    if (missing === 'owner') throw fieldError('not_found', path('owner_user_id'), message('owner.not_member'))
    if (missing === 'stage') throw fieldError('not_found', path('stage_id'), message('stage.deleted'))
    if (missing) throw fieldError('invalid_request', path('stage_id'), message('stage.inactive'))
    return values
  },

  lock: queries.lock,

  write: async (tenant, records) => {
    const refused = await refusedOf(tenant, records)
    const written = records.filter(({ id }) => !refused.has(id))
    const hasStatus = written.some(({ values }) => values.status_id !== undefined)
    await updateRecords(
      tenant,
      'investments',
      written.map(({ id, values }) => ({ ...values, id })),
      hasStatus ? statusSinceNow : undefined,
    )
    await addStatusChanges(
      tenant,
      written.flatMap(({ id, before, values }) =>
        values.status_id === undefined || values.status_id === before.status_id
          ? []
          : [{ id, from: String(before.status_id), to: String(values.status_id) }],
      ),
    )
    return refused
  },

  remove: async (tenant, ids) => {
    const counts = await queries.settledCounts(tenant, ids)
    const refused = new Map(counts.map(({ id, count }) => [id, hasSettled(count)]))
    return await setManyDeleted(tenant, 'investments', ids, true, refused)
  },

  restore: async (tenant, ids) => {
    const found = await queries.unrestorable(tenant, ids)
    const reasonOf = ({ reference, has_investor }: (typeof found)[number]) =>
      has_investor ? message('investment.reference_taken', { reference }) : message('investment.investor_deleted')
    const refused = new Map(found.map((each) => [each.id, reasonOf(each)]))
    return await setManyDeleted(tenant, 'investments', ids, false, refused)
  },
}

export const manyInvestments = manyWithCustom('investment', own)

/**
 * Refuses investments that lack the amount or reason which their new status needs, and those whose new status or stage was deleted
 * since the request: a worker takes a while, and Undo comes later.
 */
async function refusedOf(tenant: Tenant, records: readonly RecordChange[]): Promise<Refusals> {
  const refused: Refusals = new Map()
  if (records.some(({ values }) => values.stage_id)) {
    const stages = await queries.stages(tenant)
    for (const { id, values } of records)
      if (values.stage_id && !stages.has(values.stage_id)) refused.set(id, message('stage.deleted'))
  }
  if (records.every(({ values }) => values.status_id === undefined && values.lost_reason === undefined)) return refused
  const statuses = await queries.statuses(tenant)
  for (const { id, before, values } of records) {
    const next = { ...before, ...values } as unknown as Judged & { status_id: string }
    const status = statuses.get(next.status_id)
    const [fault] = status ? faultsOf(next, status.category) : []
    if (!status) refused.set(id, message('status.deleted'))
    else if (fault) refused.set(id, message(fault.path === 'lost_reason' ? 'bulk.needs_reason' : 'bulk.needs_amount'))
  }
  return refused
}
