// Delivered, read and replied messages of a broadcast, each as a number and as a share of the sent ones.
import type { Broadcast } from '../../../contract/broadcasts.ts'
import { number, percent } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import styles from './outcome-show.module.css'
import { funnelOf, progressOf } from './progress.ts'

type Step = 'delivered' | 'read' | 'replied'

/** The numbers at the top of a broadcast's page. */
export function OutcomeShow({ broadcast: { counts, replied } }: { broadcast: Pick<Broadcast, 'counts' | 'replied'> }) {
  const { sent, delivered, read } = funnelOf(counts)
  const { toSend } = progressOf(counts)
  const steps = [
    { step: 'delivered', label: t('Delivered'), count: delivered },
    { step: 'read', label: t('Read'), count: read },
    { step: 'replied', label: t('Replied'), count: replied },
  ] as const
  return (
    <dl className={styles.outcome} aria-label={t('Delivery')}>
      {steps.map(({ step, label, count }) => (
        <div key={step}>
          <Text as="dt" size={13} dimmed>
            {label}
          </Text>
          <dd>
            <span className={styles.count}>
              <strong>{number(count)}</strong>
              {step === 'delivered' && toSend > 0 && ` ${t('of {total}', { total: number(toSend) })}`}
            </span>
            <OutcomeBar step={step} count={count} of={sent} />
            <Text as="span" size={12} dimmed>
              {sent > 0 ? t('{percent} of sent', { percent: percent(count, sent) }) : ' '}
            </Text>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Bar for the share of a step in the sent messages. The number is shown next to it. */
export function OutcomeBar({ step, count, of }: { step: Step; count: number; of: number }) {
  return (
    <span className={styles.track} aria-hidden>
      <span className={styles.bar} data-step={step} style={{ inlineSize: `${of ? (count / of) * 100 : 0}%` }} />
    </span>
  )
}
