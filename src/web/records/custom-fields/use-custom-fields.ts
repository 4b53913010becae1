// The custom fields of a kind of record.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type CustomField, type CustomRecord, customFields } from '../../../contract/custom-fields.ts'
import { query } from '../../api.ts'
import { useMay } from '../../platform/lib/permissions.ts'

const none: readonly CustomField[] = []

/** The fields in order, including inactive ones; empty while they load. A user who sees no amounts gets no fields of them. */
export function useCustomFields(record: CustomRecord): readonly CustomField[] {
  const { data } = useQuery({ ...query(customFields.list, { query: {} }), staleTime: 60_000 })
  const seesAmounts = useMay('see_amounts')
  return useMemo(
    () => data?.data.filter((field) => field.record === record && (seesAmounts || field.type !== 'money')) ?? none,
    [data, record, seesAmounts],
  )
}
