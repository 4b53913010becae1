// Creates a broadcast group of an import's contacts.
import { Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type Import, imports } from '../../../contract/imports.ts'
import { call, invalidate } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { groupName } from './words.ts'

interface GroupAddDialogProps {
  made: Import
  onMade: (group: { id: string; name: string }) => void
  onClose: () => void
}

export default function GroupAddDialog({ made, onMade, onClose }: GroupAddDialogProps) {
  useFocusRestore()
  const client = useQueryClient()
  const form = useSaveForm({
    schema: imports.group.body,
    initialValues: { name: groupName(made) },
    save: async (body) => {
      const { contacts: count, ...group } = await call(imports.group, { params: { id: made.id }, body })
      void invalidate(client, '/v1/broadcast-groups')
      notify({
        title: t('Broadcast group “{name}” saved', { name: group.name }),
        text: t.plural(count, 'With one contact.', 'With {count} contacts.', { count: number(count) }),
      })
      onMade(group)
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('Make a broadcast group')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Form form={form} submitLabel={t('Make group')} onCancel={onClose}>
        <TextInput {...form.field('name', t('Name'))} maxLength={200} required />
      </Form>
    </Modal>
  )
}
