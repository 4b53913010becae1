// Requests a password reset link by email.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { auth, ForgottenPassword } from '../../../contract/auth.ts'
import { type MailDelivery, mail } from '../../../contract/mail.ts'
import { call } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Row } from '../../platform/ui/box.tsx'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import styles from './auth.module.css'

export function ResetLinkEdit() {
  const [sent, setSent] = useState<MailDelivery & { email: string }>()
  const form = useSaveForm({
    schema: ForgottenPassword,
    initialValues: { email: '' },
    save: async (values) => {
      const { delivery } = await call(mail.delivery)
      await call(auth.forgotPassword, { body: values })
      setSent({ delivery, email: values.email.trim() })
    },
  })
  return (
    <>
      <h1 className={styles.title}>{titleOf(sent?.delivery)}</h1>
      {sent ? (
        <p className={styles.text} role="status">
          {sent.delivery === 'outbox'
            ? t(
                'This installation has no mail server. If {email} has an account, your administrator can find the link in the outbox folder. It is valid for 30 minutes and works once.',
                { email: sent.email },
              )
            : t('If {email} has an account, a link has been sent. It is valid for 30 minutes and works once.', {
                email: sent.email,
              })}
        </p>
      ) : (
        <>
          <p className={styles.text}>{t('Request a link to choose a new password.')}</p>
          <Form form={form} submitLabel={t('Send the link')} wide>
            <TextInput
              {...form.field('email', t('Email'))}
              type="email"
              autoComplete="username"
              inputMode="email"
              required
            />
          </Form>
        </>
      )}
      <Row as="p" gap={16} rowGap={8} align="stretch" justify="between" wrap mt={24} dimmed className={styles.links}>
        <Link to="/login">{t('Back to login')}</Link>
        {sent && (
          <button type="button" className={styles.again} onClick={() => setSent(undefined)}>
            {sent.delivery === 'outbox' ? t('Request another link') : t('No email? Request it again')}
          </button>
        )}
      </Row>
    </>
  )
}

function titleOf(delivery?: MailDelivery['delivery']) {
  if (delivery === 'smtp') return t('Check your email')
  return delivery ? t('Contact your administrator') : t('Forgot your password?')
}
