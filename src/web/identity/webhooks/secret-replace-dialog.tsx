// Dialog that replaces the secret of a webhook and shows the new one.
import { Button, Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Webhook, webhooks } from '../../../contract/webhooks.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { DialogButtons, DialogText } from '../../platform/ui/dialog.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { notifyError } from '../../platform/ui/notices.tsx'
import { ifOnTop } from '../../platform/ui/top-dialog.ts'
import { SecretShow } from './secret-show.tsx'

export default function SecretReplaceDialog({
  webhook: { id, name },
  onClose,
}: {
  webhook: Webhook
  onClose: () => void
}) {
  useFocusRestore()
  const client = useQueryClient()
  const { data, mutate, isPending } = useMutation({
    mutationFn: () => call(webhooks.rotateSecret, { params: { id } }),
    onError: (error) => notifyError(error, t('The secret could not be replaced')),
    onSettled: () => invalidate(client, webhooks.list.path),
  })
  return (
    <Modal
      opened
      onClose={ifOnTop(onClose)}
      closeOnClickOutside={!data}
      title={data ? t('Secret of “{name}”', { name }) : t('New secret')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {data ? (
        <SecretShow
          secret={data.secret}
          note={t('For one more day requests are also signed with the earlier secret, so nothing is lost meanwhile.')}
          onDone={onClose}
        />
      ) : (
        <>
          <DialogText>
            {t('Replaces the secret of this webhook, for example if somebody may know it who should not.')}
          </DialogText>
          <DialogButtons>
            <Button variant="default" onClick={onClose} data-autofocus>
              {t('Cancel')}
            </Button>
            <Button loading={isPending} onClick={() => mutate()}>
              {t('Make a new secret')}
            </Button>
          </DialogButtons>
        </>
      )}
    </Modal>
  )
}
