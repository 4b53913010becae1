// Section of the account page: the user's name, address, language and time zone.
import { t } from '../../platform/lib/text.ts'
import { Section } from '../../platform/ui/section.tsx'
import { ProfileEdit } from './profile-edit.tsx'

export function ProfileShow() {
  return (
    <Section title={t('Profile')}>
      <ProfileEdit />
    </Section>
  )
}
