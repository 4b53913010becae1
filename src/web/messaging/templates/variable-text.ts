// Labels, sample values and template expressions of variables.
import type { CustomField } from '../../../contract/custom-fields.ts'
import { customVariable, type TemplateVariable, templateVariable } from '../../../contract/template-language.ts'
import { type TemplateAmount, templateSamples } from '../../../contract/template-samples.ts'
import { calendarDay } from '../../platform/lib/format.ts'
import { decimal, withoutZeros } from '../../platform/lib/money.ts'
import { t } from '../../platform/lib/text.ts'

/** A custom field as a variable; `sample` is its example value. */
export interface CustomVariable extends TemplateVariable {
  sample: string | readonly TemplateAmount[]
  isActive: boolean
}

export const customVariablesOf = (fields: readonly CustomField[]): CustomVariable[] =>
  fields.map((field) => ({ ...customVariable(field), sample: customSample(field), isActive: field.is_active }))

const customSample = ({ type, name, choices }: CustomField): CustomVariable['sample'] =>
  ({
    text: name,
    link: 'https://example.com',
    number: '1500',
    money: [{ currency: 'IDR', amount: '15000000' }],
    date: '2026-12-05',
    choice: choices[0]?.name ?? name,
    choices: choices
      .slice(0, 2)
      .map((choice) => choice.name)
      .join(', '),
    yes_no: t('Yes'),
    person: t('Name of the team member'),
  })[type]

/** The example value, the same as the server's. */
export const sampleOf = (variable: TemplateVariable | CustomVariable) =>
  'sample' in variable ? variable.sample : templateSamples[variable.path as keyof typeof templateSamples]

/** “Company”, or “Investor: Name” outside the contact. Unknown variables are shown as written. */
export function variableName(path: string, customs: readonly CustomVariable[] = []): string {
  const found = templateVariable(path, customs)
  if (!found) return path
  const { subject, label } = found
  return subject === null ? t(label) : t('{subject}: {variable}', { subject: t(subject), variable: t(label) })
}

/** As formatted in a message. */
export function sampleText(variable: TemplateVariable): string {
  const { kind } = variable
  const sample = sampleOf(variable)
  if (typeof sample !== 'string') {
    const some = sample.filter(({ amount }) => /[1-9]/.test(amount))
    return (some.length > 0 ? some : sample)
      .map(({ amount, currency }) => `${currency} ${decimal(withoutZeros(amount))}`)
      .join(' + ')
  }
  if (kind === 'day') return calendarDay(sample)
  if (kind === 'percent') return decimal(sample, { style: 'unit', unit: 'percent' })
  return kind === 'number' ? decimal(sample) : sample
}

/** Includes the filter that formats it best. */
export function variablePiece({ path, kind }: TemplateVariable): string {
  if (path === 'contact.preferred_name') return '{{ contact.preferred_name | default: contact.name }}'
  const filter = {
    text: '',
    yes_no: '',
    money: ' | money',
    day: ' | date: "%-d %B %Y"',
    percent: ' | percent',
    number: ' | number',
  }
  return `{{ ${path}${filter[kind]} }}`
}
