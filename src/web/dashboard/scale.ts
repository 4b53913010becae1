// How long a bar is. Only for drawing: what is read is the exact text.

/** 0 to 1 of the biggest. */
export function partOf(amount: string, biggest: number): number {
  return biggest > 0 ? Math.max(Number(amount), 0) / biggest : 0
}

export const biggestOf = (amounts: readonly string[]) => Math.max(0, ...amounts.map(Number))
