// The sample contact of previews: the samples of the variable list, and a second investment.
import {
  listedInvestments,
  type TemplatePath,
  type TemplateSubject,
  templateVariables,
} from '../../../contract/template-language.ts'
import { templateSamples } from '../../../contract/template-samples.ts'
import { type Customs, withSamples } from './custom.ts'
import { fieldOf, subjectOf, type TemplateValues, type Values } from './values.ts'

const sampleOf = (wanted: TemplateSubject): Values =>
  Object.fromEntries(
    templateVariables
      .filter(({ path }) => subjectOf(path) === wanted)
      .map(({ path }) => [fieldOf(path), templateSamples[path]]),
  )

/** A contact with a lot of data: the maximum number of investments, ten currencies and long names. */
const largeOf = (wanted: TemplateSubject): Values =>
  Object.fromEntries(
    templateVariables
      .filter(({ path }) => subjectOf(path) === wanted)
      .map(({ path, kind }) => [fieldOf(path), kind === 'text' ? 'Santoso '.repeat(25) : largeFigure(path, wanted)]),
  )
const largeFigure = (path: TemplatePath, of: TemplateSubject) => {
  const value = templateSamples[path]
  if (typeof value === 'string' || of === 'investment') return value
  return ['AUD', 'CHF', 'CNY', 'EUR', 'GBP', 'HKD', 'IDR', 'JPY', 'SGD', 'USD'].map((currency) => ({
    currency,
    amount: '1234567.80',
  }))
}

/** A sample contact with two investments. */
export const sampleValues: TemplateValues = {
  locale: 'en',
  contact: sampleOf('contact'),
  organization: sampleOf('organization'),
  investor: sampleOf('investor'),
  investments: [
    sampleOf('investment'),
    {
      ...sampleOf('investment'),
      title: 'Santoso Family Office – Seed round',
      reference: 'INV-0044',
      offering: 'Seed round',
      stage: 'Seed',
      ...Object.fromEntries(
        Object.entries({
          expected_amount: '25000.00',
          committed_amount: '25000.00',
          funded: '15000.00',
          outstanding: '10000.00',
          due: '10000.00',
          overdue: '0.00',
          distributed: '0.00',
          next_due_amount: '10000.00',
        }).map(([field, amount]) => [field, [{ currency: 'USD', amount }]]),
      ),
      next_due_on: '2027-01-15',
    },
  ],
  offering: sampleOf('offering'),
}

/** Contacts for whom a text must render within its budget. */
export const largeValues: TemplateValues = {
  locale: 'en',
  contact: largeOf('contact'),
  organization: { ...largeOf('organization'), today: '2026-11-21' },
  investor: largeOf('investor'),
  investments: Array.from({ length: listedInvestments.most }, () => largeOf('investment')),
  offering: largeOf('offering'),
}

/** The sample contact, including sample values of custom fields. */
export const sampleValuesOf = (customs: Customs): TemplateValues => ({
  ...sampleValues,
  contact: withSamples(sampleValues.contact, 'contact', customs),
  investor: withSamples(sampleValues.investor!, 'investor', customs),
  investments: sampleValues.investments!.map((each) => withSamples(each, 'investment', customs)),
  offering: withSamples(sampleValues.offering!, 'offering', customs),
})
