// Exact sums of an investment: committed, funded, outstanding, distributed.
import { Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Investment } from '../../../contract/investments.ts'
import { calendarDay, percent } from '../../platform/lib/format.ts'
import { money } from '../../platform/lib/money.ts'
import { isZero, percentOf } from '../../platform/lib/progress.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import styles from './figure-show.module.css'

export function FigureShow({ investment }: { investment: Investment }) {
  const { currency, expected_amount, committed_amount, funded, outstanding, due, overdue, next_due_on, distributed } =
    investment
  const amount = (value: string) => money(value, currency)
  const part = committed_amount === null ? undefined : percentOf(funded, committed_amount)
  // An amount whose status does not count as committed is in no sum.
  const isCounted = ['committed', 'funded', 'exited'].includes(investment.status.category)
  const isLate = !isZero(overdue)
  return (
    <Row as="dl" gap={24} rowGap={20} align="stretch" wrap className={styles.figures}>
      {committed_amount === null ? (
        <Figure label={t('Expected')} value={expected_amount === null ? undefined : amount(expected_amount)} />
      ) : (
        <Figure
          label={isCounted ? t('Committed') : t('Committed amount')}
          value={amount(committed_amount)}
          note={
            expected_amount !== null &&
            expected_amount !== committed_amount &&
            t('{amount} expected', { amount: amount(expected_amount) })
          }
        />
      )}
      <Figure
        label={t('Funded')}
        value={amount(funded)}
        note={
          part !== undefined && (
            <>
              <Progress
                className={styles.progress}
                value={Math.min(Math.max(part, 0), 100)}
                size="sm"
                aria-label={t('Funded share of the commitment')}
              />
              {t('{percent} of the commitment', { percent: percent(part, 100) })}
            </>
          )
        }
      />
      <Figure label={t('Outstanding')} value={amount(outstanding)} />
      <Figure
        label={isLate ? t('Overdue') : t('Due')}
        value={amount(isLate ? overdue : due)}
        isBad={isLate}
        note={
          isLate
            ? !isZero(due) && t('{amount} due later', { amount: amount(due) })
            : next_due_on !== null && !isZero(due) && t('next on {day}', { day: calendarDay(next_due_on) })
        }
      />
      <Figure label={t('Distributed')} value={amount(distributed)} />
    </Row>
  )
}

interface FigureProps {
  label: string
  value: string | undefined
  note?: ReactNode
  isBad?: boolean
}

function Figure({ label, value, note, isBad }: FigureProps) {
  return (
    <div className={styles.figure} data-bad={isBad || undefined}>
      <dt>{label}</dt>
      <dd>
        <Text as="span" weight={600} figures nowrap className={styles.amount}>
          {value ?? (
            <Text as="span" size={14} weight={400} dimmed>
              {t('Not set')}
            </Text>
          )}
        </Text>
        {note && (
          <Text as="div" size={13} dimmed figures>
            {note}
          </Text>
        )}
      </dd>
    </div>
  )
}
