// Registration with a new organization.
import { Row } from '../../platform/ui/box.tsx'
import '../../platform/ui/styles-choice.ts'
import { PasswordInput, Select, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { Link, useLocation } from 'react-router'
import { auth, Registration } from '../../../contract/auth.ts'
import { call, tokens } from '../../api.ts'
import { countryChoices } from '../../platform/lib/countries.ts'
import { saveLanguageForSignIn } from '../../platform/lib/languages.ts'
import { language, t } from '../../platform/lib/text.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import styles from './auth.module.css'
import { browserCountry } from './country.ts'

export function NewOrganizationEdit() {
  const state = useLocation().state
  const countries = useMemo(() => countryChoices(language()), [])
  const form = useSaveForm({
    schema: Registration,
    initialValues: { name: '', email: '', password: '', organization: '', country: browserCountry() },
    save: async ({ country, ...values }) => {
      const body = { ...values, locale: language(), ...(country && { country }) }
      const made = await call(auth.register, { body })
      saveLanguageForSignIn()
      tokens.save(made)
    },
  })
  return (
    <>
      <h1 className={styles.title}>{t('Create your account')}</h1>
      <p className={styles.text}>{t('You get your own organization, ready to use.')}</p>
      <Form form={form} submitLabel={t('Create account')} wide>
        <TextInput {...form.field('name', t('Your name'))} autoComplete="name" required />
        <TextInput
          {...form.field('email', t('Email'))}
          type="email"
          autoComplete="username"
          inputMode="email"
          required
        />
        <PasswordInput
          {...form.field('password', t('Password'))}
          description={t('At least 10 characters. A few words in a row are easy to remember.')}
          autoComplete="new-password"
          required
        />
        <TextInput
          {...form.field('organization', t('Organization'))}
          description={t('Optional.')}
          autoComplete="organization"
        />
        <Select
          {...form.field('country', t('Country'))}
          description={t('Sets your currency and time zone, and how local phone numbers are read.')}
          data={countries}
          searchable
          nothingFoundMessage={t('No countries match')}
          autoComplete="off"
        />
      </Form>
      <Row as="p" gap={16} rowGap={8} align="stretch" justify="between" wrap mt={24} dimmed className={styles.links}>
        <span>
          {t('Have an account?')}{' '}
          <Link to="/login" state={state}>
            {t('Log in')}
          </Link>
        </span>
      </Row>
    </>
  )
}
