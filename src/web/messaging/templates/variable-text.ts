// Labels, sample values and template expressions of variables.
import { type TemplateVariable, templateVariable } from '../../../contract/template-language.ts'
import { templateSamples } from '../../../contract/template-samples.ts'
import { calendarDay } from '../../platform/lib/format.ts'
import { decimal, withoutZeros } from '../../platform/lib/money.ts'
import { t } from '../../platform/lib/text.ts'

/** “Company”, or “Investor: Name” outside the contact. Unknown variables are shown as written. */
export function variableName(path: string): string {
  const found = templateVariable(path)
  if (!found) return path
  const { subject, label } = found
  return subject === null ? t(label) : t('{subject}: {variable}', { subject: t(subject), variable: t(label) })
}

/** As formatted in a message. */
export function sampleText({ path, kind }: TemplateVariable): string {
  const sample = templateSamples[path as keyof typeof templateSamples]
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
    money: ' | money',
    day: ' | date: "%-d %B %Y"',
    percent: ' | percent',
    number: ' | number',
  }
  return `{{ ${path}${filter[kind]} }}`
}
