// Field labels of a transaction.
import { t } from '../../platform/lib/text.ts'
import type { TransactionValues } from './values.ts'

export const transactionLabels = (): Record<keyof TransactionValues, string> => ({
  kind: t('Kind'),
  state: t('State'),
  amount: t('Amount'),
  due_on: t('Due on'),
  settled_on: t('Settled on'),
  reference: t('Reference'),
  note: t('Note'),
})
