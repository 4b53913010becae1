// Investors in bulk changes: the rules of a single change, applied to many at once.
import { message } from '../../../contract/messages/message.ts'
import { type ManyRecords, type RecordChange, setManyDeleted, updateRecords } from '../../platform/db/records.ts'
import { manyWithCustom } from '../custom-fields/service.ts'
import * as queries from './many/queries.ts'
import { hasInvestments, needOwner, needType } from './references.ts'

const own: ManyRecords = {
  complete: async (tenant, values) => {
    const { investor_type_id, owner_user_id, next_follow_up_on } = values
    if (investor_type_id) await needType(tenant, String(investor_type_id), 'change.values.investor_type_id')
    await needOwner(tenant, owner_user_id, 'change.values.owner_user_id')
    // A reason without a follow-up day would be out of date, so it is removed with the day.
    return next_follow_up_on === null ? { ...values, follow_up_note: '' } : values
  },

  lock: queries.lock,

  // The type may have been deleted since the request: a worker takes a while, and Undo comes later.
  write: async (tenant, records) => {
    const types = records.some(({ values }) => values.investor_type_id) ? await queries.types(tenant) : undefined
    const isGone = ({ values }: RecordChange) => types && !types.has(values.investor_type_id)
    const written = records.filter((record) => !isGone(record))
    await updateRecords(
      tenant,
      'investors',
      written.map(({ id, values: { is_archived, ...values } }) => ({
        ...values,
        ...(is_archived !== undefined && { archived_at: is_archived ? 'now' : null }),
        id,
      })),
    )
    return new Map(records.filter(isGone).map(({ id }) => [id, message('investor_type.deleted')]))
  },

  // After the lock: an investment added concurrently is already committed and counted.
  remove: async (tenant, ids) => {
    const counts = await queries.investmentCounts(tenant, ids)
    const refused = new Map(counts.map(({ id, count }) => [id, hasInvestments(count)]))
    return await setManyDeleted(tenant, 'investors', ids, true, refused)
  },

  restore: async (tenant, ids) => {
    const taken = await queries.taken(tenant, ids)
    const refused = new Map(taken.map(({ id, code }) => [id, message('investor.code_taken', { code })]))
    return await setManyDeleted(tenant, 'investors', ids, false, refused)
  },
}

export const manyInvestors = manyWithCustom('investor', own)
