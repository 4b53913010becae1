// Custom fields as template variables, and the readable form of a text.
import { useQuery } from '@tanstack/react-query'
import { customFields } from '../../../contract/custom-fields.ts'
import { query } from '../../api.ts'
import { type CustomVariable, customVariablesOf } from './variable-text.ts'

export { readableText } from './readable-text.ts'

const none: readonly CustomVariable[] = []

/** The custom fields as variables, including inactive ones; none while they load. */
export function useCustomVariables(): readonly CustomVariable[] {
  const { data } = useQuery({
    ...query(customFields.list, { query: {} }),
    staleTime: 60_000,
    select: ({ data: fields }) => customVariablesOf(fields),
  })
  return data ?? none
}
