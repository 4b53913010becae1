// Labels of a contact's fields, and of kinds of numbers.
import type { PhoneLabel } from '../../../contract/contacts.ts'
import type { OwnName } from '../../platform/lib/custom-form.ts'
import { t } from '../../platform/lib/text.ts'
import type { ContactValues } from './values.ts'

export const contactLabels = (): Record<OwnName<ContactValues>, string> => ({
  name: t('Name'),
  phone: t('Phone'),
  phone_label: t('Kind of number'),
  other_phones: t('Other numbers'),
  preferred_name: t('Preferred name'),
  email: t('Email'),
  other_emails: t('Other email addresses'),
  company: t('Company'),
  job_title: t('Job title'),
  language: t('Language'),
  time_zone: t('Time zone'),
  consent: t('Consent'),
  consent_at: t('When they agreed or declined'),
  consent_how: t('How they agreed or declined'),
  consent_evidence: t('Evidence'),
  tag_ids: t('Tags'),
  notes: t('Notes'),
})

export const phoneLabelText = (label: PhoneLabel): string =>
  ({ mobile: t('Mobile'), work: t('Work'), home: t('Private'), other: t('Other') })[label]
