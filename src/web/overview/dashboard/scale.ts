// Lengths of bars, precise enough to draw, and exact percentages for texts.
import { locale } from '../../platform/lib/format.ts'
import { numberFormat } from '../../platform/lib/formats.ts'

/** Fraction of the largest, 0 to 1. */
export function partOf(amount: string, biggest: number): number {
  return biggest > 0 ? Math.max(Number(amount), 0) / biggest : 0
}

export const biggestOf = (amounts: readonly string[]) => Math.max(0, ...amounts.map(Number))

/** Percentage of another amount in the same currency, rounded down, so that 99.9 % of a target does not read as 100 %. */
export function percentOf(amount: string, whole: string): number | undefined {
  const [part, all] = [amount, whole].map((text) => BigInt(text.replace('.', ''))) as [bigint, bigint]
  return all > 0n ? Number((100n * part) / all) : undefined
}

/** Formats a percentage with the decimals that it has: 25.4%. */
export function shareText(percent: string | number): string {
  const digits = String(percent).split('.')[1]?.length ?? 0
  const options = { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  return numberFormat(locale(), options).format(Number(percent) / 100)
}
