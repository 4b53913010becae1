// Section of the account page: the user's name, address, language and time zone, and notifications in the browser.
import { lazy, Suspense } from 'react'
import { useAllows } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Section } from '../../platform/ui/section.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { ProfileEdit } from './profile-edit.tsx'

const PushShow = lazy(() => import('./push-show.tsx'))

export function ProfileShow() {
  const allows = useAllows()
  return (
    <>
      <Section title={t('Profile')}>
        <ProfileEdit />
      </Section>
      {(allows('send_broadcasts') || allows('manage_phones')) && (
        <Section
          id="notifications"
          title={t('Notifications in the browser')}
          text={t(
            'When something needs you: Kabar paused a broadcast, a phone is not connected while messages wait, or a backup failed. You get an email, too.',
          )}
        >
          <Suspense fallback={<SkeletonLines height={4} />}>
            <PushShow />
          </Suspense>
        </Section>
      )}
    </>
  )
}
