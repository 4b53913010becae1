// Edits the user's name, address, language and time zone.
import { Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { mail } from '../../../contract/mail.ts'
import { organization } from '../../../contract/organization.ts'
import { type Profile, ProfileChange, users } from '../../../contract/users.ts'
import { call, query } from '../../api.ts'
import { changeLanguage, languages, supportedLanguage } from '../../platform/lib/languages.ts'
import { t } from '../../platform/lib/text.ts'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Form, isUnsaved, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { useProfile } from '../../session.tsx'
import { EmailChangeShow } from './email-change-show.tsx'
import { TimeZonePicker } from './time-zone-picker.tsx'

export function ProfileEdit() {
  const { data: profile, error, refetch } = useProfile()
  if (profile) return <ProfileForm profile={profile} />
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  return <SkeletonLines height={30} />
}

function ProfileForm({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const { data: shared } = useQuery(query(organization.get))
  const { data: mails } = useQuery(query(mail.delivery))
  const form = useSaveForm({
    schema: ProfileChange,
    initialValues: valuesOf(profile),
    save: async (values) => {
      const before = valuesOf(profile)
      // Keeps `id-ID` unless another language is chosen.
      const isOther = values.locale !== before.locale
      // A change of language renders the whole page again.
      if (isOther && isUnsaved()) {
        const message = t('Save or undo your other changes on this page first.')
        throw Object.assign(new Error(message), { fields: [{ path: 'locale', message }] })
      }
      const { name, locale, time_zone, morning_mail, email, current_password } = values
      const now = await call(users.updateProfile, {
        body: {
          name,
          ...(isOther && { locale }),
          // The previous one may be the organization's, and should follow it.
          ...(time_zone !== before.time_zone && { time_zone }),
          morning_mail,
          ...(email.trim() !== before.email && { email, current_password }),
        },
      })
      client.setQueryData(query(users.profile).queryKey, now)
      // First, so that the notice is in the new language; if its texts cannot be loaded, the next page load tries again.
      await changeLanguage(now.locale).catch(() => undefined)
      const isNewAddress = email.trim() !== before.email
      notify({
        title: t('Profile saved'),
        ...(isNewAddress && { text: t('The new address applies once its link has been opened.') }),
      })
      return valuesOf(now)
    },
  })
  // The confirmed address or the organization's time zone may change while the form is open.
  useEffect(() => form.follow(valuesOf(profile)), [profile, form.follow])
  const isNewAddress = form.values.email.trim() !== profile.email
  return (
    <Form form={form} submitLabel={t('Save profile')}>
      <TextInput {...form.field('name', t('Name'))} required maxLength={200} autoComplete="name" />
      <TextInput
        {...form.field('email', t('Email'))}
        description={t('Used to log in.')}
        required
        type="email"
        autoComplete="email"
        inputMode="email"
      />
      {isNewAddress && (
        <PasswordInput
          {...form.field('current_password', t('Current password'))}
          description={
            mails?.delivery === 'outbox'
              ? t(
                  'Required to change the address. Your administrator finds the link to confirm the new one in the outbox folder.',
                )
              : t('Required to change the address. A link to confirm the new one is sent there.')
          }
          required
          autoComplete="current-password"
        />
      )}
      {profile.pending_email && !isNewAddress && (
        <EmailChangeShow pending={profile.pending_email} delivery={mails?.delivery} />
      )}
      <NativeSelect
        {...form.field('locale', t('Language'))}
        description={t('For pages, dates, numbers and emails to you.')}
        data={Object.entries(languages).map(([value, { name }]) => ({ value, label: name }))}
      />
      <TimeZonePicker
        {...form.field('time_zone', t('Time zone'))}
        description={t('Times are shown in this zone. The first choice follows the organization.')}
        shared={shared?.time_zone}
      />
      <Checkbox
        label={t('Email in the morning when something is due')}
        description={t(
          'At 07:00 in your time zone, only on days with a task or follow-up of yours that is due or overdue.',
        )}
        checked={form.values.morning_mail}
        onChange={({ currentTarget }) => form.setValue('morning_mail', currentTarget.checked)}
      />
    </Form>
  )
}

function valuesOf({ name, email, locale, time_zone, morning_mail }: Profile) {
  return { name, email, locale: supportedLanguage(locale), time_zone, morning_mail, current_password: '' }
}
