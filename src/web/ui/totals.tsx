// The foot of a list: how many match and what they come to, in the base currency, in each currency, and what could not be converted.
import { Skeleton } from '@mantine/core'
import { calendarDay } from '../lib/format.ts'
import { money } from '../lib/money.ts'
import { t } from '../lib/text.ts'
import styles from './totals.module.css'

type Line = { currency: string; count: number } & Record<string, unknown>
export interface TotalsAnswer {
  count: number
  by_currency: Line[]
  base: { currency: string; as_of: string; not_converted: Line[] } & Record<string, unknown>
}

interface TotalsProps {
  /** The answer of useQuery, with `placeholderData: keepPreviousData`. */
  totals: { data: TotalsAnswer | undefined; error: unknown; isPlaceholderData: boolean }
  /** What is summed: the name in the answer, and its word. */
  figures: readonly { key: string; label: string }[]
  /** "1,243 investments", of the count. */
  counted: (count: number) => string
}

/** Two lines from the beginning, so that nothing moves when the sums come. */
export function Totals({ totals: { data, error, isPlaceholderData }, figures, counted }: TotalsProps) {
  if (error && !data) return <div className={styles.totals}>{t('The totals could not be loaded')}</div>
  return (
    <section
      className={styles.totals}
      aria-label={t('Totals')}
      data-stale={isPlaceholderData || undefined}
      aria-busy={!data}
    >
      <div className={styles.line}>
        <strong>{data ? counted(data.count) : <Skeleton width="8rem" height={12} />}</strong>
        {figures.map(({ key, label }) => (
          <span key={key} className={styles.figure}>
            <span className={styles.label}>{label}</span>
            <strong>
              {data ? money(String(data.base[key]), data.base.currency) : <Skeleton width="7rem" height={12} />}
            </strong>
          </span>
        ))}
      </div>
      <div className={styles.line} data-small>
        {data ? <Currencies data={data} figures={figures} /> : <Skeleton width="16rem" height={10} />}
      </div>
    </section>
  )
}

function Currencies({ data, figures }: { data: TotalsAnswer } & Pick<TotalsProps, 'figures'>) {
  const { by_currency, base } = data
  // What is in the base currency alone has been said above.
  const isPlain = by_currency.every(({ currency }) => currency === base.currency)
  return (
    <>
      {!isPlain && <span>{t('Rates as of {day}', { day: calendarDay(base.as_of) })}</span>}
      {!isPlain &&
        by_currency.map((line) => (
          <span key={line.currency} title={t.plural(line.count, 'one record', '{count} records')}>
            {sums(line, figures)}
          </span>
        ))}
      {base.not_converted.map((line) => (
        <span key={line.currency} className={styles.missing}>
          {t('Not converted, no rate: {sums}', { sums: sums(line, figures) })}
        </span>
      ))}
    </>
  )
}

/** "Committed IDR 500 · Funded IDR 20"; a single figure needs no word, and nothing needs no saying unless all is nothing. */
function sums(line: Line, figures: TotalsProps['figures']) {
  const given = figures.filter(({ key }) => line[key] !== undefined)
  const something = given.filter(({ key }) => /[1-9]/.test(String(line[key])))
  return (something.length > 0 ? something : given.slice(0, 1))
    .map(({ key, label }) => {
      const amount = money(String(line[key]), line.currency)
      return figures.length > 1 ? `${label} ${amount}` : amount
    })
    .join(' · ')
}
