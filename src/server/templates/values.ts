// What a message is filled with, before it is written in a language.
import { type TemplateSubject, templateVariables } from '../../contract/template-language.ts'
import type { TemplateAmount } from '../../contract/template-samples.ts'
import type { Loaded } from './values/queries.ts'

/** By the last part of a variable's path. Empty, null and absent all mean: no value. */
export type Values = Readonly<Record<string, string | readonly TemplateAmount[] | null | undefined>>

export interface TemplateValues {
  /** What amounts, days and numbers are written in: one that `localeOf` gave. */
  locale: string
  contact: Values
  organization: Values
  /** Absent or null: the contact speaks for nobody, or there is nothing of it. */
  investor?: Values | null
  /** The first one is `investment`. */
  investments?: readonly Values[]
  offering?: Values | null
}

/** What a template names: the beginnings of its variables, and `investments`. */
export type Root = TemplateSubject | 'investments'
export type Needs = ReadonlyMap<Root, ReadonlySet<string>>

export const subjectOf = (path: string) => path.slice(0, path.indexOf('.'))
export const fieldOf = (path: string) => path.slice(path.indexOf('.') + 1)

/** Of those whom a contact speaks for: what `load` found, as a message is filled with it. */
export type Figures = Pick<TemplateValues, 'investor' | 'investments' | 'offering'>

/** An investment's amounts stand beside its currency: each becomes an amount of its own. */
export function figuresOf({ investor, investments, offering }: Loaded): Figures {
  return {
    investor,
    investments: investments.map((held) =>
      Object.fromEntries(
        Object.entries(held).map(([field, value]) => [
          field,
          amounts.has(field) && value !== null ? [{ currency: held.currency!, amount: value! }] : value,
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
