// Changes the driver of a stopped session.
import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type DriverName, type WaSession, WaSessionChange, waSessions } from '../../../contract/wa-sessions.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { DriverPicker } from './driver-picker.tsx'

export default function SessionDriverDialog({ session, onClose }: { session: WaSession; onClose: () => void }) {
  const client = useQueryClient()
  const form = useSaveForm<{ driver: DriverName }>({
    schema: WaSessionChange,
    initialValues: { driver: session.driver },
    save: async (body) => {
      await call(waSessions.update, { params: { id: session.id }, body })
      await Promise.all([invalidate(client, '/v1/whatsapp'), invalidate(client, '/v1/broadcasts')])
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Connection of “{name}”', { name: session.name })}
      size="sm"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Form form={form} submitLabel={t('Save')} onCancel={onClose}>
        <DriverPicker value={form.values.driver} onChange={(driver) => form.setValues({ driver })} />
      </Form>
    </Modal>
  )
}
