// The account page: profile, password, WhatsApp sessions, organization, appearance and sign-ins.
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { t } from '../../platform/lib/text.ts'
import { isUnsaved } from '../../platform/ui/form.tsx'
import { LeaveGuard } from '../../platform/ui/leave-guard.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { AppearancePicker } from './appearance-picker.tsx'
import { DeletionShow } from './deletion-show.tsx'
import { EmailConfirmShow } from './email-confirm-show.tsx'
import { EverythingImportEdit } from './everything-import-edit.tsx'
import { ExportShow } from './export-show.tsx'
import { OrganizationEdit } from './organization-edit.tsx'
import { PasswordEdit } from './password-edit.tsx'
import { PeriodShow } from './period-show.tsx'
import { ProfileEdit } from './profile-edit.tsx'
import { SessionList } from './session-list.tsx'
import { SignInList } from './sign-in-list.tsx'
import { TeamList } from './team-list.tsx'
import { UsageShow } from './usage-show.tsx'

export default function AccountShow() {
  useAnchor()
  return (
    <Page title={t('Account')} quietTitle width="form">
      <LeaveGuard mayLeave={mayLeave} />
      <EmailConfirmShow />
      <Section id="profile" title={t('Profile')}>
        <ProfileEdit />
      </Section>
      <Section id="password" title={t('Password')} text={t('A new password logs you out everywhere else.')}>
        <PasswordEdit />
      </Section>
      <Section
        id="whatsapp"
        title={t('WhatsApp')}
        text={t('A session is a WhatsApp account that Kabar sends from, as a linked device of its phone.')}
      >
        <SessionList />
      </Section>
      <Section id="organization" title={t('Organization')} text={t('For the whole organization.')}>
        <OrganizationEdit />
      </Section>
      <Section
        id="periods"
        title={t('Closed periods')}
        text={t('Figures of a closed period cannot change. Applies to the whole organization.')}
      >
        <PeriodShow />
      </Section>
      <Section id="team" title={t('Team')} text={t('All members see the same data and can do the same.')}>
        <TeamList />
      </Section>
      <Section id="appearance" title={t('Appearance')} text={t('For this browser only.')}>
        <AppearancePicker />
      </Section>
      <Section id="sign-ins" title={t('Logged-in devices')}>
        <SignInList />
      </Section>
      <Section id="usage" title={t('Usage')} text={t('Usage of your organization, including deleted records.')}>
        <UsageShow />
      </Section>
      <Section
        id="export"
        title={t('Your data')}
        text={t('All records of your organization in one ZIP file: as CSV for spreadsheets, and as JSON for programs.')}
      >
        <ExportShow />
        <EverythingImportEdit />
      </Section>
      <Section
        id="delete"
        title={t('Delete account')}
        text={t('Permanent. If you are the last member, the organization is deleted too.')}
      >
        <DeletionShow />
      </Section>
    </Page>
  )
}

const mayLeave = () => !isUnsaved()

/** The page renders after the URL has changed, so the browser itself finds no anchor to scroll to. */
function useAnchor() {
  const { hash, key } = useLocation()
  // The key: clicking the same link again scrolls again.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, key])
}
