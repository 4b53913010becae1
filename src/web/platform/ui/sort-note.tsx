// Note on a list sorted by money: the currency that amounts are compared in, and currencies without a rate, which come last.
import { calendarDay } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import type { TotalsAnswer } from './totals-lines.ts'

interface SortNoteProps {
  sort: string | undefined
  /** The sort fields that are amounts. */
  by: readonly string[]
  /** The sums of the listed rows. */
  totals: TotalsAnswer | undefined
}

export function SortNote({ sort, by, totals }: SortNoteProps) {
  if (!sort || !totals || !by.includes(sort.replace('-', ''))) return null
  const { base, by_currency } = totals
  if (by_currency.every(({ currency }) => currency === base.currency)) return null
  const missing = base.not_converted.map(({ currency }) => currency).join(', ')
  const values = { currency: base.currency, day: calendarDay(base.as_of) }
  return (
    <span>
      {missing
        ? t('Sorted by value in {currency}, rates of {day}. Without a rate and last: {missing}', { ...values, missing })
        : t('Sorted by value in {currency}, rates of {day}', values)}
    </span>
  )
}
