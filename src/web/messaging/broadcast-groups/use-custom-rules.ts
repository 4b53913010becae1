// Custom fields in the rules of a broadcast group: what the editor offers, and the name and choices of a rule's field.
import { useQuery } from '@tanstack/react-query'
import { type CustomField, customFields } from '../../../contract/custom-fields.ts'
import { type About, aboutOf, customRuleField, type FieldName, isCustomField } from '../../../contract/segments.ts'
import { query } from '../../api.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import type { EditRule } from './draft.ts'
import { fieldText } from './words.ts'

/** The field of a rule as text; with the key if it is a custom field: `contact.custom_choice:tier`. */
type Target = Pick<EditRule, 'field' | 'custom'>
export const targetText = ({ field, custom }: Target) => (custom ? `${field}:${custom}` : field)
export function targetOf(text: string): Target {
  const [field = '', custom] = text.split(':')
  return { field: field as FieldName, ...(custom && { custom }) }
}

export function useCustomRules() {
  const { data } = useQuery({ ...query(customFields.list, { query: {} }), staleTime: 60_000 })
  const fields = data?.data ?? []
  const seesAmounts = useMay('see_amounts')
  const fieldOf = ({ field, custom }: Target): CustomField | undefined =>
    fields.find((each) => each.key === custom && each.record === aboutOf(field))
  return {
    isLoading: !data,
    fieldOf,
    /** The custom fields to offer for a subject. Inactive ones only if the rule already names them. */
    offered: (about: About, rule: Target): { value: string; label: string }[] =>
      fields
        .filter(({ record, is_active, key }) => record === about && (is_active || key === rule.custom))
        .filter(({ type }) => seesAmounts || type !== 'money')
        .map(({ key, name, type }) => ({
          value: targetText({ field: customRuleField(about, type), custom: key }),
          label: name,
        })),
    nameOf: (rule: Target) =>
      isCustomField(rule.field) ? (fieldOf(rule)?.name ?? (data ? t('Deleted field') : '…')) : fieldText(rule.field),
  }
}
