// Sums of an offering in its own currency, and its target.
import { Anchor, Progress, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { investments } from '../../../contract/investments.ts'
import type { Offering } from '../../../contract/offerings.ts'
import { query } from '../../api.ts'
import { percent } from '../../platform/lib/format.ts'
import { money } from '../../platform/lib/money.ts'
import { percentOf } from '../../platform/lib/progress.ts'
import { language, t } from '../../platform/lib/text.ts'
import { Stack, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import styles from './offering-panel.module.css'

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
    <Stack gap={12} mb={24} figures py={16} px={16} outlined>
      <Stack as="dl" gap={6} className={styles.figures}>
        {figures.map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{money(amount, currency)}</dd>
          </div>
        ))}
      </Stack>
      {part !== undefined && (
        <Stack gap={6} size={13} dimmed>
          <Progress value={Math.min(part, 100)} size="sm" aria-label={t('Committed share of the target')} />
          {t('{percent} of the target is committed', { percent: percent(part, 100) })}
        </Stack>
      )}
      {not_converted.length > 0 && (
        <Text size={13} py={2} px={8} className={styles.missing}>
          {t('Not included, no exchange rate: {currencies}', {
            currencies: new Intl.ListFormat(language()).format(not_converted.map((line) => line.currency)),
          })}
        </Text>
      )}
      <Anchor component={Link} to={`/investments?offering_id=${id}`} onClick={onLeave}>
        {t.plural(investment_count, 'Show its investment', 'Show its {count} investments')}
      </Anchor>
    </Stack>
  )
}
