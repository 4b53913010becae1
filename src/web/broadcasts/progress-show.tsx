// How much is settled, how long the rest takes, and what it is waiting for.
import { Anchor, Progress } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Broadcast } from '../../contract/broadcasts.ts'
import { number, percent } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { observed, progressOf, type Sample, secondsLeft } from './progress.ts'
import styles from './progress-show.module.css'
import { waitOf } from './waiting.ts'

export function ProgressShow({ broadcast }: { broadcast: Broadcast }) {
  const { total, settled } = progressOf(broadcast.counts)
  const left = useTimeLeft(broadcast)
  const wait = waitOf(broadcast)
  return (
    <div className={styles.progress}>
      <div className={styles.figures}>
        <strong className={styles.percent}>{percent(settled, total)}</strong>
        <span>{t('{settled} of {total} settled', { settled: number(settled), total: number(total) })}</span>
        <span className={styles.left}>{left}</span>
      </div>
      <Progress
        size="lg"
        value={total ? (settled / total) * 100 : 0}
        color={broadcast.status === 'completed' ? 'green' : undefined}
        aria-label={t('Progress')}
        transitionDuration={400}
      />
      <p className={styles.wait} data-tone={wait?.tone} role="status">
        {wait && (
          <>
            {wait.text}{' '}
            {wait.session && (
              <Anchor component={Link} to="/account#whatsapp" inherit underline="always">
                {t('Go to Account')}
              </Anchor>
            )}
          </>
        )}
      </p>
    </div>
  )
}

/** Known only while this page watches: the rate is what it saw itself. */
function useTimeLeft(broadcast: Broadcast): string {
  const { total, settled } = progressOf(broadcast.counts)
  const isMoving = broadcast.status === 'sending' && broadcast.waiting?.reason !== 'session'
  const [samples, setSamples] = useState<Sample[]>([])
  useEffect(() => {
    setSamples((before) => (isMoving ? observed(before, { at: performance.now(), settled }) : []))
  }, [isMoving, settled])
  const seconds = isMoving ? secondsLeft(samples, total) : undefined
  return seconds ? durationText(seconds) : ''
}

function durationText(seconds: number) {
  if (seconds < 60) return t('less than a minute left')
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return t.plural(minutes, 'about {count} minute left', 'about {count} minutes left')
  const hours = Math.round(minutes / 60)
  if (hours < 48) return t.plural(hours, 'about {count} hour left', 'about {count} hours left')
  const days = Math.round(hours / 24)
  return t.plural(days, 'about {count} day left', 'about {count} days left')
}
