// Variables, tags and filters of templates: the one list behind the picker, error messages, samples and docs/templates.md.

import type { CustomField } from './custom-fields.ts'

export const templateSubjects = [
  { subject: 'contact', label: 'Contact' },
  { subject: 'investor', label: 'Investor' },
  { subject: 'investment', label: 'Investment' },
  { subject: 'offering', label: 'Offering' },
  { subject: 'organization', label: 'Organization' },
] as const
export type TemplateSubject = (typeof templateSubjects)[number]['subject']

export interface TemplateVariable {
  /** The text between the braces. */
  path: `${TemplateSubject}.${string}`
  label: string
  /** `number` and `percent` are decimal strings, `day` is `2026-12-05`. */
  kind: 'text' | 'money' | 'day' | 'number' | 'percent' | 'yes_no'
}

/** The sample value of each is in template-samples.ts. */
export const templateVariables = [
  { path: 'contact.name', label: 'Name', kind: 'text' },
  { path: 'contact.preferred_name', label: 'Preferred name', kind: 'text' },
  { path: 'contact.phone', label: 'Phone', kind: 'text' },
  { path: 'contact.email', label: 'Email', kind: 'text' },
  { path: 'contact.company', label: 'Company', kind: 'text' },
  { path: 'contact.job_title', label: 'Job title', kind: 'text' },
  { path: 'investor.name', label: 'Name', kind: 'text' },
  { path: 'investor.code', label: 'Code', kind: 'text' },
  { path: 'investor.type', label: 'Type', kind: 'text' },
  { path: 'investor.email', label: 'Email', kind: 'text' },
  { path: 'investor.city', label: 'City', kind: 'text' },
  { path: 'investor.owner', label: 'Owner', kind: 'text' },
  { path: 'investor.committed', label: 'Committed', kind: 'money' },
  { path: 'investor.funded', label: 'Funded', kind: 'money' },
  { path: 'investor.outstanding', label: 'Outstanding', kind: 'money' },
  { path: 'investor.due', label: 'Due', kind: 'money' },
  { path: 'investor.overdue', label: 'Overdue', kind: 'money' },
  { path: 'investor.distributed', label: 'Distributed', kind: 'money' },
  { path: 'investor.next_due_on', label: 'Next due', kind: 'day' },
  { path: 'investment.title', label: 'Title', kind: 'text' },
  { path: 'investment.reference', label: 'Reference', kind: 'text' },
  { path: 'investment.offering', label: 'Offering', kind: 'text' },
  { path: 'investment.status', label: 'Status', kind: 'text' },
  { path: 'investment.stage', label: 'Stage', kind: 'text' },
  { path: 'investment.expected_amount', label: 'Expected amount', kind: 'money' },
  { path: 'investment.committed_amount', label: 'Committed amount', kind: 'money' },
  { path: 'investment.funded', label: 'Funded', kind: 'money' },
  { path: 'investment.outstanding', label: 'Outstanding', kind: 'money' },
  { path: 'investment.due', label: 'Due', kind: 'money' },
  { path: 'investment.overdue', label: 'Overdue', kind: 'money' },
  { path: 'investment.distributed', label: 'Distributed', kind: 'money' },
  { path: 'investment.next_due_on', label: 'Next due', kind: 'day' },
  { path: 'investment.next_due_amount', label: 'Next amount due', kind: 'money' },
  { path: 'investment.units', label: 'Units', kind: 'number' },
  { path: 'investment.ownership_percent', label: 'Ownership', kind: 'percent' },
  { path: 'investment.interest_rate_percent', label: 'Interest rate', kind: 'percent' },
  { path: 'investment.committed_on', label: 'Committed on', kind: 'day' },
  { path: 'investment.expected_close_on', label: 'Expected close', kind: 'day' },
  { path: 'investment.maturity_on', label: 'Maturity', kind: 'day' },
  { path: 'offering.name', label: 'Name', kind: 'text' },
  { path: 'offering.target_amount', label: 'Target', kind: 'money' },
  { path: 'offering.min_ticket', label: 'Smallest ticket', kind: 'money' },
  { path: 'offering.committed', label: 'Committed', kind: 'money' },
  { path: 'offering.funded', label: 'Funded', kind: 'money' },
  { path: 'offering.percent_committed', label: 'Percent committed', kind: 'percent' },
  { path: 'offering.percent_funded', label: 'Percent funded', kind: 'percent' },
  { path: 'offering.opens_on', label: 'Opens on', kind: 'day' },
  { path: 'offering.closes_on', label: 'Closes on', kind: 'day' },
  { path: 'organization.name', label: 'Name', kind: 'text' },
  { path: 'organization.today', label: 'Today', kind: 'day' },
] as const satisfies readonly TemplateVariable[]
export type TemplatePath = (typeof templateVariables)[number]['path']

/** The variable of a custom field, such as `contact.custom_tier`. */
export function customVariable({ record, key, name, type }: Pick<CustomField, 'record' | 'key' | 'name' | 'type'>) {
  const kinds: Partial<Record<CustomField['type'], TemplateVariable['kind']>> = {
    number: 'number',
    money: 'money',
    date: 'day',
    yes_no: 'yes_no',
  }
  const variable: TemplateVariable = {
    path: `${record}.${customPrefix}${key}`,
    label: name,
    kind: kinds[type] ?? 'text',
  }
  return variable
}
/** Prefix of custom fields in the names of variables. */
export const customPrefix = 'custom_'

/**
 * The label of a variable: “Company”, or “Investor: Name” outside the contact. Returns undefined if there is no such variable.
 * `customs`: custom fields; each label is the name that the organization gave.
 */
export function templateVariable(
  path: string,
  customs: readonly TemplateVariable[] = [],
): { subject: string | null; label: string } | undefined {
  const label: string | undefined = [...templateVariables, ...customs].find((variable) => variable.path === path)?.label
  const of = templateSubjects.find(({ subject }) => path.startsWith(`${subject}.`))
  return label === undefined || !of ? undefined : { subject: of.subject === 'contact' ? null : of.label, label }
}

/** What a loop can iterate apart from number ranges: `{% for investment in investments %}`, at most 50. */
export const listedInvestments = { path: 'investments', of: 'investment', most: 50 } as const

export interface TemplateFilter {
  name: string
  about: string
  example: string
  /** The kinds of variables it applies to; if absent, any text. */
  of?: readonly TemplateVariable['kind'][]
}

export const templateFilters: readonly TemplateFilter[] = [
  {
    name: 'money',
    about: 'Amount with its currency, or several, in the contact’s language.',
    example: '{{ investor.outstanding | money }}',
    of: ['money'],
  },
  {
    name: 'date',
    about: 'Date in the contact’s language. %-d is the day, %B the month name, %Y the year.',
    example: '{{ investment.next_due_on | date: "%-d %B" }}',
    of: ['day'],
  },
  {
    name: 'percent',
    about: 'Number with a percent sign.',
    example: '{{ offering.percent_committed | percent }}',
    of: ['percent', 'number'],
  },
  {
    name: 'number',
    about: 'Number with the digit grouping of the contact’s language.',
    example: '{{ investment.units | number }}',
    of: ['number', 'percent'],
  },
  {
    name: 'default',
    about: 'Fallback if there is no value: another variable, or text.',
    example: '{{ contact.preferred_name | default: contact.name }}',
  },
  {
    name: 'upcase',
    about: 'Converts to uppercase.',
    example: '{{ contact.name | upcase }}',
  },
  {
    name: 'downcase',
    about: 'Converts to lowercase.',
    example: '{{ investor.code | downcase }}',
  },
  {
    name: 'capitalize',
    about: 'Capitalizes the first letter.',
    example: '{{ "dear " | append: contact.name | capitalize }}',
  },
  {
    name: 'truncate',
    about: 'Limits the number of characters.',
    example: '{{ investment.title | truncate: 18 }}',
  },
  {
    name: 'split',
    about: 'Splits a text; first or last takes one of the parts.',
    example: '{{ contact.name | split: " " | first }}',
  },
  {
    name: 'first',
    about: 'The first part of a text that was split.',
    example: '{{ contact.company | split: " " | first }}',
  },
  {
    name: 'last',
    about: 'The last part of a text that was split.',
    example: '{{ contact.name | split: " " | last }}',
  },
  {
    name: 'append',
    about: 'Adds a text after it.',
    example: '{{ contact.company | append: " Tbk" }}',
  },
  {
    name: 'prepend',
    about: 'Adds a text before it.',
    example: '{{ contact.name | prepend: "Bapak " }}',
  },
  {
    name: 'replace',
    about: 'Replaces a text with another.',
    example: '{{ contact.phone | replace: "+62", "0" }}',
  },
  {
    name: 'remove',
    about: 'Removes a text.',
    example: '{{ contact.company | remove: "PT " }}',
  },
  {
    name: 'strip',
    about: 'Removes spaces at both ends.',
    example: '{{ " Budi " | strip }}',
  },
  {
    name: 'lstrip',
    about: 'Removes spaces at the beginning.',
    example: '{{ " Budi" | lstrip }}',
  },
  {
    name: 'rstrip',
    about: 'Removes spaces at the end.',
    example: '{{ "Budi " | rstrip }}',
  },
]
