// Contacts in bulk changes: the rules of a single change, applied to many at once.
import { message } from '../../../contract/messages/message.ts'
import { fieldError } from '../../errors.ts'
import { type ManyRecords, setManyDeleted, updateRecords } from '../../platform/db/records.ts'
import { manyWithCustom } from '../custom-fields/service.ts'
import * as queries from './many/queries.ts'

const own: ManyRecords = {
  complete: async (_tenant, values) => {
    if (values.consent !== undefined && !values.consent_how)
      throw fieldError('invalid_request', 'change.values.consent_how', message('field.required'))
    const { consent_how, ...others } = values
    return {
      ...others,
      // PostgreSQL reads `now` as the time of its transaction.
      ...(values.consent !== undefined && { consent_how, consent_evidence: '', consent_at: 'now' }),
      ...(values.time_zone !== undefined && { time_zone: values.time_zone || null }),
    }
  },

  /** A contact who had agreed before keeps the day and the evidence of that. */
  valuesFor: (before, values) => {
    if (values.consent === undefined || before.consent !== 'opted_in') return values
    const { consent_at, consent_how, consent_evidence } = before
    return { ...values, consent_at, consent_how, consent_evidence }
  },

  lock: queries.lock,

  /** A bulk change never lifts an opt-out: a user does so for one contact, after the person has opted in again. */
  write: async (tenant, records) => {
    const out = records.filter(({ before, values }) => values.consent !== undefined && before.consent === 'opted_out')
    const refused = new Map(out.map(({ id }) => [id, message('contact.opted_out')]))
    const written = records.filter(({ id }) => !refused.has(id))
    await updateRecords(
      tenant,
      'contacts',
      written.map(({ id, values }) => ({ ...values, id })),
    )
    return refused
  },

  remove: (tenant, ids) => setManyDeleted(tenant, 'contacts', ids, true),

  restore: async (tenant, ids) => {
    const taken = await queries.taken(tenant, ids)
    const refused = new Map(taken.map(({ id, name }) => [id, message('phone.taken', { name })]))
    return await setManyDeleted(tenant, 'contacts', ids, false, refused)
  },
}

export const manyContacts = manyWithCustom('contact', own)
