// Form values of an investment (text per field, empty if unset) and their conversion to the API.
import * as z from 'zod/mini'
import { type Investment, InvestmentChange, InvestmentInput } from '../../../contract/investments.ts'
import type { StatusCategory } from '../../../contract/master-data.ts'
import { issue } from '../../../contract/messages/issue.ts'
import { type CustomFormValues, customFormValues, splitCustom } from '../../platform/lib/custom-form.ts'
import { decimal, readMoney, withoutZeros } from '../../platform/lib/money.ts'

export type InvestmentValues = {
  investor_id: string
  offering_id: string
  title: string
  reference: string
  status_id: string
  stage_id: string
  instrument: string
  currency: string
  expected_amount: string
  committed_amount: string
  /** Empty means the status's own. */
  probability: string
  expected_close_on: string
  committed_on: string
  closed_on: string
  lost_reason: string
  units: string
  unit_price: string
  ownership_percent: string
  interest_rate_percent: string
  discount_percent: string
  valuation_cap: string
  maturity_on: string
  owner_user_id: string
  notes: string
  tag_ids: string[]
} & CustomFormValues

export const emptyInvestment: InvestmentValues = {
  investor_id: '',
  offering_id: '',
  title: '',
  reference: '',
  status_id: '',
  stage_id: '',
  instrument: '',
  currency: '',
  expected_amount: '',
  committed_amount: '',
  probability: '',
  expected_close_on: '',
  committed_on: '',
  closed_on: '',
  lost_reason: '',
  units: '',
  unit_price: '',
  ownership_percent: '',
  interest_rate_percent: '',
  discount_percent: '',
  valuation_cap: '',
  maturity_on: '',
  owner_user_id: '',
  notes: '',
  tag_ids: [],
}

export function valuesOf(investment: Investment): InvestmentValues {
  const { investor, offering, status, stage, owner, tags, probability, probability_is_own, ...rest } = investment
  const given = rest as Record<string, unknown>
  const texts = Object.keys(emptyInvestment).map((name) => [
    name,
    isQuantity(name) ? decimal(String(given[name] ?? '')) : (given[name] ?? ''),
  ])
  return {
    ...(Object.fromEntries(texts) as InvestmentValues),
    investor_id: investor.id,
    offering_id: offering?.id ?? '',
    title: investment.title_is_automatic ? '' : investment.title,
    status_id: status.id,
    stage_id: stage?.id ?? '',
    probability: probability_is_own ? String(probability) : '',
    owner_user_id: owner?.id ?? '',
    tag_ids: tags.map(({ id }) => id),
    ...customFormValues(investment),
  }
}

/** Texts in the API too: empty ones stay empty texts; for all other fields an empty text becomes null. */
const texts = ['title', 'reference', 'lost_reason', 'notes', 'investor_id', 'currency']

/** Converts to the API. */
export function inputOf(values: Record<string, unknown>, investment?: Investment): Record<string, unknown> {
  const { others, custom } = splitCustom(values, investment)
  const entries = Object.entries(others)
  return Object.fromEntries([
    ...entries.map(([name, value]) => {
      if (typeof value !== 'string' || texts.includes(name)) return [name, value]
      const text = value.trim()
      if (text === '') return [name, name === 'status_id' || name === 'valid_from' ? undefined : null]
      if (name === 'probability') return [name, /^\d+$/.test(text) ? Number(text) : text]
      return [name, isQuantity(name) ? quantityOf(text) : text]
    }),
    ...Object.entries(custom),
  ])
}

/** Numbers that are not amounts: shown and typed in the user's locale. */
export const quantities = [
  'units',
  'unit_price',
  'ownership_percent',
  'interest_rate_percent',
  'discount_percent',
] as const
const isQuantity = (name: string) => (quantities as readonly string[]).includes(name)

/** `125.000` is a thousand times more in Jakarta than in London. Unreadable input fails the schema. */
function quantityOf(typed: string) {
  // The currency is irrelevant; it only selects the grouping of digits.
  const read = readMoney(typed.replace(/ ?%$/, ''), { currency: 'USD', decimals: 8 })
  return 'amount' in read ? withoutZeros(read.amount) : `? ${typed}`
}

/** Validates form values with the schema of the request. */
export const InvestmentForm = z.pipe(
  z.transform((values: Record<string, unknown>) => inputOf(values)),
  z.pipe(
    z.transform((input: Record<string, unknown>, { issues }) => {
      // A missing id must be reported as missing, not as malformed.
      if (input.investor_id === '')
        issues.push({ code: 'custom', input, path: ['investor_id'], message: issue('field.required') })
      return input
    }),
    z.extend(InvestmentInput, { valid_from: InvestmentChange.shape.valid_from }),
  ),
)

/** Form of an existing investment: changes of fields with a history apply from a day on. */
export type EditValues = InvestmentValues & { valid_from: string }

/** Fields with a history, which can be changed from a past day on. */
const dated = [
  'investor_id',
  'offering_id',
  'stage_id',
  'currency',
  'expected_amount',
  'committed_amount',
  'probability',
  'owner_user_id',
] as const

/** The form does not ask since when a prospect's expected amount has changed: its history hardly matters. */
export const isAmended = (values: InvestmentValues, before: Investment) => {
  const saved = valuesOf(before)
  return before.status.category !== 'prospect' && dated.some((name) => values[name] !== saved[name])
}

/** Field that a category requires, by its API name. */
export type Need = 'committed_amount' | 'lost_reason'

export function needOf(category: StatusCategory | undefined): Need | undefined {
  if (category === 'lost') return 'lost_reason'
  return category === 'committed' || category === 'funded' || category === 'exited' ? 'committed_amount' : undefined
}

/** The main amount: committed from that category on, before it expected. */
export function mainAmount(category: StatusCategory | undefined): 'expected_amount' | 'committed_amount' {
  return needOf(category) === 'committed_amount' ? 'committed_amount' : 'expected_amount'
}

/**
 * When a new investment changes its status, the typed amount moves to the new main field instead of staying
 * in a collapsed one.
 */
export function carriedAmounts(
  { expected_amount, committed_amount }: Pick<InvestmentValues, 'expected_amount' | 'committed_amount'>,
  category: StatusCategory,
) {
  if (mainAmount(category) === 'committed_amount') return { committed_amount: committed_amount || expected_amount }
  if (expected_amount === '' || expected_amount === committed_amount)
    return { expected_amount: expected_amount || committed_amount, committed_amount: '' }
  return {}
}
