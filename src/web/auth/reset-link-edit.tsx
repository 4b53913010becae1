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
                'This installation has no mail server. If {email} has an account, whoever runs Kabar finds the link in its outbox folder. It is good for 30 minutes and works once.',
                { email: asked.email },
              )
            : t('If {email} has an account, a link is on its way. It is good for 30 minutes and works once.', {
                email: asked.email,
              })}
        </p>
      ) : (
        <>
          <p className={styles.text}>{t('Ask for a link to choose a new one.')}</p>
          <Form form={form} submitLabel={t('Send the link')} wide>
            <TextInput
              {...form.field('email', t('E-mail'))}
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
            {asked.delivery === 'outbox' ? t('Ask again') : t('Nothing came? Ask again')}
          </button>
        )}
      </p>
    </>
  )
}

function titleOf(delivery?: MailDelivery['delivery']) {
  if (delivery === 'smtp') return t('Look into your mail')
  return delivery ? t('Ask whoever runs Kabar') : t('Forgot your password?')
}
