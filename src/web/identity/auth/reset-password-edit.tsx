// Sets a new password with the link from the email.
import { PasswordInput } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { auth, PasswordReset } from '../../../contract/auth.ts'
import { call, tokens } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Row } from '../../platform/ui/box.tsx'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import styles from './auth.module.css'

export function ResetPasswordEdit({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useSaveForm({
    schema: PasswordReset,
    initialValues: { token, password: '' },
    save: async (values) => {
      await call(auth.resetPassword, { body: values })
      // The reset has ended all sessions of the account, including one in this browser.
      tokens.clear('left')
      navigate('/login', { replace: true })
      notify({ title: t('Password changed'), text: t('Log in with the new one.') })
    },
  })
  return (
    <>
      <h1 className={styles.title}>{t('Choose a new password')}</h1>
      <p className={styles.text}>{t('You will be logged out on all devices.')}</p>
      <Form form={form} submitLabel={t('Save password')} wide>
        <PasswordInput
          {...form.field('password', t('New password'))}
          description={t('At least 10 characters. A few words in a row are easy to remember.')}
          autoComplete="new-password"
          required
        />
      </Form>
      <Row as="p" gap={16} rowGap={8} align="stretch" justify="between" wrap mt={24} dimmed className={styles.links}>
        <Link to="/login">{t('Back to login')}</Link>
        <Link to="/reset-password">{t('Request a new link')}</Link>
      </Row>
    </>
  )
}
