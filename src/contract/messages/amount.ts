// Writes amounts in a locale, for screens and files. They stay exact because they never become a JavaScript number.

/** Returns an `Intl.NumberFormat` for the locale, usually from a cache. */
export type NumberFormatOf = (options: Intl.NumberFormatOptions) => Intl.NumberFormat

/**
 * Writes an amount with all decimals. A whole amount in a currency that people use without decimals (IDR, COP, HUF, …) gets none, unless
 * `exact`.
 */
export function moneyText(amount: string, currency: string, formatOf: NumberFormatOf, exact = false): string {
  const [whole, fraction] = amount.split('.')
  const goesWithout = !exact && /^0*$/.test(fraction ?? '') && countedWhole.has(currency)
  return decimalText(goesWithout ? whole! : amount, { style: 'currency', currency }, formatOf)
}

// The currencies that CLDR writes without decimals, listed here because each browser ships a different version of CLDR.
const countedWhole = new Set('AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER'.split(' '))

/**
 * Writes a decimal text with the locale's grouping and its own decimals. Only the integer part passes through Intl, as a BigInt, because
 * Firefox 115 would convert a text to a float.
 */
export function decimalText(amount: string, options: Intl.NumberFormatOptions, formatOf: NumberFormatOf): string {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount)
  if (!found) return amount
  const [, sign, whole, fraction = ''] = found
  const digits = { minimumFractionDigits: fraction.length, maximumFractionDigits: fraction.length }
  // A negative amount of zero is written without a sign. The integer part of −0.5 is zero too, but keeps its sign.
  const isMinusZero = sign && BigInt(whole!) === 0n && /[1-9]/.test(fraction)
  const numerals = [...formatOf({ useGrouping: false }).format(9876543210n)].reverse()
  return formatOf({ ...options, ...digits })
    .formatToParts(isMinusZero ? -0 : BigInt(sign + whole!))
    .map(({ type, value }) => (type === 'fraction' ? fraction.replace(/\d/g, (digit) => numerals[+digit]!) : value))
    .join('')
}
