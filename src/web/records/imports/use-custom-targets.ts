// The custom fields that an import can fill, and the labels of all fields.
import { useQuery } from '@tanstack/react-query'
import { type CustomField, customFields } from '../../../contract/custom-fields.ts'
import { customRecordOf, type ImportField, type ImportKind } from '../../../contract/imports.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { isCustom, fieldText as ofBuiltIn } from './words.ts'

interface CustomTargets {
  fields: readonly CustomField[]
  /** In the order in which they are offered. Money has a second target for its currency. */
  targets: readonly ImportField[]
  fieldText: (field: ImportField) => string
}

export function useCustomTargets(kind: ImportKind): CustomTargets {
  const record = customRecordOf[kind]
  const { data } = useQuery({
    ...query(customFields.list, { query: {} }),
    enabled: record !== null,
    staleTime: 60_000,
  })
  const fields = data?.data.filter((field) => field.record === record && field.is_active) ?? []
  const labels = new Map<string, string>(
    fields.flatMap(({ key, name, type }) => [
      [`custom.${key}`, name] as const,
      ...(type === 'money' ? [[`custom.${key}.currency`, t('{field}: currency', { field: name })] as const] : []),
    ]),
  )
  return {
    fields,
    targets: [...labels.keys()] as ImportField[],
    fieldText: (field) => (isCustom(field) ? (labels.get(field) ?? field) : ofBuiltIn(field, kind)),
  }
}
