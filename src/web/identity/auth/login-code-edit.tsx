// Second step of the login: a passkey, the code of the authenticator app, or a recovery code.
import { Anchor, Checkbox, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { auth, LoginCode, type Tokens } from '../../../contract/auth.ts'
import { call } from '../../api.ts'
import { hasPasskeys } from '../../platform/lib/passkeys.ts'
import { t } from '../../platform/lib/text.ts'
import { Row } from '../../platform/ui/box.tsx'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import styles from './auth.module.css'
import { PasskeyLoginPanel } from './passkey-login-panel.tsx'

interface LoginCodeEditProps {
  challenge: string
  has_passkey: boolean
  /** Whether the user has an authenticator app. Without one, they may still have recovery codes. */
  has_code: boolean
  onEnter: (tokens: Tokens) => void
  onBack: () => void
}

export default function LoginCodeEdit({ challenge, has_passkey, has_code, onEnter, onBack }: LoginCodeEditProps) {
  const mayUsePasskey = has_passkey && hasPasskeys()
  const [isPasskey, setPasskey] = useState(mayUsePasskey)
  const [remember, setRemember] = useState(false)
  const remembering = (
    <Checkbox
      label={
        isPasskey
          ? t('Do not ask for a passkey on this device for 30 days')
          : t('Do not ask for a code on this device for 30 days')
      }
      checked={remember}
      onChange={({ currentTarget }) => setRemember(currentTarget.checked)}
    />
  )
  return (
    <>
      {isPasskey ? (
        <>
          <h1 className={styles.title}>{t('Use your passkey')}</h1>
          <p className={styles.text}>{t('Your device asks for your fingerprint, face or PIN.')}</p>
          {remembering}
          <PasskeyLoginPanel label={t('Use your passkey')} step={{ challenge, remember }} onEnter={onEnter} />
        </>
      ) : (
        <CodeForm {...{ challenge, has_code, remember, remembering, onEnter }} />
      )}
      <Row as="p" gap={16} rowGap={8} justify="between" wrap className={styles.back}>
        {mayUsePasskey && (
          <Anchor component="button" type="button" onClick={() => setPasskey(!isPasskey)}>
            {isPasskey ? t('Use a code instead') : t('Use your passkey instead')}
          </Anchor>
        )}
        <Anchor component="button" type="button" onClick={onBack}>
          {t('Back to login')}
        </Anchor>
      </Row>
    </>
  )
}

interface CodeFormProps extends Pick<LoginCodeEditProps, 'challenge' | 'has_code' | 'onEnter'> {
  remember: boolean
  remembering: ReactNode
}

function CodeForm({ challenge, has_code, remember, remembering, onEnter }: CodeFormProps) {
  const form = useSaveForm({
    schema: LoginCode,
    initialValues: { challenge, code: '' },
    save: async (body) => onEnter(await call(auth.loginCode, { body: { ...body, remember } })),
  })
  const { element } = form
  useEffect(() => element.current?.querySelector('input')?.focus(), [element])
  return (
    <>
      <h1 className={styles.title}>{t('Enter your code')}</h1>
      <p className={styles.text}>
        {has_code ? t('From your authenticator app, or one of your recovery codes.') : t('One of your recovery codes.')}
      </p>
      <Form form={form} submitLabel={t('Log in')} wide>
        <TextInput
          {...form.field('code', t('Code'))}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        {remembering}
      </Form>
    </>
  )
}
