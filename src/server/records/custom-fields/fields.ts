// The custom fields of an organization, without deleted choices.
import type { CustomField, CustomRecord } from '../../../contract/custom-fields.ts'
import type { Tenant } from '../../platform/db/index.ts'
import * as queries from './queries.ts'

export const shown = <F extends queries.StoredField>({ choices, ...field }: F): Omit<F, 'choices'> & CustomField => ({
  ...field,
  choices: choices.filter(({ is_deleted }) => !is_deleted).map(({ id, name, color }) => ({ id, name, color })),
})

/** The fields of one kind of record, or of all kinds, in order. */
export const fieldsOf = async (tenant: Tenant, record?: CustomRecord): Promise<CustomField[]> =>
  (await queries.list(tenant, record)).map(shown)

/** The fields of all kinds of records, including deleted ones. */
export const allFields = async (tenant: Tenant) => (await queries.listAll(tenant)).map(shown)
