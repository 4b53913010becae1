// The values a message is rendered with, before formatting.
import type { CustomValues } from '../../../contract/custom-values.ts'
import { type TemplateSubject, templateVariables } from '../../../contract/template-language.ts'
import type { TemplateAmount } from '../../../contract/template-samples.ts'
import type { Loaded } from './values/queries.ts'

/** By the last part of a variable's path. Empty, null and absent all mean no value. */
export type Value = string | readonly TemplateAmount[] | null | undefined
/** `custom`: values of custom fields, by key. */
export type Values = Readonly<Record<string, Value | CustomValues>>

export interface TemplateValues {
  /** The locale for amounts, days and numbers, from `localeOf`. */
  locale: string
  contact: Values
  organization: Values
  /** Absent or null if the contact represents no investor, or the investor has no values. */
  investor?: Values | null
  /** The first is `investment`. */
  investments?: readonly Values[]
  offering?: Values | null
}

/** What a template uses: the subjects of its variables, and `investments`. */
export type Root = TemplateSubject | 'investments'
export type Needs = ReadonlyMap<Root, ReadonlySet<string>>

export const subjectOf = (path: string) => path.slice(0, path.indexOf('.'))
export const fieldOf = (path: string) => path.slice(path.indexOf('.') + 1)

/** Turns what `load` found for the contact's investor into values for rendering. */
export type Figures = Pick<TemplateValues, 'investor' | 'investments' | 'offering'>

/** An investment's amounts are in its currency: each becomes an amount of its own. */
export function figuresOf({ investor, investments, offering }: Loaded): Figures {
  return {
    investor,
    investments: investments.map((held) =>
      Object.fromEntries(
        Object.entries(held).map(([field, value]) => [
          field,
          amounts.has(field) && value !== null ? [{ currency: held.currency!, amount: value as string }] : value,
        ]),
      ),
    ),
    offering,
  }
}

const amounts = new Set(
  templateVariables
    .filter(({ path, kind }) => kind === 'money' && subjectOf(path) === 'investment')
    .map(({ path }) => fieldOf(path)),
)
