// Progress percentages from exact amounts; for display only.

/** 0 to 100 and above, rounded down: 100 means complete. Undefined without a commitment. */
export function percentOf(part: string, whole: string): number | undefined {
  const of = unscaled(whole)
  return of > 0n ? Number((unscaled(part) * 100n) / of) : undefined
}

export const isZero = (amount: string) => unscaled(amount) === 0n

/** In ten-thousandths: no currency has more than four decimals. */
function unscaled(amount: string): bigint {
  const [whole, fraction = ''] = amount.split('.')
  return BigInt(whole! + fraction.padEnd(4, '0'))
}
