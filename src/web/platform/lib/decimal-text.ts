// Converts a number typed in the user's locale, also a negative one, to a decimal text.
import { readMoney, withoutZeros } from './money.ts'

/** Unreadable input gets a form that the server refuses. */
export function numberOf(typed: string): string {
  const text = typed.trim().replace(/^[−-]/, '')
  if (text === '') return ''
  // USD only tells how digits are grouped.
  const read = readMoney(text, { currency: 'USD', decimals: 6 })
  if (!('amount' in read)) return `? ${typed}`
  return `${/^\s*[−-]/.test(typed) ? '-' : ''}${withoutZeros(read.amount)}`
}
