// Amounts in a locale, exact: on the screen and in files. Never through a JavaScript number.

/** An `Intl.NumberFormat` of the locale, created or cached. */
export type NumberFormatOf = (options: Intl.NumberFormatOptions) => Intl.NumberFormat

/**
 * The full amount with all decimals. Currencies that are used without decimals although ISO 4217 defines some (IDR, COP,
 * HUF, …) omit them for whole amounts, unless `exact`.
 */
export function moneyText(amount: string, currency: string, formatOf: NumberFormatOf, exact = false): string {
  const [whole, fraction] = amount.split('.')
  const goesWithout = !exact && /^0*$/.test(fraction ?? '') && countedWhole.has(currency)
  return decimalText(goesWithout ? whole! : amount, { style: 'currency', currency }, formatOf)
}

// From CLDR; written out because browsers ship different versions.
const countedWhole = new Set('AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER'.split(' '))

/**
 * A decimal text with the locale's grouping and exactly its decimals. Only the integer part goes through Intl, as a
 * BigInt: Firefox 115 would convert a text to a float.
 */
export function decimalText(amount: string, options: Intl.NumberFormatOptions, formatOf: NumberFormatOf): string {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount)
  if (!found) return amount
  const [, sign, whole, fraction = ''] = found
  const digits = { minimumFractionDigits: fraction.length, maximumFractionDigits: fraction.length }
  // Zero has no sign, but −0.5 has a zero integer part with one.
  const isMinusZero = sign && BigInt(whole!) === 0n && /[1-9]/.test(fraction)
  const numerals = [...formatOf({ useGrouping: false }).format(9876543210n)].reverse()
  return formatOf({ ...options, ...digits })
    .formatToParts(isMinusZero ? -0 : BigInt(sign + whole!))
    .map(({ type, value }) => (type === 'fraction' ? fraction.replace(/\d/g, (digit) => numerals[+digit]!) : value))
    .join('')
}
