// Asks for the number of the phone to link with a code.
import { Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { PairingInput, type WaSession, waSessions } from '../../../contract/wa-sessions.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'

interface CodeAskDialogProps {
  session: WaSession
  onAsked: () => void
  onClose: () => void
}

export default function CodeAskDialog({ session, onAsked, onClose }: CodeAskDialogProps) {
  const client = useQueryClient()
  const form = useSaveForm<PairingInput>({
    schema: PairingInput,
    initialValues: { phone: session.phone_number ?? '' },
    save: async (body) => {
      await call(waSessions.pairingCode, { params: { id: session.id }, body })
      onAsked()
      await invalidate(client, '/v1/whatsapp')
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Link with a code')}
      size="sm"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Form form={form} submitLabel={t('Get the code')} onCancel={onClose}>
        <TextInput
          {...form.field('phone', t('Number of the phone'))}
          description={t('The phone that will send the messages. WhatsApp gives you a code to type on it.')}
          type="tel"
          autoComplete="tel"
          required
          maxLength={40}
          data-autofocus
        />
      </Form>
    </Modal>
  )
}
