// Field labels of an investor.
import type { OwnName } from '../../platform/lib/custom-form.ts'
import { t } from '../../platform/lib/text.ts'
import type { InvestorValues } from './values.ts'

export const investorLabels = (): Omit<Record<OwnName<InvestorValues>, string>, `contact.${string}`> => ({
  kind: t('Kind'),
  name: t('Name'),
  investor_type_id: t('Type'),
  code: t('Code'),
  email: t('Email'),
  website: t('Website'),
  country: t('Country'),
  city: t('City'),
  preferred_stage_ids: t('Preferred stages'),
  preferred_currency: t('Preferred currency'),
  ticket_min: t('Smallest ticket'),
  ticket_max: t('Largest ticket'),
  owner_user_id: t('Owner'),
  next_follow_up_on: t('Next follow-up'),
  follow_up_note: t('Reason for the follow-up'),
  source: t('Source'),
  do_not_contact: t('Do not contact'),
  tag_ids: t('Tags'),
  notes: t('Notes'),
})
