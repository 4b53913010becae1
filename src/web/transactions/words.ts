// Texts for the enums of transactions.
import type { TransactionKind, TransactionState } from '../../contract/transactions.ts'
import { t } from '../lib/text.ts'

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
    contribution: t('Money from the investor. Once settled, it is funded.'),
    distribution: t('Profit paid to the investor.'),
    return_of_capital: t('Capital paid back to the investor. Counts as distributed; what is funded stays.'),
    fee: t('Paid besides the investment. In no sum.'),
    refund: t('A contribution given back. Taken off what is funded.'),
  }[kind]
}

export function stateText(state: TransactionState) {
  return { scheduled: t('Scheduled'), settled: t('Settled'), cancelled: t('Cancelled') }[state]
}
