// Exact addition of decimals as PostgreSQL writes them: `-12.5`. Amounts times crossed rates have at most 94 decimals.
const places = 100

/** As a whole number of 10^-100. */
export function unitsOf(text: string): bigint {
  const [whole = '0', rest = ''] = text.split('.')
  if (rest.length > places) throw new Error(`more than ${places} decimals: ${text}`)
  return BigInt(whole + rest.padEnd(places, '0'))
}

export function decimalOf(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  const rest = digits.slice(-places).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}${rest && `.${rest}`}`
}
