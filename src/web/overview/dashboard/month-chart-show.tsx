// Monthly chart: bars per month, or cumulative lines. Lazy loaded with the dashboard.
import { useElementSize } from '@mantine/hooks'
import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar, LinePath } from '@visx/shape'
import type { Month } from '../../../contract/dashboard.ts'
import { monthText } from '../../platform/lib/format.ts'
import { compactMoney } from '../../platform/lib/money.ts'
import { t } from '../../platform/lib/text.ts'
import styles from './month-chart-show.module.css'

const height = 232
const foot = 28
const head = 12
/** Width of the axis labels. */
const side = 72
/** Half the width of the last label. */
const end = 16
/** Width of one month's label. */
const wordWidth = 56

interface MonthChartShowProps {
  months: Month[]
  currency: string
  /** Series, front one first. */
  keys: readonly ['committed', 'funded'] | readonly ['committed_total', 'funded_total']
  /** Index of the highlighted month. */
  at: number
  /** Text alternative. */
  text: string
  /** Undefined clears the highlight. */
  onAt: (at: number | undefined) => void
}

export default function MonthChartShow({ months, currency, keys, at, text, onAt }: MonthChartShowProps) {
  const { ref, width } = useElementSize()
  const names = months.map(({ month }) => month)
  const x = scaleBand({ domain: names, range: [side, Math.max(width - end, side)] })
  const place = scaleBand({ domain: [...keys], range: [0, x.bandwidth()], paddingInner: 0.08, paddingOuter: 0.3 })
  const y = scaleLinear({ domain: around(months, keys), range: [height - foot, head], nice: 4 })
  const ticks = y.ticks(4).filter(Number.isInteger)
  // Labels as many months as fit, always including the last.
  const every = Math.ceil(wordWidth / Math.max(x.bandwidth(), 1))
  const named = names.filter((_, nth) => (names.length - 1 - nth) % every === 0)
  const middle = (month: Month) => x(month.month)! + x.bandwidth() / 2
  return (
    <div ref={ref} className={styles.chart} data-lines={isTotal(keys) || undefined}>
      <input
        type="range"
        className={styles.months}
        aria-label={t('Month')}
        aria-valuetext={text}
        min={0}
        max={months.length - 1}
        value={at}
        onChange={({ currentTarget }) => onAt(currentTarget.valueAsNumber)}
        onBlur={() => onAt(undefined)}
      />
      <svg aria-hidden width={width} height={height} onPointerLeave={() => onAt(undefined)}>
        <GridRows
          scale={y}
          left={side}
          width={Math.max(width - side, 0)}
          tickValues={ticks}
          stroke="var(--page-line)"
        />
        {months.map((month, nth) => (
          <g key={month.month} onPointerEnter={() => onAt(nth)}>
            <Bar
              x={x(month.month)}
              y={head}
              width={x.bandwidth()}
              height={height - foot - head}
              className={styles.slot}
              data-at={nth === at || undefined}
            />
            {!isTotal(keys) &&
              keys.map((key, kind) => {
                const value = Number(month[key])
                const top = y(Math.max(value, 0))
                return (
                  <Bar
                    key={key}
                    x={x(month.month)! + place(key)!}
                    y={top}
                    width={place.bandwidth()}
                    height={value === 0 ? 0 : Math.max(y(Math.min(value, 0)) - top, 1)}
                    className={styles.bar}
                    data-kind={kinds[kind]}
                  />
                )
              })}
          </g>
        ))}
        {isTotal(keys) &&
          keys.map((key, kind) => (
            <g key={key} className={styles.path} data-kind={kinds[kind]}>
              <LinePath data={months} x={middle} y={(month) => y(Number(month[key]))} />
              {months[at] && <circle cx={middle(months[at])} cy={y(Number(months[at][key]))} r={4} />}
            </g>
          ))}
        <GridRows
          scale={y}
          left={side}
          width={Math.max(width - side, 0)}
          tickValues={[0]}
          stroke="var(--mantine-color-placeholder)"
        />
        <AxisLeft
          scale={y}
          left={side}
          tickValues={ticks}
          tickFormat={(tick) => compactMoney(String(BigInt(Number(tick))), currency)}
          hideAxisLine
          hideTicks
          tickLabelProps={{ className: styles.word, textAnchor: 'end', dx: 0, dy: '0.33em' }}
        />
        <AxisBottom
          scale={x}
          top={height - foot}
          tickValues={named}
          tickFormat={(month) => monthText(month, { short: true })}
          hideAxisLine
          hideTicks
          tickLabelProps={{ className: styles.word, textAnchor: 'middle' }}
        />
      </svg>
    </div>
  )
}

const kinds = ['first', 'second'] as const
const isTotal = (keys: MonthChartShowProps['keys']) => keys[0] === 'committed_total'

/** Range from lowest to highest value, including zero; at least four, so that grid lines are whole amounts. */
function around(months: Month[], keys: MonthChartShowProps['keys']): [number, number] {
  const values = months.flatMap((month) => keys.map((key) => Number(month[key])))
  const low = Math.min(0, ...values)
  return [low, Math.max(low + 4, 0, ...values)]
}
