// What a template may say. The one list that the picker, the mistakes, the samples and docs/templates.md are made of.

export const templateSubjects = [
  { subject: 'contact', label: 'Contact' },
  { subject: 'investor', label: 'Investor' },
  { subject: 'investment', label: 'Investment' },
  { subject: 'offering', label: 'Offering' },
  { subject: 'organization', label: 'Organization' },
] as const
export type TemplateSubject = (typeof templateSubjects)[number]['subject']

/** An amount in one currency: a decimal text with all decimals of the currency. */
export interface TemplateAmount {
  currency: string
  amount: string
}

export interface TemplateVariable {
  /** What stands between the braces. */
  path: `${TemplateSubject}.${string}`
  label: string
  /** `number` and `percent` are decimal texts, `day` is `2026-12-05`. */
  kind: 'text' | 'money' | 'day' | 'number' | 'percent'
  /** Of an imagined contact, for previews without one. */
  sample: string | readonly TemplateAmount[]
}

const idr = (amount: string) => ({ currency: 'IDR', amount })
const usd = (amount: string) => ({ currency: 'USD', amount })

export const templateVariables: readonly TemplateVariable[] = [
  { path: 'contact.name', label: 'Name', kind: 'text', sample: 'Budi Santoso' },
  { path: 'contact.preferred_name', label: 'Preferred name', kind: 'text', sample: 'Pak Budi' },
  { path: 'contact.phone', label: 'Phone', kind: 'text', sample: '+6281234567890' },
  { path: 'contact.email', label: 'E-mail', kind: 'text', sample: 'budi@example.com' },
  { path: 'contact.company', label: 'Company', kind: 'text', sample: 'PT Sumber Rejeki' },
  { path: 'contact.job_title', label: 'Job title', kind: 'text', sample: 'Director' },
  { path: 'investor.name', label: 'Name', kind: 'text', sample: 'Santoso Family Office' },
  { path: 'investor.code', label: 'Code', kind: 'text', sample: 'IV-0012' },
  { path: 'investor.type', label: 'Type', kind: 'text', sample: 'Family office' },
  { path: 'investor.email', label: 'E-mail', kind: 'text', sample: 'office@example.com' },
  { path: 'investor.city', label: 'City', kind: 'text', sample: 'Jakarta' },
  { path: 'investor.owner', label: 'Owner', kind: 'text', sample: 'Ayu Lestari' },
  { path: 'investor.committed', label: 'Committed', kind: 'money', sample: [idr('750000000.00'), usd('25000.00')] },
  { path: 'investor.funded', label: 'Funded', kind: 'money', sample: [idr('250000000.00'), usd('15000.00')] },
  { path: 'investor.outstanding', label: 'Outstanding', kind: 'money', sample: [idr('500000000.00'), usd('10000.00')] },
  { path: 'investor.due', label: 'Due', kind: 'money', sample: [idr('250000000.00'), usd('10000.00')] },
  { path: 'investor.overdue', label: 'Overdue', kind: 'money', sample: [idr('0.00'), usd('0.00')] },
  { path: 'investor.distributed', label: 'Distributed', kind: 'money', sample: [idr('12500000.00'), usd('0.00')] },
  { path: 'investor.next_due_on', label: 'Next due', kind: 'day', sample: '2026-12-05' },
  { path: 'investment.title', label: 'Title', kind: 'text', sample: 'Santoso Family Office – Villa Canggu' },
  { path: 'investment.reference', label: 'Reference', kind: 'text', sample: 'INV-0031' },
  { path: 'investment.offering', label: 'Offering', kind: 'text', sample: 'Villa Canggu' },
  { path: 'investment.status', label: 'Status', kind: 'text', sample: 'Partially funded' },
  { path: 'investment.stage', label: 'Stage', kind: 'text', sample: 'Construction' },
  { path: 'investment.expected_amount', label: 'Expected amount', kind: 'money', sample: [idr('800000000.00')] },
  { path: 'investment.committed_amount', label: 'Committed amount', kind: 'money', sample: [idr('750000000.00')] },
  { path: 'investment.funded', label: 'Funded', kind: 'money', sample: [idr('250000000.00')] },
  { path: 'investment.outstanding', label: 'Outstanding', kind: 'money', sample: [idr('500000000.00')] },
  { path: 'investment.due', label: 'Due', kind: 'money', sample: [idr('250000000.00')] },
  { path: 'investment.overdue', label: 'Overdue', kind: 'money', sample: [idr('0.00')] },
  { path: 'investment.distributed', label: 'Distributed', kind: 'money', sample: [idr('12500000.00')] },
  { path: 'investment.next_due_on', label: 'Next due', kind: 'day', sample: '2026-12-05' },
  { path: 'investment.next_due_amount', label: 'Next amount due', kind: 'money', sample: [idr('250000000.00')] },
  { path: 'investment.units', label: 'Units', kind: 'number', sample: '1500' },
  { path: 'investment.ownership_percent', label: 'Ownership', kind: 'percent', sample: '2.5' },
  { path: 'investment.interest_rate_percent', label: 'Interest rate', kind: 'percent', sample: '9.5' },
  { path: 'investment.committed_on', label: 'Committed on', kind: 'day', sample: '2026-03-02' },
  { path: 'investment.expected_close_on', label: 'Expected close', kind: 'day', sample: '2026-12-31' },
  { path: 'investment.maturity_on', label: 'Maturity', kind: 'day', sample: '2029-03-02' },
  { path: 'offering.name', label: 'Name', kind: 'text', sample: 'Villa Canggu' },
  { path: 'offering.target_amount', label: 'Target', kind: 'money', sample: [idr('20000000000.00')] },
  { path: 'offering.min_ticket', label: 'Smallest ticket', kind: 'money', sample: [idr('100000000.00')] },
  { path: 'offering.committed', label: 'Committed', kind: 'money', sample: [idr('16500000000.00')] },
  { path: 'offering.funded', label: 'Funded', kind: 'money', sample: [idr('12400000000.00')] },
  { path: 'offering.percent_committed', label: 'Percent committed', kind: 'percent', sample: '82.5' },
  { path: 'offering.percent_funded', label: 'Percent funded', kind: 'percent', sample: '62' },
  { path: 'offering.opens_on', label: 'Opens on', kind: 'day', sample: '2026-01-15' },
  { path: 'offering.closes_on', label: 'Closes on', kind: 'day', sample: '2026-12-31' },
  { path: 'organization.name', label: 'Name', kind: 'text', sample: 'Your organization' },
  { path: 'organization.today', label: 'Today', kind: 'day', sample: '2026-11-21' },
]

/** What a loop runs over besides plain numbers: `{% for investment in investments %}`. The first 50. */
export const listedInvestments = { path: 'investments', of: 'investment', most: 50 } as const

/** `gives` is what the example becomes for the imagined contact, in English. */
export interface TemplateFilter {
  name: string
  about: string
  example: string
  gives: string
  /** Of which kinds of variables; absent: of any text. */
  of?: readonly TemplateVariable['kind'][]
}

export const templateFilters: readonly TemplateFilter[] = [
  {
    name: 'money',
    about: 'An amount with its currency, in the contact’s language. Several currencies stand beside each other.',
    example: '{{ investor.outstanding | money }}',
    gives: 'IDR 500,000,000 + USD 10,000',
    of: ['money'],
  },
  {
    name: 'date',
    about: 'A day, in the contact’s language. %-d is the day, %B the month in words, %Y the year.',
    example: '{{ investment.next_due_on | date: "%-d %B" }}',
    gives: '5 December',
    of: ['day'],
  },
  {
    name: 'percent',
    about: 'A number with the sign for percent.',
    example: '{{ offering.percent_committed | percent }}',
    gives: '82.5%',
    of: ['percent', 'number'],
  },
  {
    name: 'number',
    about: 'A number, grouped as the contact’s language does it.',
    example: '{{ investment.units | number }}',
    gives: '1,500',
    of: ['number', 'percent'],
  },
  {
    name: 'default',
    about: 'What stands there when there is no value: another variable, or words.',
    example: '{{ contact.preferred_name | default: contact.name }}',
    gives: 'Pak Budi',
  },
  {
    name: 'upcase',
    about: 'All in capital letters.',
    example: '{{ contact.name | upcase }}',
    gives: 'BUDI SANTOSO',
  },
  {
    name: 'downcase',
    about: 'All in small letters.',
    example: '{{ investor.code | downcase }}',
    gives: 'iv-0012',
  },
  {
    name: 'capitalize',
    about: 'The first letter as a capital.',
    example: '{{ "dear " | append: contact.name | capitalize }}',
    gives: 'Dear budi santoso',
  },
  {
    name: 'truncate',
    about: 'At most so many characters.',
    example: '{{ investment.title | truncate: 18 }}',
    gives: 'Santoso Family ...',
  },
  {
    name: 'split',
    about: 'Parts a text; first or last takes one of the parts.',
    example: '{{ contact.name | split: " " | first }}',
    gives: 'Budi',
  },
  {
    name: 'first',
    about: 'The first part of a text that was split.',
    example: '{{ contact.company | split: " " | first }}',
    gives: 'PT',
  },
  {
    name: 'last',
    about: 'The last part of a text that was split.',
    example: '{{ contact.name | split: " " | last }}',
    gives: 'Santoso',
  },
  {
    name: 'append',
    about: 'Puts a text behind it.',
    example: '{{ contact.company | append: " Tbk" }}',
    gives: 'PT Sumber Rejeki Tbk',
  },
  {
    name: 'prepend',
    about: 'Puts a text before it.',
    example: '{{ contact.name | prepend: "Bapak " }}',
    gives: 'Bapak Budi Santoso',
  },
  {
    name: 'replace',
    about: 'Another text in place of one.',
    example: '{{ contact.phone | replace: "+62", "0" }}',
    gives: '081234567890',
  },
  {
    name: 'remove',
    about: 'Takes a text out.',
    example: '{{ contact.company | remove: "PT " }}',
    gives: 'Sumber Rejeki',
  },
  {
    name: 'strip',
    about: 'Takes blanks from both ends.',
    example: '{{ " Budi " | strip }}',
    gives: 'Budi',
  },
  {
    name: 'lstrip',
    about: 'Takes blanks from the beginning.',
    example: '{{ " Budi" | lstrip }}',
    gives: 'Budi',
  },
  {
    name: 'rstrip',
    about: 'Takes blanks from the end.',
    example: '{{ "Budi " | rstrip }}',
    gives: 'Budi',
  },
]
