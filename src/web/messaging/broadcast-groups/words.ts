// Labels of a segment's fields, operators and fixed values.
import type { Consent, ContactRole } from '../../../contract/contacts.ts'
import type { Instrument } from '../../../contract/investments.ts'
import type { Relationship } from '../../../contract/investors.ts'
import type { InvestorKind, StatusCategory } from '../../../contract/master-data.ts'
import type { About, FieldKind, FieldName, Operator } from '../../../contract/segments.ts'
import { t } from '../../platform/lib/text.ts'

export function aboutText(about: About) {
  return { contact: t('Contact'), investor: t('Investor'), investment: t('Investment') }[about]
}

/** Empty for custom fields, whose names come from the organization. */
export const fieldText = (field: FieldName) => t(fieldNames[field as keyof typeof fieldNames] ?? '')

const fieldNames: Record<Exclude<FieldName, `${About}.custom_${string}`>, string> = {
  'contact.name': 'Name',
  'contact.company': 'Company',
  'contact.job_title': 'Job title',
  'contact.tag': 'Tag',
  'contact.consent': 'Consent',
  'contact.language': 'Language',
  'contact.country': 'Phone country',
  'contact.has_number': 'Has a number',
  'contact.created': 'Added on',
  'contact.messaged': 'Last messaged',
  'contact.replied': 'Last replied',
  'contact.has_investor': 'Speaks for an investor',
  'investor.name': 'Investor name',
  'investor.type': 'Investor type',
  'investor.kind': 'Investor kind',
  'investor.role': 'Contact role',
  'investor.relationship': 'Relationship',
  'investor.stage': 'Preferred stage',
  'investor.tag': 'Investor tag',
  'investor.country': 'Investor country',
  'investor.city': 'Investor city',
  'investor.owner': 'Investor owner',
  'investor.source': 'Source',
  'investor.follow_up_on': 'Follow-up date',
  'investor.committed': 'Total committed',
  'investor.funded': 'Total funded',
  'investor.outstanding': 'Total outstanding',
  'investor.distributed': 'Total distributed',
  'investment.offering': 'Offering',
  'investment.status': 'Status',
  'investment.category': 'Status category',
  'investment.stage': 'Stage',
  'investment.instrument': 'Instrument',
  'investment.currency': 'Currency',
  'investment.tag': 'Investment tag',
  'investment.owner': 'Investment owner',
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
  return operatorNames()[operator]
}

const operatorNames = (): Record<Operator, string> => ({
  contains: t('contains'),
  lacks: t('does not contain'),
  is_empty: t('is empty'),
  is_filled: t('is filled in'),
  any_of: t('is any of'),
  none_of: t('is none of'),
  is: t('is'),
  more_than: t('is more than'),
  at_least: t('is at least'),
  less_than: t('is less than'),
  at_most: t('is at most'),
  on_or_after: t('is on or after'),
  on_or_before: t('is on or before'),
  within_days: t('within the last'),
  older_than_days: t('longer ago than'),
  not_within_days: t('not within the last'),
  ever: t('ever'),
  never: t('never'),
  within_next_days: t('within the next'),
})

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
export function exclusionText(reason: string) {
  return { no_number: t('No number'), opted_out: t('Opted out'), do_not_contact: t('Do not contact') }[reason] ?? reason
}
