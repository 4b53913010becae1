// Names of currencies, and rates as text: in the direction with a number above 1, and their age.
import { relativeFormat } from '../../platform/lib/formats.ts'
import { decimal, withoutZeros } from '../../platform/lib/money.ts'
import { language } from '../../platform/lib/text.ts'

/** "Indonesian Rupiah"; the code if the language has no name for it. */
export function currencyName(code: string): string {
  return new Intl.DisplayNames([language(), 'en'], { type: 'currency' }).of(code) ?? code
}

/** Options for a Select, searchable by code or name. */
export function currencyChoices(codes: readonly string[]) {
  const names = new Intl.DisplayNames([language(), 'en'], { type: 'currency' })
  return codes.map((value) => {
    const name = names.of(value)
    return { value, label: name && name !== value ? `${value} – ${name}` : value }
  })
}

/** "1 USD = 16,400 IDR", inverted if that is more readable: never "1 IDR = 0.0000609… USD". */
export function pairText(from: string, to: string, rate: string): string {
  if (/^0(\.|$)/.test(rate)) return rateText(to, from, inverse(rate))
  return rateText(from, to, significant(rate, 6))
}

/** "1 USD = 16,400.50 IDR", exactly as entered. */
export const rateText = (from: string, to: string, rate: string) => `${decimal('1')} ${from} = ${decimal(rate)} ${to}`

/** Rounded to 6 significant digits; 15 decimals allow that. */
function inverse(rate: string): string {
  const [whole, decimals = ''] = rate.split('.')
  const value = (10n ** BigInt(30 + decimals.length) / BigInt(whole + decimals)).toString().padStart(31, '0')
  return significant(`${value.slice(0, -30)}.${value.slice(-30)}`, 6)
}

/** Keeps the whole integer part, drops trailing zeros. */
export function significant(rate: string, digits: number): string {
  const [whole, decimals = ''] = rate.split('.')
  const places = Math.max(0, /[1-9]/.test(whole!) ? digits - whole!.length : decimals.search(/[1-9]/) + digits)
  if (decimals.length <= places) return withoutZeros(rate)
  const rounded = BigInt(whole + decimals.slice(0, places)) + (decimals[places]! >= '5' ? 1n : 0n)
  const text = rounded.toString().padStart(places + 1, '0')
  return withoutZeros(places > 0 ? `${text.slice(0, -places)}.${text.slice(-places)}` : text)
}

/** Calendar days between two days. */
export const daysBetween = (before: string, after: string) =>
  Math.round((Date.parse(after) - Date.parse(before)) / 86_400_000)

/** "today", "yesterday", "10 days ago". */
export const ageText = (days: number) => relativeFormat(language(), days).format(-days, 'day')
