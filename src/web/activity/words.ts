// What the fields of records are called in a timeline, and how their values read.
import type { Activity } from '../../contract/activity.ts'
import type { Consent } from '../../contract/contacts.ts'
import type { InvestorKind } from '../../contract/master-data.ts'
import type { TransactionKind, TransactionState } from '../../contract/transactions.ts'
import { consentText } from '../contacts/consent-badge.tsx'
import { countryName } from '../lib/countries.ts'
import { calendarDay } from '../lib/format.ts'
import { languageName } from '../lib/language-names.ts'
import { decimal, money } from '../lib/money.ts'
import { language, t } from '../lib/text.ts'
import { kindText as investorKindText } from '../master-data/investor-type-badge.tsx'
import { kindText, stateText } from '../transactions/transaction-badge.tsx'

type Changed = Extract<Activity, { kind: 'changed' }>

/** An unknown field is called by its own name: better than to keep silent that it was changed. */
export function fieldText(field: string): string {
  const names: Record<string, string> = {
    name: t('Name'),
    preferred_name: t('Preferred name'),
    phone: t('Phone'),
    email: t('E-mail'),
    company: t('Company'),
    job_title: t('Job title'),
    language: t('Language'),
    time_zone: t('Time zone'),
    consent: t('Consent'),
    notes: t('Notes'),
    note: t('Note'),
    code: t('Code'),
    kind: t('Kind'),
    investor_type_id: t('Type'),
    country: t('Country'),
    city: t('City'),
    website: t('Website'),
    preferred_currency: t('Preferred currency'),
    ticket_min: t('Smallest ticket'),
    ticket_max: t('Largest ticket'),
    source: t('Source'),
    owner_user_id: t('Owner'),
    next_follow_up_on: t('Next follow-up'),
    do_not_contact: t('Do not contact'),
    reference: t('Reference'),
    investor_id: t('Investor'),
    offering_id: t('Offering'),
    title: t('Title'),
    stage_id: t('Stage'),
    instrument: t('Instrument'),
    currency: t('Currency'),
    expected_amount: t('Expected amount'),
    committed_amount: t('Committed amount'),
    probability: t('Probability in percent'),
    expected_close_on: t('Expected close'),
    committed_on: t('Committed on'),
    closed_on: t('Closed on'),
    lost_reason: t('Why it was lost'),
    units: t('Units'),
    unit_price: t('Price of a unit'),
    ownership_percent: t('Ownership in percent'),
    interest_rate_percent: t('Interest rate in percent'),
    discount_percent: t('Discount in percent'),
    valuation_cap: t('Valuation cap'),
    maturity_on: t('Matures on'),
    state: t('State'),
    amount: t('Amount'),
    due_on: t('Due on'),
    settled_on: t('Settled on'),
  }
  return names[field] ?? field
}

const isMoney = /(_amount|^amount|^ticket_m..|^valuation_cap|^unit_price)$/
const isDecimal = /^(units|\w+_percent)$/

/** `null` is nothing. */
export function valueText({ field, value, entry }: { field: string; value: string | null; entry: Changed }): string {
  if (value === null) return t('empty')
  if (isMoney.test(field)) return entry.currency ? money(value, entry.currency) : decimal(value)
  if (isDecimal.test(field)) return decimal(value)
  if (field.endsWith('_on')) return calendarDay(value)
  if (field === 'do_not_contact') return value === 'true' ? t('Yes') : t('No')
  if (field === 'country') return countryName(value, language())
  if (field === 'language') return languageName(value)
  if (field === 'consent') return consentText(value as Consent)
  if (field === 'state' && entry.transaction) return stateText(value as TransactionState)
  if (field === 'kind')
    return entry.transaction ? kindText(value as TransactionKind) : investorKindText(value as InvestorKind)
  // What an instrument is called is its code, written out.
  if (field === 'instrument') return t((value[0]!.toUpperCase() + value.slice(1)).replaceAll('_', ' '))
  return value
}

/** Long texts: that they were changed is enough. */
export const isLong = (field: string) => field === 'notes'
