// Rules of investments for all writers. Pure: no database.

import type { StatusCategory } from '../../../contract/master-data.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import { precisionFault } from '../../../contract/money.ts'

export interface Judged {
  currency: string
  expected_amount: string | null
  committed_amount: string | null
  valuation_cap: string | null
  lost_reason: string
}

export interface Fault {
  path: keyof Judged
  message: Message
}

/** From the category committed on, the amount is part of every total. */
const needsCommitment: readonly StatusCategory[] = ['committed', 'funded', 'exited']

export function faultsOf(investment: Judged, category: StatusCategory): Fault[] {
  const faults: Fault[] = []
  for (const path of ['expected_amount', 'committed_amount', 'valuation_cap'] as const) {
    const amount = investment[path]
    const fault = amount === null ? undefined : precisionFault(amount, investment.currency)
    if (fault) faults.push({ path, message: fault })
  }
  if (needsCommitment.includes(category) && investment.committed_amount === null)
    faults.push({ path: 'committed_amount', message: message('field.required_with_status') })
  if (category === 'lost' && investment.lost_reason === '')
    faults.push({ path: 'lost_reason', message: message('field.required_with_status') })
  return faults
}

/** Why an investment with settled transactions cannot be deleted. */
export const hasSettled = (count: number): Message =>
  count === 1 ? message('investment.has_settled', { count: 1 }) : message('investment.has_settled', { count })

/** "Investor – Offering", or the investor alone; at most 200 characters. */
export function automaticTitle(investor: string, offering: string | null): string {
  return [...(offering === null ? investor : `${investor} – ${offering}`)].slice(0, 200).join('')
}

/** Compares two stored values: `1500` and `1500.0000` are equal. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'string' && typeof b === 'string' && canonical(a) === canonical(b))
}

const canonical = (text: string) =>
  /^\d+(\.\d+)?$/.test(text)
    ? text
        .replace(/^0+(?=\d)/, '')
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')
    : text
