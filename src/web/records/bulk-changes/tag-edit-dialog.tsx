// Adds tags to the selected records, or removes them.
import { Modal, SegmentedControl } from '@mantine/core'
import * as z from 'zod/mini'
import { t } from '../../platform/lib/text.ts'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { TagPicker } from '../tags/tag-picker.tsx'
import type { BulkDialogProps } from './bulk-dialog.ts'
import { countText } from './words.ts'

export default function TagEditDialog({ kind, count, make, onClose }: BulkDialogProps) {
  useFocusRestore()
  const form = useSaveForm({
    // The server's rules apply.
    schema: z.looseObject({}),
    initialValues: { action: 'add_tags' as 'add_tags' | 'remove_tags', 'change.tag_ids': [] as string[] },
    save: async ({ action, 'change.tag_ids': tag_ids }) => {
      await make({ action, tag_ids })
      onClose()
    },
  })
  const isRemoval = form.values.action === 'remove_tags'
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Tags of {records}', { records: countText(kind, count) })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Form form={form} submitLabel={isRemoval ? t('Remove tags') : t('Add tags')} onCancel={onClose}>
        <SegmentedControl
          aria-label={t('Add or remove')}
          data={[
            { value: 'add_tags', label: t('Add') },
            { value: 'remove_tags', label: t('Remove') },
          ]}
          value={form.values.action}
          onChange={(action) => form.setValue('action', action as 'add_tags' | 'remove_tags')}
        />
        <TagPicker {...form.field('change.tag_ids', t('Tags'))} />
      </Form>
    </Modal>
  )
}
