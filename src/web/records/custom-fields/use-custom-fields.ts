// The custom fields of a kind of record.
import { useQuery } from '@tanstack/react-query'
import { type CustomField, type CustomRecord, customFields } from '../../../contract/custom-fields.ts'
import { query } from '../../api.ts'

/** The fields in order, including inactive ones; empty while they load. */
export function useCustomFields(record: CustomRecord): readonly CustomField[] {
  const { data } = useQuery({ ...query(customFields.list, { query: {} }), staleTime: 60_000 })
  return data?.data.filter((field) => field.record === record) ?? []
}
