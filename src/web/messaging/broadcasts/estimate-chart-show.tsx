// Chart of how many messages leave in each hour or day.
import type { Estimate } from '../../../contract/preflight.ts'
import { dateTime, day, hour, number, shortDay } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import styles from './estimate-chart-show.module.css'
import { barsOf, labelStep } from './schedule.ts'

export function EstimateChart({ estimate }: { estimate: Estimate }) {
  const bars = barsOf(estimate)
  if (bars.length < 2) return null
  const most = Math.max(...bars.map(({ count }) => count))
  const isHour = estimate.schedule_step === 'hour'
  const nameOf = (from: string) => (isHour ? dateTime(from) : day(from))
  const step = labelStep(bars.length, isHour)
  const span = { first: nameOf(bars[0]!.from), last: nameOf(bars.at(-1)!.from), most: number(most) }
  return (
    <Text
      as="figure"
      className={styles.figure}
      size={12}
      dimmed
      figures
      style={{ maxInlineSize: `min(36rem, ${Math.max(16, bars.length * 3.5)}rem)` }}
    >
      <figcaption>{isHour ? t('Messages per hour') : t('Messages per day')}</figcaption>
      <div
        className={styles.chart}
        role="img"
        aria-label={
          isHour
            ? t('Messages per hour, from {first} to {last}; at most {most} per hour.', span)
            : t('Messages per day, from {first} to {last}; at most {most} per day.', span)
        }
      >
        <span className={styles.axis}>
          <span>{number(most)}</span>
          <span>0</span>
        </span>
        <span className={styles.plot}>
          {bars.map(({ from, count }) => (
            <span
              key={from}
              className={styles.bar}
              title={t('{when}: {count}', { when: nameOf(from), count: number(count) })}
              style={{ blockSize: `${(count / most) * 100}%` }}
              data-none={count === 0 || undefined}
            />
          ))}
        </span>
        <span className={styles.labels}>
          {bars.map(({ from }, index) => (
            <span key={from}>
              {index % step === 0 && (
                <span className={styles.label}>
                  {isHour ? hour(from) : shortDay(from)}
                  {isHour && isNewDay(bars[index - step]?.from, from) && <span>{shortDay(from)}</span>}
                </span>
              )}
            </span>
          ))}
        </span>
      </div>
    </Text>
  )
}

const isNewDay = (before: string | undefined, from: string) => before === undefined || day(before) !== day(from)
