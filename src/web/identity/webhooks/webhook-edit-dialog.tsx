// Changes a webhook.
import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type Webhook, WebhookInput, webhooks } from '../../../contract/webhooks.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { ifOnTop } from '../../platform/ui/top-dialog.ts'
import { changeOf } from './values.ts'
import { WebhookFields } from './webhook-fields.tsx'

export default function WebhookEditDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  useFocusRestore()
  const client = useQueryClient()
  const { id, name, url, events, version } = webhook
  const form = useSaveForm<WebhookInput>({
    schema: WebhookInput,
    initialValues: { name, url, events },
    save: async (values) => {
      const change = changeOf({ name, url, events }, values)
      await call(webhooks.update, { params: { id }, body: { ...change, version } })
      notify({ title: t('Webhook saved') })
      void invalidate(client, webhooks.list.path)
      onClose()
    },
  })
  return (
    <Modal opened onClose={ifOnTop(onClose)} title={t('Edit webhook')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Form form={form} submitLabel={t('Save')} onCancel={onClose}>
        <WebhookFields form={form} />
      </Form>
    </Modal>
  )
}
