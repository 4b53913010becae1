// A new address that is not confirmed yet: sends another link or cancels the change.
import { Button } from '@mantine/core'
import { auth } from '../../contract/auth.ts'
import type { MailDelivery } from '../../contract/mail.ts'
import { users } from '../../contract/users.ts'
import { call } from '../api.ts'
import { t } from '../lib/text.ts'
import { notify } from '../ui/notices.tsx'
import styles from './email-change-show.module.css'
import { useActions } from './use-actions.ts'

interface EmailChangeShowProps {
  pending: string
  delivery: MailDelivery['delivery'] | undefined
}

export function EmailChangeShow({ pending, delivery }: EmailChangeShowProps) {
  const press = useActions(users.profile.path)
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
          {...press('resend', {
            work: () => call(auth.resendEmailLink),
            onDone: () => notify({ title: t('A new link was made'), text: t('The older one is not good any more.') }),
            failure: t('No new link was made'),
          })}
        >
          {t('Make a new link')}
        </Button>
        <Button
          variant="default"
          size="xs"
          {...press('cancel', {
            work: () => call(auth.cancelEmailChange),
            onDone: () => notify({ title: t('The address stays as it is') }),
            failure: t('That could not be done'),
          })}
        >
          {t('Keep the present address')}
        </Button>
      </div>
    </div>
  )
}
