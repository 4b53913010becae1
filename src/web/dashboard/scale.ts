// How long a bar is and where an axis has its lines. Only for drawing: what is read is the exact text.

/** 0 to 1 of the biggest. */
export function partOf(amount: string, biggest: number): number {
  return biggest > 0 ? Math.max(Number(amount), 0) / biggest : 0
}

export const biggestOf = (amounts: readonly string[]) => Math.max(0, ...amounts.map(Number))

/** Round values from the lowest to the highest amount, 0 among them: four or five lines. */
export function ticksOf(amounts: readonly string[]): number[] {
  const values = amounts.map(Number)
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  if (low === high) return [0, 1]
  const rough = (high - low) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 2.5, 5, 10].find((size) => size * power >= rough) ?? 10)
  const ticks: number[] = []
  for (let nth = Math.floor(low / step); (nth - 1) * step < high; nth++) ticks.push(nth * step)
  return ticks
}
