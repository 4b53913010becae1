// The imagined contact of previews: what the list of variables says, and a second investment.
import { type TemplateSubject, templateVariables } from '../../contract/template-language.ts'
import { templateSamples } from '../../contract/template-samples.ts'
import { fieldOf, subjectOf, type TemplateValues, type Values } from './values.ts'

const sampleOf = (wanted: TemplateSubject): Values =>
  Object.fromEntries(
    templateVariables
      .filter(({ path }) => subjectOf(path) === wanted)
      .map(({ path }) => [fieldOf(path), templateSamples[path]]),
  )

/** An imagined contact with two investments. */
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
