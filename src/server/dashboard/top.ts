// Ranks investors, from sums by `investor|currency` for the top ten of each part, and `rest|part`: the amount
// of its eleventh.
import { unitsOf } from '../db/decimals.ts'
import type { Sums } from '../db/parts.ts'

/** Value of one unit of each currency in the target. */
interface Rates {
  target: string
  rates: Record<string, string | null>
}

/** Ranked by value at these rates, in units of 10^-200, largest first. */
export function placed(sums: Sums, rates: Rates): [investor: string, worth: bigint][] {
  const worth = new Map<string, bigint>()
  for (const [name, [amount = 0n]] of sums) {
    const [investor, currency] = name.split('|') as [string, string]
    const rate = investor === 'rest' ? undefined : rateOf(rates, currency)
    if (rate !== undefined) worth.set(investor, (worth.get(investor) ?? 0n) + amount * rate)
  }
  return [...worth].sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x > y ? -1 : 1))
}

/**
 * Whether the top ten are certain, although they were picked at the rates of `then`: no other investor can
 * have as much now.
 */
export function isTop(sums: Sums, now: Rates, then: Rates): boolean {
  const currencies = new Set([...Object.keys(now.rates), ...Object.keys(then.rates), now.target, then.target])
  let [up, down] = [1n, 1n]
  for (const currency of currencies) {
    const [rate, former] = [rateOf(now, currency), rateOf(then, currency)]
    if (rate === undefined) continue
    if (former === undefined) return false
    if (rate * down > up * former) [up, down] = [rate, former]
  }
  const isSame = [...currencies].every((currency) => rateOf(now, currency) === rateOf(then, currency))
  if (isSame) return true
  const tenth = placed(sums, now)[9]?.[1] ?? 0n
  const most = [...sums].reduce(
    (most, [name, [rest = 0n]]) => (name.startsWith('rest|') && rest > most ? rest : most),
    0n,
  )
  return most === 0n || tenth * down > most * one * up
}

const one = unitsOf('1')
function rateOf({ target, rates }: Rates, currency: string): bigint | undefined {
  if (currency === target) return one
  const rate = rates[currency]
  return rate === undefined || rate === null ? undefined : unitsOf(rate)
}
