// Labels of a segment's fields, operators and fixed values.
import type { Consent, ContactRole } from '../../contract/contacts.ts'
import type { Instrument } from '../../contract/investments.ts'
import type { Relationship } from '../../contract/investors.ts'
import type { InvestorKind, StatusCategory } from '../../contract/master-data.ts'
import type { About, FieldKind, FieldName, Operator } from '../../contract/segments.ts'
import { t } from '../lib/text.ts'

export function aboutText(about: About) {
  return { contact: t('Contact'), investor: t('Investor'), investment: t('Investment') }[about]
}

export const fieldText = (field: FieldName) => t(fieldNames[field])

const fieldNames: Record<FieldName, string> = {
  'contact.name': 'Name',
  'contact.company': 'Company',
  'contact.job_title': 'Job title',
  'contact.tag': 'Tag',
  'contact.consent': 'Consent',
  'contact.language': 'Language',
  'contact.country': 'Country of the number',
  'contact.has_number': 'Has a number',
  'contact.created': 'Added on',
  'contact.messaged': 'Last messaged',
  'contact.replied': 'Last wrote to us',
  'contact.has_investor': 'Speaks for an investor',
  'investor.name': 'Name of the investor',
  'investor.type': 'Type of the investor',
  'investor.kind': 'Kind of the investor',
  'investor.role': 'Role of the contact',
  'investor.relationship': 'Relationship',
  'investor.stage': 'Preferred stage',
  'investor.tag': 'Tag of the investor',
  'investor.country': 'Country of the investor',
  'investor.city': 'City of the investor',
  'investor.owner': 'Owner of the investor',
  'investor.source': 'Source',
  'investor.follow_up_on': 'Follow up on',
  'investor.committed': 'Committed in all',
  'investor.funded': 'Funded in all',
  'investor.outstanding': 'Outstanding in all',
  'investor.distributed': 'Distributed in all',
  'investment.offering': 'Offering',
  'investment.status': 'Status',
  'investment.category': 'Category of the status',
  'investment.stage': 'Stage',
  'investment.instrument': 'Instrument',
  'investment.currency': 'Currency',
  'investment.tag': 'Tag of the investment',
  'investment.owner': 'Owner of the investment',
  'investment.committed': 'Committed',
  'investment.funded': 'Funded',
  'investment.outstanding': 'Outstanding',
  'investment.due': 'Due',
  'investment.overdue': 'Overdue amount',
  'investment.distributed': 'Distributed',
  'investment.committed_on': 'Committed on',
  'investment.expected_close_on': 'Expected close',
  'investment.maturity_on': 'Maturity',
  'investment.is_overdue': 'Is overdue',
  'investment.due_on': 'Payment due',
}

export function operatorText(operator: Operator, kind: FieldKind) {
  if (kind === 'record' || kind === 'choice' || kind === 'country' || kind === 'language' || kind === 'currency')
    return operator === 'any_of' ? t('is any of') : t('is none of')
  return t(operatorNames[operator])
}

const operatorNames: Record<Operator, string> = {
  contains: 'contains',
  lacks: 'does not contain',
  is_empty: 'is empty',
  is_filled: 'is filled in',
  any_of: 'is any of',
  none_of: 'is none of',
  is: 'is',
  more_than: 'is more than',
  at_least: 'is at least',
  less_than: 'is less than',
  at_most: 'is at most',
  on_or_after: 'is on or after',
  on_or_before: 'is on or before',
  within_days: 'within the last',
  older_than_days: 'longer ago than',
  not_within_days: 'not within the last',
  ever: 'ever',
  never: 'never',
  within_next_days: 'within the next',
}

/** Of an enumeration. */
export function optionText(field: FieldName, option: string) {
  const texts: Partial<Record<FieldName, Record<string, string>>> = {
    'contact.consent': consents(),
    'investor.kind': kinds(),
    'investor.role': roles(),
    'investor.relationship': relationships(),
    'investment.category': categories(),
    'investment.instrument': instruments(),
  }
  return texts[field]?.[option] ?? option
}

const consents = (): Record<Consent, string> => ({
  unknown: t('Not asked'),
  opted_in: t('Opted in'),
  opted_out: t('Opted out'),
})
const kinds = (): Record<InvestorKind, string> => ({ individual: t('Individual'), entity: t('Entity') })
const roles = (): Record<ContactRole, string> => ({
  self: t('The investor in person'),
  primary: t('General'),
  finance: t('Finance'),
  legal: t('Legal'),
  assistant: t('Assistant'),
  other: t('Other'),
})
const relationships = (): Record<Relationship, string> => ({
  prospect: t('Prospect'),
  active: t('Active'),
  past: t('Past'),
})
const categories = (): Record<StatusCategory, string> => ({
  prospect: t('Prospect'),
  soft: t('Soft commitment'),
  committed: t('Committed'),
  funded: t('Funded'),
  exited: t('Exited'),
  lost: t('Lost'),
})
const instruments = (): Record<Instrument, string> => ({
  equity: t('Equity'),
  preferred_equity: t('Preferred equity'),
  safe: t('SAFE'),
  convertible_note: t('Convertible note'),
  loan: t('Loan'),
  revenue_share: t('Revenue share'),
  profit_share: t('Profit share'),
  fund_interest: t('Fund interest'),
  property_share: t('Property share'),
  other: t('Other'),
})

/** Why a member of a group receives no message. */
export function leftOutText(reason: string) {
  return { no_number: t('No number'), opted_out: t('Opted out'), do_not_contact: t('Do not contact') }[reason] ?? reason
}
