// Custom fields in the form of a record: their inputs, labels and wording.
import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import type { CustomRecord } from '../../../contract/custom-fields.ts'
import type { CustomValue } from '../../../contract/custom-values.ts'
import { team } from '../../../contract/team.ts'
import { query } from '../../api.ts'
import { customName } from '../../platform/lib/custom-form.ts'
import { t } from '../../platform/lib/text.ts'
import type { Wording } from '../../platform/lib/wording.ts'
import { FieldGroup } from '../../platform/ui/field-group.tsx'
import { customText } from './labels.ts'
import { useCustomFields } from './use-custom-fields.ts'

const ValueField = lazy(() => import('./value-fields.tsx').then((module) => ({ default: module.ValueField })))

/** Labels and wording of a form with custom fields, which its dialog for conflicts uses. */
export function useCustomLabels(record: CustomRecord, labels: Record<string, string>, wording: Wording) {
  const fields = useCustomFields(record)
  const { data } = useQuery({ ...query(team.get), enabled: fields.some(({ type }) => type === 'person') })
  const all: Record<string, string> = { ...labels }
  for (const { key, name } of fields) all[customName(key)] = name
  const read: Wording = (name, value) => {
    const field = fields.find(({ key }) => customName(key) === name)
    return field ? customText(field, value as CustomValue, data?.members) : wording(name, value)
  }
  return { labels: all, wording: read }
}

/** The input of one custom field. */
export const CustomValuePanel = (props: ComponentProps<typeof ValueField>) => (
  <Suspense>
    <ValueField {...props} />
  </Suspense>
)

interface CustomForm {
  field: (name: `custom.${string}`, label: string) => { name: string; label: string; value: unknown; error: ReactNode }
  setValue: (name: `custom.${string}`, value: CustomValue | null) => void
}

interface CustomFormPanelProps {
  record: CustomRecord
  /** A form whose values include those named `custom.…`. */
  form: CustomForm
  /** Shows the inputs in a group that can be collapsed, like the other fields of the form. */
  grouped?: boolean
}

/** The inputs of the active custom fields; nothing if there are none. */
export function CustomFormPanel({ record, form, grouped }: CustomFormPanelProps) {
  const fields = useCustomFields(record).filter(({ is_active }) => is_active)
  if (fields.length === 0) return null
  const inputs = fields.map((field) => ({ field, input: form.field(customName(field.key), field.name) }))
  const grid = (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
      <Suspense>
        {inputs.map(({ field, input: { value, name, label, error } }) => (
          <ValueField
            key={field.key}
            {...{ field, name, label, error }}
            value={value as CustomValue | null | undefined}
            onChange={(next) => form.setValue(customName(field.key), next)}
          />
        ))}
      </Suspense>
    </SimpleGrid>
  )
  if (!grouped) return grid
  const isSet = (value: unknown) => value !== undefined && value !== null
  return (
    <FieldGroup
      title={t('Custom fields')}
      text={new Intl.ListFormat(undefined, { type: 'unit' }).format(fields.map(({ name }) => name))}
      isOpen={inputs.some(({ input }) => isSet(input.value))}
      isRefused={inputs.some(({ input }) => Boolean(input.error))}
    >
      {grid}
    </FieldGroup>
  )
}
