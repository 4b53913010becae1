// A new address that is not confirmed yet: sends another link or cancels the change.
import { Button } from '@mantine/core'
import { auth } from '../../../contract/auth.ts'
import type { MailDelivery } from '../../../contract/mail.ts'
import { users } from '../../../contract/users.ts'
import { call } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { useActions } from './use-actions.ts'

interface EmailChangeShowProps {
  pending: string
  delivery: MailDelivery['delivery'] | undefined
}

export function EmailChangeShow({ pending, delivery }: EmailChangeShowProps) {
  const press = useActions(users.profile.path)
  return (
    <Text as="div" note fill="accent">
      <Text breakWords>
        <strong>{t('{email} is not confirmed yet.', { email: pending })}</strong>{' '}
        {delivery === 'outbox'
          ? t(
              'This installation has no mail server: your administrator finds the link in the outbox folder. It is valid for 30 minutes. Until it is opened, log in with the address above.',
            )
          : t('Open the link in the email within 30 minutes. Until then, log in with the address above.')}
      </Text>
      <Row gap={8} wrap mt={12}>
        <Button
          variant="default"
          size="xs"
          {...press('resend', {
            work: () => call(auth.resendEmailLink),
            onDone: () => notify({ title: t('New link created'), text: t('The previous link is no longer valid.') }),
            failure: t('No new link could be created'),
          })}
        >
          {t('Create new link')}
        </Button>
        <Button
          variant="default"
          size="xs"
          {...press('cancel', {
            work: () => call(auth.cancelEmailChange),
            onDone: () => notify({ title: t('The address was not changed') }),
            failure: t('Action failed'),
          })}
        >
          {t('Keep current address')}
        </Button>
      </Row>
    </Text>
  )
}
