// How far the money is in, from exact amounts: the percentages are shown, never counted with.

/** 0 to 100 and above, cut down to a whole percent: 100 is said when all is there. Undefined where nothing was promised. */
export function percentOf(part: string, whole: string): number | undefined {
  const of = unscaled(whole)
  return of > 0n ? Number((unscaled(part) * 100n) / of) : undefined
}

export const isZero = (amount: string) => unscaled(amount) === 0n

/** Ten-thousandths: no currency has more than four decimals. */
function unscaled(amount: string): bigint {
  const [whole, fraction = ''] = amount.split('.')
  return BigInt(whole! + fraction.padEnd(4, '0'))
}
