// Amounts of a group with missing rates as text: an amount that could not be converted is never shown as
// zero.
import type { DashboardGroup } from '../../../contract/dashboard.ts'
import { money } from '../../platform/lib/money.ts'
import { t } from '../../platform/lib/text.ts'

type Counted = Pick<DashboardGroup, 'not_converted'>

const isNothing = (amount: string) => !/[1-9]/.test(amount)

/** True if at least part of the amount has an exchange rate. */
export const isKnown = (amount: string, { not_converted }: Counted) => not_converted === 0 || !isNothing(amount)

/** Returns `undefined` if no part of it has a rate. */
function known(amount: string | null, group: Counted, currency: string) {
  return amount === null || !isKnown(amount, group) ? undefined : money(amount, currency)
}

/** Next to a bar. */
export const amountText = (amount: string, group: Counted, currency: string) =>
  known(amount, group, currency) ?? t('Not converted')

/** In a table with a column for amounts not converted. */
export const cellText = (amount: string | null, group: Counted, currency: string) =>
  known(amount, group, currency) ?? '–'

/** Below a bar whose amount includes only some of its investments. */
export function partText(amount: string, { not_converted }: Counted): string | undefined {
  if (not_converted === 0 || isNothing(amount)) return undefined
  return t.plural(not_converted, 'without one that has no rate', 'without {count} that have no rate')
}
