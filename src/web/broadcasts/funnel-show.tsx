// Funnel: sent, delivered, read, replied. Each step includes the later ones.
import type { RecipientCounts } from '../../contract/broadcasts.ts'
import { number, percent } from '../lib/format.ts'
import { t } from '../lib/text.ts'
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
    <dl className={styles.funnel} aria-label={t('Delivery')}>
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
            <span className={styles.count}>{number(count)}</span>
            <span className={styles.part}>{sent ? percent(count, sent) : '—'}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
