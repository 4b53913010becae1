// Section of the account page: the password, the logged-in devices, and the audit log.
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link } from 'react-router'
import { t } from '../../platform/lib/text.ts'
import { Section } from '../../platform/ui/section.tsx'
import { PasswordEdit } from './password-edit.tsx'
import { SignInList } from './sign-in-list.tsx'

export function SecurityShow() {
  return (
    <>
      <Section id="password" title={t('Password')} text={t('A new password logs you out everywhere else.')}>
        <PasswordEdit />
      </Section>
      <Section id="sign-ins" title={t('Logged-in devices')}>
        <SignInList />
      </Section>
      <Section
        id="audit"
        title={t('Audit log')}
        text={t('Who changed, sent, exported or logged in, when and from where.')}
      >
        <Button component={Link} to="/audit" variant="default" leftSection={<IconHistory size={16} aria-hidden />}>
          {t('Open the audit log')}
        </Button>
      </Section>
    </>
  )
}
