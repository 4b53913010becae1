// Adds a webhook, then shows its secret.
import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { WebhookInput, type WebhookWithSecret, webhooks } from '../../../contract/webhooks.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { ifOnTop } from '../../platform/ui/top-dialog.ts'
import { SecretShow } from './secret-show.tsx'
import { WebhookFields } from './webhook-fields.tsx'

export default function WebhookAddDialog({ onClose }: { onClose: () => void }) {
  useFocusRestore()
  const client = useQueryClient()
  const [added, setAdded] = useState<WebhookWithSecret>()
  const form = useSaveForm<WebhookInput>({
    schema: WebhookInput,
    initialValues: { name: '', url: '', events: [] },
    save: async (body) => {
      setAdded(await call(webhooks.create, { body }))
      void invalidate(client, webhooks.list.path)
    },
  })
  return (
    <Modal
      opened
      onClose={ifOnTop(onClose)}
      closeOnClickOutside={!added}
      title={added ? t('Secret of “{name}”', { name: added.name }) : t('Add webhook')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {added ? (
        <SecretShow secret={added.secret} onDone={onClose} />
      ) : (
        <Form form={form} submitLabel={t('Add')} onCancel={onClose}>
          <WebhookFields form={form} />
        </Form>
      )}
    </Modal>
  )
}
