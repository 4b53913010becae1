// A new address that waits for its link to be opened: another link, or calling it off.
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { auth } from '../../contract/auth.ts'
import type { MailDelivery } from '../../contract/mail.ts'
import { users } from '../../contract/users.ts'
import { call, invalidate } from '../api.ts'
import { t } from '../lib/text.ts'
import { notify, notifyError } from '../ui/notices.tsx'
import styles from './email-change-show.module.css'

interface EmailChangeShowProps {
  pending: string
  delivery: MailDelivery['delivery'] | undefined
}

export function EmailChangeShow({ pending, delivery }: EmailChangeShowProps) {
  const client = useQueryClient()
  // Also when it is refused: the change may have been confirmed, or have run out, meanwhile.
  const onSettled = () => invalidate(client, users.profile.path)
  const sending = useMutation({
    mutationFn: () => call(auth.resendEmailLink),
    onSuccess: () => notify({ title: t('A new link was made'), text: t('The older one is not good any more.') }),
    onError: (error) => notifyError(error, t('No new link was made')),
    onSettled,
  })
  const cancelling = useMutation({
    mutationFn: () => call(auth.cancelEmailChange),
    onSuccess: () => notify({ title: t('The address stays as it is') }),
    onError: (error) => notifyError(error, t('That could not be done')),
    onSettled,
  })
  const isBusy = sending.isPending || cancelling.isPending
  return (
    <div className={styles.pending}>
      <p className={styles.text}>
        <strong>{t('{email} waits to be confirmed.', { email: pending })}</strong>{' '}
        {delivery === 'outbox'
          ? t(
              'This installation has no mail server: whoever runs Kabar finds the link in the outbox folder. It is good for 30 minutes; until it is opened, you sign in with the address above.',
            )
          : t('Open the link in the mail within 30 minutes. Until then you sign in with the address above.')}
      </p>
      <div className={styles.buttons}>
        <Button
          variant="default"
          size="xs"
          loading={sending.isPending}
          disabled={isBusy}
          onClick={() => sending.mutate()}
        >
          {t('Make a new link')}
        </Button>
        <Button
          variant="default"
          size="xs"
          loading={cancelling.isPending}
          disabled={isBusy}
          onClick={() => cancelling.mutate()}
        >
          {t('Keep the present address')}
        </Button>
      </div>
    </div>
  )
}
