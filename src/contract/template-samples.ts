// The sample contact: the value of each variable, for previews without a contact, the picker and the documentation.
import type { TemplatePath } from './template-language.ts'

/** An amount in one currency, as a decimal string with all decimals of that currency. */
export interface TemplateAmount {
  currency: string
  amount: string
}

const idr = (amount: string) => ({ currency: 'IDR', amount })
const usd = (amount: string) => ({ currency: 'USD', amount })

export const templateSamples: Readonly<Record<TemplatePath, string | readonly TemplateAmount[]>> = {
  'contact.name': 'Budi Santoso',
  'contact.preferred_name': 'Pak Budi',
  'contact.phone': '+6281234567890',
  'contact.email': 'budi@example.com',
  'contact.company': 'PT Sumber Rejeki',
  'contact.job_title': 'Director',
  'investor.name': 'Santoso Family Office',
  'investor.code': 'IV-0012',
  'investor.type': 'Family office',
  'investor.email': 'office@example.com',
  'investor.city': 'Jakarta',
  'investor.owner': 'Ayu Lestari',
  'investor.committed': [idr('750000000.00'), usd('25000.00')],
  'investor.funded': [idr('250000000.00'), usd('15000.00')],
  'investor.outstanding': [idr('500000000.00'), usd('10000.00')],
  'investor.due': [idr('250000000.00'), usd('10000.00')],
  'investor.overdue': [idr('0.00'), usd('0.00')],
  'investor.distributed': [idr('12500000.00'), usd('0.00')],
  'investor.next_due_on': '2026-12-05',
  'investment.title': 'Santoso Family Office – Villa Canggu',
  'investment.reference': 'INV-0031',
  'investment.offering': 'Villa Canggu',
  'investment.status': 'Partially funded',
  'investment.stage': 'Construction',
  'investment.expected_amount': [idr('800000000.00')],
  'investment.committed_amount': [idr('750000000.00')],
  'investment.funded': [idr('250000000.00')],
  'investment.outstanding': [idr('500000000.00')],
  'investment.due': [idr('250000000.00')],
  'investment.overdue': [idr('0.00')],
  'investment.distributed': [idr('12500000.00')],
  'investment.next_due_on': '2026-12-05',
  'investment.next_due_amount': [idr('250000000.00')],
  'investment.units': '1500',
  'investment.ownership_percent': '2.5',
  'investment.interest_rate_percent': '9.5',
  'investment.committed_on': '2026-03-02',
  'investment.expected_close_on': '2026-12-31',
  'investment.maturity_on': '2029-03-02',
  'offering.name': 'Villa Canggu',
  'offering.target_amount': [idr('20000000000.00')],
  'offering.min_ticket': [idr('100000000.00')],
  'offering.committed': [idr('16500000000.00')],
  'offering.funded': [idr('12400000000.00')],
  'offering.percent_committed': '82.5',
  'offering.percent_funded': '62',
  'offering.opens_on': '2026-01-15',
  'offering.closes_on': '2026-12-31',
  'organization.name': 'Your organization',
  'organization.today': '2026-11-21',
}

/** The result of each filter's example for the sample contact, in English. */
export const filterSamples: Readonly<Record<string, string>> = {
  money: 'IDR 500,000,000 + USD 10,000',
  date: '5 December',
  percent: '82.5%',
  number: '1,500',
  default: 'Pak Budi',
  upcase: 'BUDI SANTOSO',
  downcase: 'iv-0012',
  capitalize: 'Dear budi santoso',
  truncate: 'Santoso Family ...',
  split: 'Budi',
  first: 'PT',
  last: 'Santoso',
  append: 'PT Sumber Rejeki Tbk',
  prepend: 'Bapak Budi Santoso',
  replace: '081234567890',
  remove: 'Sumber Rejeki',
  strip: 'Budi',
  lstrip: 'Budi',
  rstrip: 'Budi',
}
