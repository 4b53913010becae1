// Sets one field of the selected records.
import { Modal, NativeSelect } from '@mantine/core'
import * as z from 'zod/mini'
import type { BulkAction } from '../../../contract/bulk-changes.ts'
import { t } from '../../platform/lib/text.ts'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import type { BulkDialogProps } from './bulk-dialog.ts'
import { type FieldName, fieldsOf, fieldValues, isEmptied, noValues } from './fields.ts'
import { ValueFields } from './value-fields.tsx'
import { countText } from './words.ts'

export default function ValueEditDialog({ kind, count, make, onClose }: BulkDialogProps) {
  useFocusRestore()
  const fields = fieldsOf(kind)
  const form = useSaveForm({
    // The server's rules apply.
    schema: z.looseObject({}),
    initialValues: { field: fields[0]!.name as FieldName, ...noValues },
    save: async (values) => {
      await make({ action: 'set', values: fieldValues(values.field, values) } as BulkAction)
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Change {records}', { records: countText(kind, count) })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Form
        form={form}
        submitLabel={isEmptied(form.values.field, form.values) ? t('Empty this field') : t('Change')}
        onCancel={onClose}
      >
        <NativeSelect
          {...form.field('field', t('Field'))}
          data={fields.map(({ name, label }) => ({ value: name, label }))}
        />
        <ValueFields kind={kind} form={form} />
      </Form>
    </Modal>
  )
}
