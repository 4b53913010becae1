// Shows how much a figure has changed since the earlier day.
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react'
import type { DashboardComparison } from '../../../contract/dashboard.ts'
import type { Figure } from '../../../contract/investments.ts'
import { calendarDay } from '../../platform/lib/format.ts'
import { compactMoney, money } from '../../platform/lib/money.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import { shareText } from './scale.ts'
import { directionOf, toneOf } from './trend.ts'
import styles from './trend-badge.module.css'

interface TrendBadgeProps {
  figure: Figure
  /** The figure beside the badge. A comparison loaded for another value of it is not shown. */
  amount: string | undefined
  /** Undefined while loading. */
  comparison: DashboardComparison | undefined
}

export function TrendBadge({ figure, amount, comparison }: TrendBadgeProps) {
  const trend = comparison?.figures.find((each) => each.figure === figure)
  if (!comparison || !trend || trend.now !== amount) return <Skeleton width="9rem" height={12} my={4} />
  const { change, percent } = trend
  const { currency } = comparison
  const day = calendarDay(comparison.day)
  if (change === null) return <>{t('Change since {day} unknown: a rate is missing', { day })}</>
  const direction = directionOf(change)
  if (direction === 'same') {
    return (
      <>
        <IconMinus size={14} stroke={2.2} className={styles.arrow} aria-hidden /> {t('No change since {day}', { day })}
      </>
    )
  }
  const isMore = direction === 'more'
  const Icon = isMore ? IconArrowUpRight : IconArrowDownRight
  const by = change.replace('-', '')
  const share = percent && shareText(percent.replace('-', ''))
  const exact = money(by, currency)
  const sentence = isMore
    ? t('{amount} more than on {day}', { amount: exact, day })
    : t('{amount} less than on {day}', { amount: exact, day })
  return (
    <>
      <span aria-hidden>
        <Text as="span" tone={toneOf(figure, direction)} weight={600} nowrap>
          <Icon size={14} stroke={2.2} className={styles.arrow} /> {compactMoney(by, currency)}
          {share && ` (${share})`}
        </Text>{' '}
        <Text as="span" nowrap>
          {t('since {day}', { day })}
        </Text>
      </span>
      <VisuallyHidden>{[sentence, share].filter(Boolean).join(', ')}</VisuallyHidden>
    </>
  )
}
