// Custom fields as template variables, such as `contact.custom_tier`.
import type { CustomField } from '../../../contract/custom-fields.ts'
import type { CustomValue, CustomValues } from '../../../contract/custom-values.ts'
import { customPrefix, customVariable, type TemplateVariable } from '../../../contract/template-language.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { allFields, memberNames } from '../../records/custom-fields/service.ts'
import { DayFigure, MoneyFigure, NumberFigure, YesNo } from './figures.ts'
import { subjectOf, type Values } from './values.ts'
import { listText } from './words.ts'

interface CustomVariable extends TemplateVariable {
  field: CustomField & { is_deleted: boolean }
}

/** The custom fields that a text may use, by variable path, and the names of members by id. */
export interface Customs {
  variables: ReadonlyMap<string, CustomVariable>
  members: ReadonlyMap<string, string>
}

export const noCustoms: Customs = { variables: new Map(), members: new Map() }

/** Looks the fields up only if a text may name one, because most texts do not. */
export async function customsOf(tenant: Tenant, ...bodies: string[]): Promise<Customs> {
  if (!bodies.some((body) => body.includes(customPrefix))) return noCustoms
  const fields = await allFields(tenant)
  const isPerson = fields.some(({ type }) => type === 'person')
  return {
    variables: new Map(
      fields.map((field) => {
        const variable = customVariable(field)
        return [variable.path, { ...variable, field }]
      }),
    ),
    members: isPerson ? await memberNames(tenant) : new Map(),
  }
}

/** A value as a message shows it; undefined if the record has none. */
export function customFigure(
  { field: { key, type, choices } }: CustomVariable,
  values: Values | null | undefined,
  locale: string,
  { members }: Customs,
): unknown {
  const value = (values?.custom as CustomValues | undefined)?.[key]
  if (value === undefined) return undefined
  if (typeof value === 'boolean') return new YesNo(value, locale)
  if (Array.isArray(value)) {
    const names = choices.filter(({ id }) => value.includes(id)).map(({ name }) => name)
    return names.length > 0 ? listText(names, locale) : undefined
  }
  if (typeof value === 'object') return new MoneyFigure([value], locale)
  if (type === 'choice') return choices.find(({ id }) => id === value)?.name
  if (type === 'person') return members.get(value)
  if (type === 'number') return new NumberFigure(value, locale)
  return type === 'date' ? new DayFigure(value, locale) : value
}

/** Adds sample values of the custom fields, for a preview without a contact. */
export function withSamples(values: Values, subject: string, { variables, members }: Customs): Values {
  const sampleOf = ({ type, name, choices }: CustomField): CustomValue | undefined =>
    ({
      text: name,
      number: '1500',
      money: { amount: '15000000', currency: 'IDR' },
      date: '2026-12-05',
      choice: choices[0]?.id,
      choices: choices.slice(0, 2).map(({ id }) => id),
      yes_no: true,
      person: [...members.keys()][0],
      link: 'https://example.com',
    })[type]
  const own = [...variables].filter(([path]) => subjectOf(path) === subject)
  if (own.length === 0) return values
  const custom = Object.fromEntries(own.map(([, { field }]) => [field.key, sampleOf(field)]))
  return { ...values, custom: custom as CustomValues }
}
