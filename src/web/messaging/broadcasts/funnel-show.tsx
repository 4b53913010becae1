// Funnel: sent, delivered, read, replied. Each step includes the later ones.
import type { RecipientCounts } from '../../../contract/broadcasts.ts'
import { number, percent } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Stack, Text } from '../../platform/ui/box.tsx'
import styles from './funnel-show.module.css'
import { funnelOf } from './progress.ts'

export function FunnelShow({ counts, replied }: { counts: RecipientCounts; replied: number }) {
  const { sent, delivered, read } = funnelOf(counts)
  const steps = [
    { step: 'sent', label: t('Sent'), count: sent },
    { step: 'delivered', label: t('Delivered'), count: delivered },
    { step: 'read', label: t('Read'), count: read },
    { step: 'replied', label: t('Replied'), count: replied },
  ]
  return (
    <Stack as="dl" gap={10} mt={12} figures pt={20} lineAbove aria-label={t('Delivery')}>
      {steps.map(({ step, label, count }) => (
        <div key={step} className={styles.step}>
          <dt>{label}</dt>
          <dd>
            <span className={styles.track} aria-hidden>
              <span
                className={styles.bar}
                data-step={step}
                style={{ inlineSize: `${sent ? (count / sent) * 100 : 0}%` }}
              />
            </span>
            <Text as="span" weight={600} textAlign="end">
              {number(count)}
            </Text>
            <Text as="span" dimmed textAlign="end">
              {sent ? percent(count, sent) : '—'}
            </Text>
          </dd>
        </div>
      ))}
    </Stack>
  )
}
