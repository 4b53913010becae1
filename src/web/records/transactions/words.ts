// Texts for the enums of transactions.
import type { TransactionKind, TransactionState } from '../../../contract/transactions.ts'
import { t } from '../../platform/lib/text.ts'

export function kindText(kind: TransactionKind) {
  return {
    contribution: t('Contribution'),
    distribution: t('Distribution'),
    return_of_capital: t('Return of capital'),
    fee: t('Fee'),
    refund: t('Refund'),
  }[kind]
}

/** Effect of a kind on the sums. */
export function kindHelp(kind: TransactionKind) {
  return {
    contribution: t('Money from the investor. Counts as funded once settled.'),
    distribution: t('Profit paid to the investor.'),
    return_of_capital: t(
      'Capital paid back to the investor. Counts as distributed; the funded amount does not change.',
    ),
    fee: t('Paid in addition to the investment. Not included in totals.'),
    refund: t('A contribution paid back. Reduces the funded amount.'),
  }[kind]
}

export function stateText(state: TransactionState) {
  return { scheduled: t('Scheduled'), settled: t('Settled'), cancelled: t('Cancelled') }[state]
}
