// Beside a list sorted by money: in which currency amounts are compared, and which have no rate and are last.
import { calendarDay } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import type { TotalsAnswer } from './totals-lines.ts'

interface SortNoteProps {
  sort: string | undefined
  /** The orders by an amount. */
  by: readonly string[]
  /** The sums over the same rows. */
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
