// Changes the user's password.
import { PasswordInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { auth, PasswordChange } from '../../../contract/auth.ts'
import { call, invalidate, subjectOf, tokens } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { renewDeviceToken } from '../../session.tsx'

const empty = { current_password: '', new_password: '' }

export function PasswordEdit() {
  const client = useQueryClient()
  const form = useSaveForm({
    schema: PasswordChange,
    initialValues: empty,
    save: async (values) => {
      await call(auth.changePassword, { body: values })
      const user = subjectOf(tokens.access())
      if (user) renewDeviceToken(user)
      notify({ title: t('Password changed'), text: t('You are logged out everywhere else. API tokens keep working.') })
      void invalidate(client, auth.sessions.path)
      return empty
    },
  })
  return (
    <Form form={form} submitLabel={t('Change password')}>
      <PasswordInput
        {...form.field('current_password', t('Current password'))}
        autoComplete="current-password"
        required
      />
      <PasswordInput
        {...form.field('new_password', t('New password'))}
        description={t('At least 10 characters. A few words in a row are easy to remember.')}
        autoComplete="new-password"
        required
      />
    </Form>
  )
}
