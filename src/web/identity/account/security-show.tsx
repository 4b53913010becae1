// Section of the account page: the password and the logged-in devices.
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
    </>
  )
}
