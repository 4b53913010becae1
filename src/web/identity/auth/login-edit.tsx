// Login page.
import { Alert, PasswordInput, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { auth, Login } from '../../../contract/auth.ts'
import { call, subjectOf, tokens } from '../../api.ts'
import { deleteDeviceToken, deviceTokens } from '../../platform/lib/device-tokens.ts'
import { t } from '../../platform/lib/text.ts'
import { Row } from '../../platform/ui/box.tsx'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import styles from './auth.module.css'
import { type Invitation, useInvitation } from './invitation.ts'
import { useRegistration } from './registration.ts'

export default function LoginEdit() {
  const state = useLocation().state
  const invitation = useInvitation()
  const registration = useRegistration()
  const form = useSaveForm({
    schema: Login,
    initialValues: { email: '', password: '' },
    // The guard of the public pages notices the tokens and redirects to the requested page.
    save: async (values) => {
      const signedIn = await call(auth.login, { body: { ...values, device_tokens: deviceTokens() } })
      deleteDeviceToken(subjectOf(signedIn.access_token))
      tokens.save(signedIn)
    },
  })
  const invited = invitation.state === 'good' ? invitation.invited : undefined
  const { setValue } = form
  useEffect(() => {
    if (invited) setValue('email', invited.email)
  }, [invited])
  if (invited && !invited.has_account) return <Navigate to="/register" state={state} replace />
  return (
    <>
      <h1 className={styles.title}>{t('Log in to Kabar')}</h1>
      <p className={styles.text}>{greeting(invitation, state?.from && tokens.ending() === 'expired')}</p>
      {invitation.state === 'bad' && (
        <Alert color="yellow" variant="light" role="alert" className={styles.refusal}>
          {invitation.reason}
        </Alert>
      )}
      <Form form={form} submitLabel={t('Log in')} wide>
        <TextInput
          {...form.field('email', t('Email'))}
          type="email"
          autoComplete="username"
          inputMode="email"
          required
        />
        <PasswordInput {...form.field('password', t('Password'))} autoComplete="current-password" required />
      </Form>
      <Row as="p" gap={16} rowGap={8} align="stretch" justify="between" wrap mt={24} dimmed className={styles.links}>
        <Link to="/reset-password">{t('Forgot your password?')}</Link>
        {registration === 'open' && (
          <span>
            {t('New here?')}{' '}
            <Link to="/register" state={state}>
              {t('Create an account')}
            </Link>
          </span>
        )}
        {registration === 'invite' && <span>{t('New here? Ask for an invitation.')}</span>}
      </Row>
    </>
  )
}

function greeting(invitation: Invitation, hasExpired: boolean) {
  if (invitation.state === 'good') {
    const { invited_by: name, organization } = invitation.invited
    return organization
      ? t('{name} invites you to {organization}. Log in to join.', { name, organization })
      : t('{name} invites you to work together. Log in to join.', { name })
  }
  return hasExpired ? t('Your session has ended. Log in to continue.') : t('Welcome back.')
}
