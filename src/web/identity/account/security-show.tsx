// Section of the account page: the password, the logged-in devices, API tokens, and the audit log.
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link } from 'react-router'
import { t } from '../../platform/lib/text.ts'
import { May } from '../../platform/ui/may.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { ApiTokenShow } from './api-token-show.tsx'
import { LoginProviderShow } from './login-provider-show.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordEdit } from './password-edit.tsx'
import { SecondFactorShow } from './second-factor-show.tsx'
import { SignInList } from './sign-in-list.tsx'

export function SecurityShow() {
  return (
    <>
      <Section
        id="password"
        title={t('Password')}
        text={t('A new password logs you out everywhere else. API tokens keep working.')}
      >
        <PasswordEdit />
      </Section>
      <Section
        id="second-factor"
        title={t('Two-step login')}
        text={t('After the password, Kabar asks for a code of an app on your phone, or for a passkey.')}
      >
        <SecondFactorShow />
      </Section>
      <Section
        id="passkeys"
        title={t('Passkeys')}
        text={t('Your fingerprint, face or PIN, or a security key, logs you in without password and code.')}
      >
        <PasskeyList />
      </Section>
      <LoginProviderShow />
      <Section id="sign-ins" title={t('Logged-in devices')}>
        <SignInList />
      </Section>
      <Section
        id="api-tokens"
        title={t('API tokens')}
        text={t('With a token, a program such as n8n or a spreadsheet uses Kabar as you.')}
      >
        <ApiTokenShow />
      </Section>
      <May permission="see_audit_log">
        <Section
          id="audit"
          title={t('Audit log')}
          text={t('Who changed, sent, exported or logged in, when and from where.')}
        >
          <Button component={Link} to="/audit" variant="default" leftSection={<IconHistory size={16} aria-hidden />}>
            {t('Open the audit log')}
          </Button>
        </Section>
      </May>
    </>
  )
}
