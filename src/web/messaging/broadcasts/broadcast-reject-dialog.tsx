// Dialog that rejects a broadcast, with a reason for its authors.
import { Modal, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type Broadcast, broadcasts } from '../../../contract/broadcasts.ts'
import { ApiError, call, invalidate, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { DialogText } from '../../platform/ui/dialog.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'

interface RejectDialogProps {
  broadcast: Broadcast
  /** Called if the request is no longer the one that the page shows. */
  onRefused: (error: unknown) => void
  onClose: () => void
}

const { reason } = broadcasts.reject.body.shape

export default function RejectDialog({ broadcast: { id, version }, onRefused, onClose }: RejectDialogProps) {
  useFocusRestore()
  const client = useQueryClient()
  const form = useSaveForm({
    schema: z.object({ reason }),
    initialValues: { reason: '' },
    save: async (values) => {
      try {
        const now = await call(broadcasts.reject, { params: { id }, body: { version, ...values } })
        client.setQueryData(query(broadcasts.get, { params: { id } }).queryKey, now)
        void invalidate(client, '/v1/broadcasts', '/v1/home')
        notify({ title: t('Broadcast rejected') })
        onClose()
      } catch (error) {
        if (!(error instanceof ApiError) || error.fields.length > 0) throw error
        onRefused(error)
        onClose()
      }
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Reject this broadcast?')}
      closeOnClickOutside={!form.isDirty()}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <DialogText>{t('It becomes a draft again, and its author sees the reason. Nothing has been sent.')}</DialogText>
      <Form form={form} submitLabel={t('Reject')} onCancel={onClose}>
        <Textarea {...form.field('reason', t('Reason'))} maxLength={500} autosize minRows={2} required data-autofocus />
      </Form>
    </Modal>
  )
}
