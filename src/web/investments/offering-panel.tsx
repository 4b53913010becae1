// Sums of an offering in its own currency, and its target.
import { Anchor, Progress, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { investments } from '../../contract/investments.ts'
import type { Offering } from '../../contract/offerings.ts'
import { query } from '../api.ts'
import { percent } from '../lib/format.ts'
import { money } from '../lib/money.ts'
import { language, t } from '../lib/text.ts'
import { ErrorState } from '../ui/empty.tsx'
import styles from './offering-panel.module.css'
import { percentOf } from './progress.ts'

interface OfferingPanelProps {
  offering: Offering
  /** Called before its investments are opened. */
  onLeave: (event: MouseEvent) => void
}

export function OfferingPanel({ offering, onLeave }: OfferingPanelProps) {
  const { id, currency, target_amount, investment_count } = offering
  const { data, error, refetch } = useQuery({
    ...query(investments.totals, { query: { offering_id: [id], in: currency } }),
    refetchOnMount: 'always',
  })
  if (investment_count === 0) return null
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton height={84} mb="lg" />
  const { pipeline, committed, funded, not_converted } = data.base
  const figures = [
    { label: t('Committed'), amount: committed },
    { label: t('Funded'), amount: funded },
    { label: t('Pipeline'), amount: pipeline },
  ]
  const part = target_amount === null ? undefined : percentOf(committed, target_amount)
  return (
    <div className={styles.panel}>
      <dl className={styles.figures}>
        {figures.map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{money(amount, currency)}</dd>
          </div>
        ))}
      </dl>
      {part !== undefined && (
        <div className={styles.note}>
          <Progress value={Math.min(part, 100)} size="sm" aria-label={t('Committed share of the target')} />
          {t('{percent} of the target is committed', { percent: percent(part, 100) })}
        </div>
      )}
      {not_converted.length > 0 && (
        <p className={styles.missing}>
          {t('Not included, no exchange rate: {currencies}', {
            currencies: new Intl.ListFormat(language()).format(not_converted.map((line) => line.currency)),
          })}
        </p>
      )}
      <Anchor component={Link} to={`/investments?offering_id=${id}`} onClick={onLeave}>
        {t.plural(investment_count, 'Show its investment', 'Show its {count} investments')}
      </Anchor>
    </div>
  )
}
