// Field labels of a contact.
import { t } from '../../platform/lib/text.ts'
import type { ContactValues } from './values.ts'

export const contactLabels = (): Record<keyof ContactValues, string> => ({
  name: t('Name'),
  phone: t('Phone'),
  preferred_name: t('Preferred name'),
  email: t('Email'),
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
