// Adds tags to every record of an import.
import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type Import, imports } from '../../../contract/imports.ts'
import { call, invalidate } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { TagPicker } from '../tags/tag-picker.tsx'

export default function TagAddDialog({ made, onClose }: { made: Import; onClose: () => void }) {
  useFocusRestore()
  const client = useQueryClient()
  const form = useSaveForm({
    schema: imports.tag.body,
    initialValues: { tag_ids: [] as string[] },
    save: async (body) => {
      const { records, left_out } = await call(imports.tag, { params: { id: made.id }, body })
      void invalidate(client, '/v1/contacts', '/v1/investors', '/v1/investments', '/v1/tags')
      notify({
        title: t.plural(records, 'One record tagged', '{count} records tagged', { count: number(records) }),
        text:
          left_out > 0 &&
          t.plural(
            left_out,
            'One has too many tags already and was left out.',
            '{count} have too many tags already and were left out.',
            { count: number(left_out) },
          ),
      })
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('Tag these')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Form form={form} submitLabel={t('Add tags')} onCancel={onClose}>
        <TagPicker
          {...form.field('tag_ids', t('Tags'))}
          description={t('Every record of the file gets them, in addition to its own.')}
        />
      </Form>
    </Modal>
  )
}
