// A number as typed in the user's locale, which may be negative, as a decimal text.
import { readMoney, withoutZeros } from './money.ts'

/** Unreadable input is returned in a form that the server refuses. */
export function numberOf(typed: string): string {
  const text = typed.trim().replace(/^[−-]/, '')
  if (text === '') return ''
  // The currency only selects the grouping of digits.
  const read = readMoney(text, { currency: 'USD', decimals: 6 })
  if (!('amount' in read)) return `? ${typed}`
  return `${/^\s*[−-]/.test(typed) ? '-' : ''}${withoutZeros(read.amount)}`
}
