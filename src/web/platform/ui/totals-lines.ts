// Lines below the total in the base currency: one per currency, and the amounts without an exchange rate.
type CurrencyCount = { currency: string; count: number } & Record<string, unknown>
export interface TotalsAnswer {
  count: number
  by_currency: CurrencyCount[]
  base: { currency: string; as_of: string; not_converted: CurrencyCount[] } & Record<string, unknown>
}

export interface TotalsLine {
  currency: string
  count: number
  amounts: Record<string, string>
  /** Has no rate, so it is in no total. */
  isMissing: boolean
}

/**
 * The base currency first, then by number of records. Empty if everything is in the base currency, which the total
 * already shows. Currencies without amounts are omitted.
 */
export function linesOf({ by_currency, base }: TotalsAnswer, figures: readonly string[]): TotalsLine[] {
  const line = (sums: CurrencyCount, isMissing: boolean): TotalsLine => ({
    currency: sums.currency,
    count: sums.count,
    amounts: Object.fromEntries(figures.map((key) => [key, String(sums[key] ?? '0')])),
    isMissing,
  })
  const isSome = ({ amounts }: TotalsLine) => Object.values(amounts).some((amount) => !isNothing(amount))
  const isBase = ({ currency }: CurrencyCount) => Number(currency === base.currency)
  const order = [...by_currency].sort((a, b) => isBase(b) - isBase(a) || b.count - a.count)
  const lines = order.flatMap((sums) => {
    const whole = line(sums, false)
    const part = base.not_converted.find(({ currency }) => currency === sums.currency)
    if (!part || !isSome(line(part, true))) return [whole]
    const missing = line(part, true)
    // The whole amount lacks a rate: one line is enough.
    const isAll = figures.every((key) => whole.amounts[key] === missing.amounts[key])
    return isAll ? [missing] : [whole, missing]
  })
  const shown = lines.filter(isSome)
  return shown.every(({ currency }) => currency === base.currency) ? [] : shown
}

export const isNothing = (amount: string) => !/[1-9]/.test(amount)
