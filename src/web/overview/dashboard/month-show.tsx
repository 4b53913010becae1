// Committed and funded amounts by month or cumulative.
import { SegmentedControl, Skeleton } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Month } from '../../../contract/dashboard.ts'
import { monthText } from '../../platform/lib/format.ts'
import { money } from '../../platform/lib/money.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { ChartSection } from '../../platform/ui/chart-section.tsx'
import { Mark } from './legend-badge.tsx'
import styles from './month-show.module.css'

const load = () => import('./month-chart-show.tsx')
const MonthChartShow = lazy(() => load().catch(() => ({ default: NoChart })))
/** Height of the chart. */
const waiting = <Skeleton height={232} />

interface MonthShowProps {
  months: Month[] | undefined
  currency: string | undefined
  kind: MonthFigure
  onKind: (kind: MonthFigure) => void
}

type MonthFigure = 'month' | 'total'

export function MonthShow({ months, currency = '', kind, onKind }: MonthShowProps) {
  const [at, setAt] = useState<number>()
  // Prefetches the chart while the amounts load.
  useEffect(() => void load().catch(() => undefined), [])
  const nth = Math.min(at ?? Number.POSITIVE_INFINITY, (months?.length ?? 0) - 1)
  const shown = months?.[nth]
  const keys = kind === 'month' ? (['committed', 'funded'] as const) : (['committed_total', 'funded_total'] as const)
  const amount = (value: string) => money(value, currency)
  const amounts = shown && {
    first: t('{figure} {amount}', { figure: t('Committed'), amount: amount(shown[keys[0]]) }),
    second: t('{figure} {amount}', { figure: t('Funded'), amount: amount(shown[keys[1]]) }),
  }
  return (
    <ChartSection
      title={t('Committed and funded by month')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('Chart data')}
          value={kind}
          onChange={(value) => onKind(value as MonthFigure)}
          data={[
            { value: 'month', label: t('By month') },
            { value: 'total', label: t('Running total') },
          ]}
        />
      }
      chart={
        <>
          <Row as="p" gap={20} rowGap={0} align="stretch" wrap mb={12} figures className={styles.read}>
            {shown && amounts && (
              <>
                <strong>{monthText(shown.month)}</strong>
                <span>
                  <Mark kind="first" /> {amounts.first}
                </span>
                <span>
                  <Mark kind="second" /> {amounts.second}
                </span>
              </>
            )}
          </Row>
          {months ? (
            <Suspense fallback={waiting}>
              <MonthChartShow
                months={months}
                currency={currency}
                keys={keys}
                at={nth}
                text={shown && amounts ? `${monthText(shown.month)}: ${amounts.first}, ${amounts.second}` : ''}
                onAt={setAt}
              />
            </Suspense>
          ) : (
            waiting
          )}
        </>
      }
      table={
        months && {
          heads: [t('Month'), t('Committed'), t('Total committed'), t('Funded'), t('Total funded')],
          rows: [...months].reverse().map((each) => ({
            key: each.month,
            name: monthText(each.month),
            cells: [each.committed, each.committed_total, each.funded, each.funded_total].map(amount),
          })),
        }
      }
    />
  )
}

function NoChart() {
  return (
    <Text dimmed className={styles.none}>
      {t('The chart could not be loaded. The table has all its amounts.')}
    </Text>
  )
}
