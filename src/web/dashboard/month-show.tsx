// What was committed and funded month by month, or in all until then.
import { SegmentedControl, Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import type { Month } from '../../contract/dashboard.ts'
import { monthText } from '../lib/format.ts'
import { compactMoney, money } from '../lib/money.ts'
import { t } from '../lib/text.ts'
import { ChartSection } from '../ui/chart-section.tsx'
import styles from './month-show.module.css'
import { ticksOf } from './scale.ts'

interface MonthShowProps {
  months: Month[] | undefined
  currency: string | undefined
}

type Kind = 'month' | 'total'

export function MonthShow({ months, currency = '' }: MonthShowProps) {
  const [kind, setKind] = useState<Kind>('month')
  const [at, setAt] = useState<number>()
  const shown = months?.[at ?? months.length - 1]
  const amount = (value: string) => money(value, currency)
  return (
    <ChartSection
      title={t('Committed and funded by month')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('What the chart shows')}
          value={kind}
          onChange={(value) => setKind(value as Kind)}
          data={[
            { value: 'month', label: t('By month') },
            { value: 'total', label: t('Running total') },
          ]}
        />
      }
      chart={
        <>
          <p className={styles.read}>
            {shown && (
              <>
                <strong>{monthText(shown.month)}</strong>
                <span>
                  <Mark kind="first" /> {t('Committed')}{' '}
                  {amount(kind === 'month' ? shown.committed : shown.committed_total)}
                </span>
                <span>
                  <Mark kind="second" /> {t('Funded')} {amount(kind === 'month' ? shown.funded : shown.funded_total)}
                </span>
              </>
            )}
          </p>
          {months ? (
            <Chart months={months} currency={currency} kind={kind} at={at} onAt={setAt} />
          ) : (
            <Skeleton height={height} />
          )}
        </>
      }
      table={
        months && {
          heads: [t('Month'), t('Committed'), t('Committed in all'), t('Funded'), t('Funded in all')],
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

function Mark({ kind }: { kind: 'first' | 'second' }) {
  return <span className={styles.mark} data-kind={kind} aria-hidden />
}

const height = 232
const foot = 24
const head = 8
/** As wide as the words on the axis. */
const side = 72
/** For the half of the last word. */
const end = 16

interface ChartProps {
  months: Month[]
  currency: string
  kind: Kind
  at: number | undefined
  onAt: (at: number | undefined) => void
}

function Chart({ months, currency, kind, at, onAt }: ChartProps) {
  const { ref, width } = useElementSize()
  const keys = kind === 'month' ? (['committed', 'funded'] as const) : (['committed_total', 'funded_total'] as const)
  const ticks = ticksOf(months.flatMap((month) => keys.map((key) => month[key])))
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const y = (value: number) => head + ((high - value) / (high - low)) * (height - foot - head)
  const step = Math.max(width - side - end, 0) / months.length
  const x = (nth: number) => side + nth * step
  // As many months are named as there is room for.
  const every = Math.ceil(56 / Math.max(step, 1))
  const line = (key: (typeof keys)[number]) =>
    months.map((month, nth) => `${x(nth) + step / 2},${y(Number(month[key]))}`).join(' ')
  return (
    <div ref={ref} className={styles.chart}>
      <svg
        role="img"
        aria-label={t('{count} months. As a table each has its amounts.', { count: months.length })}
        width={width}
        height={height}
        onPointerLeave={() => onAt(undefined)}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              x1={side}
              x2={width}
              y1={y(tick)}
              y2={y(tick)}
              className={styles.line}
              data-zero={tick === 0 || undefined}
            />
            <text x={side - 8} y={y(tick) + 4} className={styles.word} data-end>
              {compactMoney(String(BigInt(Math.round(tick))), currency)}
            </text>
          </g>
        ))}
        {months.map((month, nth) => (
          <g key={month.month} onPointerEnter={() => onAt(nth)}>
            <rect
              x={x(nth)}
              y={head}
              width={step}
              height={height - foot - head}
              className={styles.slot}
              data-at={nth === at || undefined}
            />
            {kind === 'month' &&
              keys.map((key, place) => {
                const value = Number(month[key])
                const top = y(Math.max(value, 0))
                return (
                  <rect
                    key={key}
                    x={x(nth) + step * (place === 0 ? 0.14 : 0.52)}
                    y={top}
                    width={step * 0.34}
                    height={value === 0 ? 0 : Math.max(y(Math.min(value, 0)) - top, 1)}
                    className={styles.bar}
                    data-kind={place === 0 ? 'first' : 'second'}
                  />
                )
              })}
            {(months.length - 1 - nth) % every === 0 && (
              <text x={x(nth) + step / 2} y={height - 6} className={styles.word}>
                {monthText(month.month, { short: true })}
              </text>
            )}
          </g>
        ))}
        {kind === 'total' &&
          keys.map((key, place) => (
            <polyline
              key={key}
              points={line(key)}
              className={styles.path}
              data-kind={place === 0 ? 'first' : 'second'}
            />
          ))}
      </svg>
    </div>
  )
}
