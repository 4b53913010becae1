// Login page.
import { Alert, PasswordInput, TextInput } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { auth, Login, type Tokens } from '../../../contract/auth.ts'
import { ApiError, call, subjectOf, tokens } from '../../api.ts'
import { deleteDeviceToken, deviceTokens } from '../../platform/lib/device-tokens.ts'
import { hasPasskeys } from '../../platform/lib/passkeys.ts'
import { deletePendingInvite } from '../../platform/lib/pending-invite.ts'
import { hasProviderReturn } from '../../platform/lib/provider-return.ts'
import { t } from '../../platform/lib/text.ts'
import { Row } from '../../platform/ui/box.tsx'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import styles from './auth.module.css'
import { type Invitation, useInvitation } from './invitation.ts'
import { PasskeyLoginPanel } from './passkey-login-panel.tsx'
import type { SecondStep } from './provider-login-show.tsx'
import { useProvider, useRegistration } from './registration.ts'

const LoginCodeEdit = lazy(() => import('./login-code-edit.tsx'))
const ProviderLoginShow = lazy(() => import('./provider-login-show.tsx'))

export default function LoginEdit() {
  const state = useLocation().state
  const invitation = useInvitation()
  const registration = useRegistration()
  const provider = useProvider()
  const [isBack] = useState(() => hasProviderReturn('login'))
  // Set once the password was right, if the login needs a second step. Its `challenge` proves the first step.
  const [second, setSecond] = useState<SecondStep>()
  const form = useSaveForm({
    schema: Login,
    initialValues: { email: '', password: '' },
    // The guard of the public pages notices the tokens and redirects to the requested page.
    save: async (values) => {
      try {
        enter(await call(auth.login, { body: { ...values, device_tokens: deviceTokens() } }))
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'second_factor_required')) throw error
        setSecond(error.current as SecondStep)
      }
    },
  })
  const invited = invitation.state === 'good' ? invitation.invited : undefined
  const invite = invitation.state === 'good' ? invitation.invite : undefined
  const { setValue } = form
  useEffect(() => {
    if (invited) setValue('email', invited.email)
  }, [invited])
  if (invited && !invited.has_account && !isBack) return <Navigate to="/register" state={state} replace />
  if (second) {
    return (
      <Suspense>
        <LoginCodeEdit {...second} onEnter={enter} onBack={() => setSecond(undefined)} />
      </Suspense>
    )
  }
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
      {hasPasskeys() && <PasskeyLoginPanel label={t('Log in with a passkey')} variant="default" onEnter={enter} />}
      {(provider || isBack) && (
        <Suspense>
          <ProviderLoginShow
            {...{ provider, isBack, invite, onSecondStep: setSecond }}
            onEnter={(signedIn) => {
              if (invited && !invited.has_account) deletePendingInvite()
              enter(signedIn)
            }}
          />
        </Suspense>
      )}
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

function enter(signedIn: Tokens) {
  deleteDeviceToken(subjectOf(signedIn.access_token))
  tokens.save(signedIn)
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
