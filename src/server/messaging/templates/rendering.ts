// Rendered messages: compiles a template once and renders it for each recipient. Pure.

import { LiquidError, type Template, UndefinedVariableError } from 'liquidjs'
import { type Message, message } from '../../../contract/messages/message.ts'
import {
  listedInvestments,
  type TemplateSubject,
  type TemplateVariable,
  templateVariables,
} from '../../../contract/template-language.ts'
import { isBlank } from '../../../contract/text.ts'
import { Budget } from './budget.ts'
import { type Customs, customFigure, noCustoms } from './custom.ts'
import { DayFigure, MoneyFigure, NumberFigure, Uncomparable } from './figures.ts'
import {
  type Findings,
  FormatTooLong,
  findings,
  formatTooLong,
  liquid,
  longest,
  renderPaid,
  TooLong,
} from './language.ts'
import { Missing } from './missing.ts'
import { namedFields } from './references.ts'
import { largeValues, sampleValuesOf } from './samples.ts'
import { findError, nowhere, parseError, type TemplateError, tooLong } from './template-errors.ts'
import type { Needs, TemplateValues, Value, Values } from './values.ts'

export type Rendered =
  | { ok: true; text: string }
  /** `missing` lists variables without a value; if it is empty, `error` says why the message cannot be sent. */
  | { ok: false; missing: string[]; error?: Message }

export interface Recipe {
  /** The fields it uses, by subject. */
  readonly needs: Needs
  render(values: TemplateValues): Rendered
  /** Steps taken by all renderings so far, see budget.ts. */
  used(): number
}

export type Compiled = { ok: true; recipe: Recipe } | { ok: false; error: TemplateError }

/** `customs`: the custom fields that the text may use. */
export function compile(body: string, customs: Customs = noCustoms): Compiled {
  let templates: Template[]
  try {
    templates = liquid.parse(body.replace(/\r\n?/g, '\n'))
  } catch (error) {
    return { ok: false, error: parseError(error) }
  }
  const error = findError(templates, customs)
  if (error) return { ok: false, error }
  const needs = namedFields(templates)
  let used = 0
  const recipe = {
    needs,
    render: (values: TemplateValues) => {
      const budget = new Budget()
      const rendered = render(templates, needs, { values, customs }, budget)
      used += budget.used
      return rendered
    },
    used: () => used,
  }
  // Rejects texts that fail for every recipient, or for a contact with a lot of data.
  const broken = [
    hopeless(recipe.render(sampleValuesOf(customs)), [tooLong, tooMuch, formatTooLong]),
    hopeless(recipe.render(largeValues), [tooMuch]),
  ].find(Boolean)
  return broken ? { ok: false, error: nowhere(broken) } : { ok: true, recipe }
}

const hopeless = (tried: Rendered, reasons: readonly Message[]) =>
  !tried.ok && tried.error !== undefined && reasons.includes(tried.error) ? tried.error : undefined

/** Also used as a recipient's reason if the error shows only when the message is rendered. */
export const tooMuch = message('template.too_complex')

interface Source {
  values: TemplateValues
  customs: Customs
}

function render(templates: Template[], needs: Needs, source: Source, budget: Budget): Rendered {
  const found: Findings = { missing: new Set(), nothing: false, room: longest, budget }
  const lacks = (error?: Message): Rendered =>
    found.missing.size > 0 || error === undefined
      ? { ok: false, missing: [...found.missing] }
      : { ok: false, missing: [], error }
  let text: string
  try {
    text = renderPaid(templates, scopeOf(needs, source, found)).trim()
  } catch (error) {
    const cause = error instanceof LiquidError ? error.originalError : undefined
    if (cause instanceof Uncomparable) return { ok: false, missing: [], error: message('template.currencies_differ') }
    if (cause instanceof FormatTooLong) return { ok: false, missing: [], error: formatTooLong }
    if (cause instanceof TooLong) return lacks(tooLong)
    const name =
      error instanceof UndefinedVariableError && (error.originalError as { variableName?: string }).variableName
    return name ? { ok: false, missing: [name] } : { ok: false, missing: [], error: tooMuch }
  }
  if (found.missing.size > 0) return lacks()
  const error = reason(text, found)
  return error ? { ok: false, missing: [], error } : { ok: true, text }
}

function reason(text: string, { nothing }: Findings): Message | undefined {
  if (text.length > longest) return tooLong
  if (nothing) return message('template.part_empty')
  return isBlank(text) ? message('template.result_empty') : undefined
}

/** Each variable's value, or its placeholder if missing. */
const fields = new Map<string, { kind: TemplateVariable['kind']; gap: Missing }>(
  templateVariables.map(({ path, kind }) => [path, { kind, gap: new Missing(path) }]),
)

/** Builds only the subjects that the template uses; most use the contact alone. */
function scopeOf(needs: Needs, { values, customs }: Source, found: Findings) {
  const scope: Record<string, unknown> & { [findings]: Findings } = { [findings]: found }
  const { investments = [], locale } = values
  for (const [root, named] of needs) {
    if (root === 'investments')
      scope[root] = investments
        .slice(0, listedInvestments.most)
        .map((each) => filled('investment', named, each, { locale, customs }))
    else scope[root] = filled(root, named, root === 'investment' ? investments[0] : values[root], { locale, customs })
  }
  return scope
}

function filled(
  subject: TemplateSubject,
  named: ReadonlySet<string>,
  values: Values | null | undefined,
  { locale, customs }: { locale: string; customs: Customs },
): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const field of named) {
    const path = `${subject}.${field}`
    const custom = customs.variables.get(path)
    if (custom) {
      result[field] = customFigure(custom, values, locale, customs) ?? new Missing(path)
      continue
    }
    const { kind, gap } = fields.get(path)!
    const value = values?.[field] as Value
    result[field] = (subject === 'contact' && isNoName(field, value) ? undefined : figureOf(kind, value, locale)) ?? gap
  }
  return result
}

/** A contact imported without a name has its number or address as the name; no one is greeted by it. */
function isNoName(field: string, value: Value) {
  if (field !== 'name' && field !== 'preferred_name') return false
  if (typeof value !== 'string') return false
  // WhatsApp puts direction marks around numbers and uses non-breaking hyphens.
  const shown = value.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').trim()
  return /^(\+[\d\s().\p{Pd}]{6,}|[^\s@]+@[^\s@]+\.[^\s@]+)$/u.test(shown)
}

function figureOf(kind: string, value: Value, locale: string): unknown {
  if (value === null || value === undefined || value.length === 0) return undefined
  if (typeof value !== 'string') return new MoneyFigure(value, locale)
  if (kind === 'text') return isBlank(value) ? undefined : value
  return kind === 'day' ? new DayFigure(value, locale) : new NumberFigure(value, locale)
}
