// Requests a password reset link by email.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { auth, ForgottenPassword } from '../../contract/auth.ts'
import { type MailDelivery, mail } from '../../contract/mail.ts'
import { call } from '../api.ts'
import { t } from '../lib/text.ts'
import { Form, useSaveForm } from '../ui/form.tsx'
import styles from './auth.module.css'

export function ResetLinkEdit() {
  const [asked, setAsked] = useState<MailDelivery & { email: string }>()
  const form = useSaveForm({
    schema: ForgottenPassword,
    initialValues: { email: '' },
    save: async (values) => {
      const { delivery } = await call(mail.delivery)
      await call(auth.forgotPassword, { body: values })
      setAsked({ delivery, email: values.email.trim() })
    },
  })
  return (
    <>
      <h1 className={styles.title}>{titleOf(asked?.delivery)}</h1>
      {asked ? (
        <p className={styles.text} role="status">
          {asked.delivery === 'outbox'
            ? t(
                'This installation has no mail server. If {email} has an account, your administrator can find the link in the outbox folder. It is valid for 30 minutes and works once.',
                { email: asked.email },
              )
            : t('If {email} has an account, a link has been sent. It is valid for 30 minutes and works once.', {
                email: asked.email,
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
      <p className={styles.links}>
        <Link to="/login">{t('Back to login')}</Link>
        {asked && (
          <button type="button" className={styles.again} onClick={() => setAsked(undefined)}>
            {asked.delivery === 'outbox' ? t('Request another link') : t('No email? Request it again')}
          </button>
        )}
      </p>
    </>
  )
}

function titleOf(delivery?: MailDelivery['delivery']) {
  if (delivery === 'smtp') return t('Check your email')
  return delivery ? t('Contact your administrator') : t('Forgot your password?')
}
