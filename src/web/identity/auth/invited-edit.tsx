// Registration by invitation: into that organization, with the invited address.
import { PasswordInput, TextInput } from '@mantine/core'
import { auth, Registration } from '../../../contract/auth.ts'
import type { Invited } from '../../../contract/team.ts'
import { call, tokens } from '../../api.ts'
import { saveLanguageForSignIn } from '../../platform/lib/languages.ts'
import { deletePendingInvite } from '../../platform/lib/pending-invite.ts'
import { language, t } from '../../platform/lib/text.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import styles from './auth.module.css'

export function InvitedEdit({ invite, invited }: { invite: string; invited: Invited }) {
  const { organization, invited_by, email } = invited
  const form = useSaveForm({
    schema: Registration,
    initialValues: { name: '', email, password: '', invite },
    save: async (body) => {
      const made = await call(auth.register, { body: { ...body, locale: language() } })
      deletePendingInvite()
      saveLanguageForSignIn()
      tokens.save(made)
    },
  })
  return (
    <>
      <h1 className={styles.title}>{organization ? t('Join {organization}', { organization }) : t('Join the team')}</h1>
      <p className={styles.text}>
        {t('{name} invites you to work together on Kabar. Create your account to join.', { name: invited_by })}
      </p>
      <Form form={form} submitLabel={t('Create account and join')} wide>
        <TextInput {...form.field('name', t('Your name'))} autoComplete="name" required />
        <TextInput
          {...form.field('email', t('Email'))}
          description={t('The invitation is for this address. Use it to log in.')}
          type="email"
          autoComplete="username"
          readOnly
          variant="filled"
        />
        <PasswordInput
          {...form.field('password', t('Password'))}
          description={t('At least 10 characters. A few words in a row are easy to remember.')}
          autoComplete="new-password"
          required
        />
      </Form>
    </>
  )
}
