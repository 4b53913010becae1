// How a group's amount reads where something of it has no rate: what could not be converted is never shown as nothing.
import type { DashboardGroup } from '../../contract/dashboard.ts'
import { money } from '../lib/money.ts'
import { t } from '../lib/text.ts'

type Counted = Pick<DashboardGroup, 'not_converted'>

const isNothing = (amount: string) => !/[1-9]/.test(amount)

/** `undefined` where no part of it is known. */
function known(amount: string | null, { not_converted }: Counted, currency: string) {
  return amount === null || (not_converted > 0 && isNothing(amount)) ? undefined : money(amount, currency)
}

/** Beside a bar. */
export const amountText = (amount: string, group: Counted, currency: string) =>
  known(amount, group, currency) ?? t('Not converted')

/** In a table that has a column of what was not converted. */
export const cellText = (amount: string | null, group: Counted, currency: string) =>
  known(amount, group, currency) ?? '–'

/** Below a bar whose amount is of only some of its investments. */
export function partText(amount: string, { not_converted }: Counted): string | undefined {
  if (not_converted === 0 || isNothing(amount)) return undefined
  return t.plural(not_converted, 'without one that has no rate', 'without {count} that have no rate')
}
