// What the parts of an import are called.
import type { ImportField, ImportKind } from '../../contract/imports.ts'
import { t } from '../lib/text.ts'

export const fieldText = (field: ImportField): string => ofAll()[field]

const ofAll = (): Record<ImportField, string> => ({
  name: t('Name'),
  first_name: t('First name'),
  middle_name: t('Middle name'),
  last_name: t('Last name'),
  preferred_name: t('Preferred name'),
  phone: t('Phone'),
  email: t('E-mail'),
  company: t('Company'),
  job_title: t('Job title'),
  notes: t('Notes'),
  consent: t('Consent'),
  code: t('Code'),
  type: t('Type'),
  kind: t('Individual or entity'),
  country: t('Country'),
  city: t('City'),
  website: t('Website'),
  source: t('Source'),
  preferred_currency: t('Preferred currency'),
  ticket_min: t('Smallest ticket'),
  ticket_max: t('Largest ticket'),
  next_follow_up_on: t('Next follow-up'),
  contact_name: t('Contact: name'),
  contact_phone: t('Contact: phone'),
  contact_email: t('Contact: e-mail'),
  contact_role: t('Contact: role'),
  investor: t('Investor'),
  investor_code: t('Investor’s code'),
  offering: t('Offering'),
  reference: t('Reference'),
  title: t('Title'),
  status: t('Status'),
  stage: t('Stage'),
  instrument: t('Instrument'),
  currency: t('Currency'),
  expected_amount: t('Expected amount'),
  committed_amount: t('Committed amount'),
  expected_close_on: t('Expected close'),
  committed_on: t('Committed on'),
  closed_on: t('Closed on'),
  lost_reason: t('Why it was lost'),
  transaction_kind: t('Transaction: kind'),
  transaction_amount: t('Transaction: amount'),
  transaction_on: t('Transaction: day'),
  transaction_reference: t('Transaction: reference'),
})

/** What one of these must be mapped to. */
export const needs: Record<ImportKind, readonly ImportField[]> = {
  contacts: ['phone', 'email'],
  investors: ['name'],
  investments: ['investor', 'investor_code'],
}

export const titleText = (kind: ImportKind) =>
  ({
    contacts: t('Import contacts'),
    investors: t('Import investors'),
    investments: t('Import investments'),
  })[kind]

export const startText = (kind: ImportKind, count: number) =>
  ({
    contacts: t.plural(count, 'Import one contact', 'Import {count} contacts'),
    investors: t.plural(count, 'Import one investor', 'Import {count} investors'),
    investments: t.plural(count, 'Import one row', 'Import {count} rows'),
  })[kind]

export const showText = (kind: ImportKind) =>
  ({ contacts: t('Show contacts'), investors: t('Show investors'), investments: t('Show investments') })[kind]
