// Bar lengths. For drawing only: the displayed text is exact.

/** Fraction of the largest, 0 to 1. */
export function partOf(amount: string, biggest: number): number {
  return biggest > 0 ? Math.max(Number(amount), 0) / biggest : 0
}

export const biggestOf = (amounts: readonly string[]) => Math.max(0, ...amounts.map(Number))
