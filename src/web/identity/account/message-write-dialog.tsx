// Sends a message to the simulated phone, to try how Kabar handles a reply.
import { Modal, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { SimulatedMessage, type WaSession, waSessions } from '../../../contract/wa-sessions.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'

interface MessageWriteDialogProps {
  session: WaSession
  onClose: () => void
}

export default function MessageWriteDialog({ session: { id }, onClose }: MessageWriteDialogProps) {
  useFocusRestore()
  const client = useQueryClient()
  const form = useSaveForm<SimulatedMessage>({
    schema: SimulatedMessage,
    initialValues: { from: '', text: '' },
    save: async (message) => {
      await call(waSessions.simulate, { params: { id }, body: { event: 'message', ...message } })
      notify({
        title: t('The message is being sent'),
        text: t('The message appears on Home and on the contact with this number.'),
      })
      onClose()
      await invalidate(client, '/v1/replies')
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Message to the simulated phone')}
      size="sm"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Form form={form} submitLabel={t('Send')} onCancel={onClose}>
        <TextInput
          {...form.field('from', t('Sender’s number'))}
          description={t('The number of a contact, or any other.')}
          type="tel"
          required
          maxLength={60}
          data-autofocus
        />
        <Textarea
          {...form.field('text', t('Message'))}
          description={t('STOP, for example, opts the contact out.')}
          required
          autosize
          minRows={3}
          maxRows={10}
          maxLength={4096}
        />
      </Form>
    </Modal>
  )
}
