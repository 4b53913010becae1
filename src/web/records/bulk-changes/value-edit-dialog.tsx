// Sets one field of the selected records.
import { Modal, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { BulkAction } from '../../../contract/bulk-changes.ts'
import { type CustomField as CustomFieldDefinition, customFields } from '../../../contract/custom-fields.ts'
import type { CustomValue } from '../../../contract/custom-values.ts'
import { query } from '../../api.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, type SaveForm, useSaveForm } from '../../platform/ui/form.tsx'
import { CustomValuePanel } from '../custom-fields/custom-panel.tsx'
import type { BulkDialogProps } from './bulk-dialog.ts'
import { customField, customPath, type FieldName, fieldsOf, fieldValues, isEmptied, noValues } from './fields.ts'
import { ValueFields } from './value-fields.tsx'
import { countText } from './words.ts'

export default function ValueEditDialog({ kind, count, make, onClose }: BulkDialogProps) {
  useFocusRestore()
  const seesAmounts = useMay('see_amounts')
  const customs = useQuery({ ...query(customFields.list, { query: {} }), staleTime: 60_000 }).data?.data.filter(
    (field) => field.record === records[kind] && field.is_active && (seesAmounts || field.type !== 'money'),
  )
  const fields = [
    ...fieldsOf(kind),
    ...(customs ?? []).map(({ key, name }) => ({ name: customField(key), label: name })),
  ]
  const form = useSaveForm({
    // The server's rules apply.
    schema: z.looseObject({}),
    initialValues: { field: fields[0]!.name as string, ...noValues },
    save: async (values) => {
      const { field, ...given } = values
      const set = custom
        ? { custom: { [custom.key]: customValue(custom.key) ?? null } }
        : fieldValues(field as FieldName, given)
      await make({ action: 'set', values: set } as BulkAction)
      onClose()
    },
  })
  const custom = customs?.find(({ key }) => customField(key) === form.values.field)
  const customValue = (key: string) =>
    (form.values as Record<string, unknown>)[customPath(key)] as CustomValue | null | undefined
  const isEmpty = custom
    ? (customValue(custom.key) ?? null) === null
    : isEmptied(form.values.field as FieldName, form.values)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Change {records}', { records: countText(kind, count) })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Form form={form} submitLabel={isEmpty ? t('Empty this field') : t('Change')} onCancel={onClose}>
        <NativeSelect
          {...form.field('field', t('Field'))}
          data={fields.map(({ name, label }) => ({ value: name, label }))}
        />
        {custom ? (
          <CustomField form={form as unknown as SaveForm} field={custom} value={customValue(custom.key)} />
        ) : (
          <ValueFields kind={kind} form={form as never} />
        )}
      </Form>
    </Modal>
  )
}

const records = { contacts: 'contact', investors: 'investor', investments: 'investment' } as const

interface CustomFieldProps {
  form: SaveForm
  field: CustomFieldDefinition
  value: CustomValue | null | undefined
}

function CustomField({ form, field, value }: CustomFieldProps) {
  const path = customPath(field.key)
  const { name, label, error } = form.field(path, field.name)
  return (
    <CustomValuePanel
      key={field.key}
      {...{ field, name, label, error, value }}
      onChange={(next) => form.setValue(path, next)}
    />
  )
}
