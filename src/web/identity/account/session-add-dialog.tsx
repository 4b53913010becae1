// Adds a WhatsApp session with its name and driver; starting it links the phone.
import { Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { WaSessionInput, waSessions } from '../../../contract/wa-sessions.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { DriverPicker, defaultDriver } from './driver-picker.tsx'

export default function SessionAddDialog({ onClose }: { onClose: () => void }) {
  useFocusRestore()
  const client = useQueryClient()
  const form = useSaveForm<WaSessionInput>({
    schema: WaSessionInput,
    initialValues: { name: '', driver: defaultDriver() },
    save: async (body) => {
      const added = await call(waSessions.create, { body })
      await invalidate(client, waSessions.list.path)
      notify({ title: t('“{name}” added', { name: added.name }) })
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Add a session')}
      size="sm"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Form form={form} submitLabel={t('Add session')} onCancel={onClose}>
        <TextInput
          {...form.field('name', t('Name'))}
          description={t('A name for this WhatsApp account, such as “Jakarta office”.')}
          required
          maxLength={100}
          data-autofocus
        />
        <DriverPicker value={form.values.driver ?? defaultDriver()} onChange={(driver) => form.setValues({ driver })} />
      </Form>
    </Modal>
  )
}
