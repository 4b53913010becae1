// Badge: settled, due, overdue or cancelled.
import type { Transaction } from '../../../contract/transactions.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { kindText, stateText } from './words.ts'

export { kindText, stateText }

export function TransactionBadge({ state, is_overdue }: Pick<Transaction, 'state' | 'is_overdue'>) {
  if (is_overdue) return <ToneBadge tone="bad">{t('Overdue')}</ToneBadge>
  return <ToneBadge tone={tones[state]}>{stateText(state)}</ToneBadge>
}

const tones = { scheduled: 'accent', settled: 'good', cancelled: 'neutral' } as const
