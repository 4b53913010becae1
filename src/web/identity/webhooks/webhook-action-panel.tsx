// The actions of a webhook: test event, edit, new secret, turn off, delete.
import { Button } from '@mantine/core'
import { IconKey, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Webhook, webhooks } from '../../../contract/webhooks.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { MoreMenu } from '../../platform/ui/more-menu.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'

const ConfirmDialog = lazy(() => import('../../platform/ui/confirm-dialog.tsx'))
const WebhookEditDialog = lazy(() => import('./webhook-edit-dialog.tsx'))
const SecretReplaceDialog = lazy(() => import('./secret-replace-dialog.tsx'))

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { id, active, version } = webhook
  const [asking, setAsking] = useState<'edit' | 'secret' | 'remove'>()
  const close = () => setAsking(undefined)
  const run = useRun()
  const params = { id }
  const test = () =>
    run.mutate(async () => {
      await call(webhooks.test, { params })
      notify({ title: t('Test event queued'), text: t('Its delivery is listed below.') })
    })
  const turn = () =>
    run.mutate(async () => {
      await call(webhooks.update, { params, body: { version, active: !active } })
      notify({ title: active ? t('Webhook turned off') : t('Webhook turned on') })
    })
  return (
    <>
      {active ? (
        <Button
          variant="default"
          leftSection={<IconSend size={16} aria-hidden />}
          loading={run.isPending}
          onClick={test}
        >
          {t('Send test event')}
        </Button>
      ) : (
        <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} loading={run.isPending} onClick={turn}>
          {t('Turn on')}
        </Button>
      )}
      <Button variant="default" onClick={() => setAsking('edit')}>
        {t('Edit')}
      </Button>
      <MoreMenu>
        {(Menu) => (
          <>
            <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => setAsking('secret')}>
              {t('New secret')}
            </Menu.Item>
            {active && (
              <Menu.Item leftSection={<IconPlayerPause size={16} aria-hidden />} onClick={turn}>
                {t('Turn off')}
              </Menu.Item>
            )}
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setAsking('remove')}
            >
              {t('Delete')}
            </Menu.Item>
          </>
        )}
      </MoreMenu>
      <Suspense>
        {asking === 'edit' && <WebhookEditDialog webhook={webhook} onClose={close} />}
        {asking === 'secret' && <SecretReplaceDialog webhook={webhook} onClose={close} />}
        {asking === 'remove' && <RemoveDialog webhook={webhook} onClose={close} />}
      </Suspense>
    </>
  )
}

function RemoveDialog({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = async () => {
    try {
      await call(webhooks.remove, { params: { id } })
      await navigate('/account#webhooks')
      notify({ title: t('Webhook deleted') })
    } catch (error) {
      notifyError(error, t('The webhook could not be deleted'))
    }
    void invalidate(client, webhooks.list.path)
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('Delete “{name}”?', { name })}
      text={t('Nothing is sent to it any more, and the log of its deliveries is deleted.')}
      confirmLabel={t('Delete')}
      danger
      onConfirm={remove}
      onClose={onClose}
    />
  )
}

/** Runs one action at a time, then refetches the webhook and its deliveries. */
function useRun() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<void>) => work(),
    onError: (error) => notifyError(error, t('This did not work')),
    onSettled: () => invalidate(client, webhooks.list.path),
  })
}
