// Progress of a broadcast, the remaining time, and what it is waiting for.
import { Anchor, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type Broadcast, broadcasts } from '../../contract/broadcasts.ts'
import { query } from '../api.ts'
import { number, percent } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { EstimateShow } from './estimate-show.tsx'
import { observed as observe, progressOf, type Sample, secondsLeft } from './progress.ts'
import styles from './progress-show.module.css'
import { broadcastWaitOf } from './wait-text.ts'

export function ProgressShow({ broadcast }: { broadcast: Broadcast }) {
  const { total, settled } = progressOf(broadcast.counts)
  const estimate = useEstimate(broadcast)
  const observed = useTimeLeft(broadcast)
  const isHeld = broadcast.status === 'paused' || broadcast.waiting?.reason === 'session'
  // No estimate while it waits for a user.
  const left = isHeld ? '' : estimate ? leftText((Date.parse(estimate.ends_at) - Date.now()) / 1_000) : observed
  return (
    <div className={styles.progress}>
      <div className={styles.figures}>
        <strong className={styles.percent}>{percent(settled, total)}</strong>
        <span>{t('{settled} of {total} finished', { settled: number(settled), total: number(total) })}</span>
        <span className={styles.left}>{left}</span>
      </div>
      <Progress
        size="lg"
        value={total ? (settled / total) * 100 : 0}
        color={broadcast.status === 'completed' ? 'green' : undefined}
        aria-label={t('Progress')}
        transitionDuration={400}
      />
      <WaitShow broadcast={broadcast} />
      {estimate && <EstimateShow estimate={estimate} isLoading={false} isHeld={isHeld} />}
    </div>
  )
}

/** What it is waiting for, or how it ended. */
export function WaitShow({ broadcast }: { broadcast: Broadcast }) {
  const wait = broadcastWaitOf(broadcast)
  return (
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
  )
}

const estimateMs = 30_000

/** For a throttled session, the limits give the time of the last message. */
function useEstimate({ id, status }: Broadcast) {
  const isWanted = status === 'sending' || status === 'paused'
  const { data } = useQuery({
    ...query(broadcasts.estimate, { params: { id } }),
    enabled: isWanted,
    staleTime: 0,
    refetchInterval: status === 'sending' ? estimateMs : false,
  })
  return isWanted ? data?.estimate : undefined
}

/** Only while this page is open: the rate is observed by it. */
function useTimeLeft(broadcast: Broadcast): string {
  const { total, settled } = progressOf(broadcast.counts)
  const isMoving = broadcast.status === 'sending' && broadcast.waiting?.reason !== 'session'
  const [samples, setSamples] = useState<Sample[]>([])
  useEffect(() => {
    setSamples((before) => (isMoving ? observe(before, { at: performance.now(), settled }) : []))
  }, [isMoving, settled])
  const seconds = isMoving ? secondsLeft(samples, total) : undefined
  return seconds ? leftText(seconds) : ''
}

function leftText(seconds: number) {
  if (seconds < 60) return t('less than a minute left')
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return t.plural(minutes, 'about {count} minute left', 'about {count} minutes left')
  const hours = Math.round(minutes / 60)
  if (hours < 48) return t.plural(hours, 'about {count} hour left', 'about {count} hours left')
  const days = Math.round(hours / 24)
  return t.plural(days, 'about {count} day left', 'about {count} days left')
}
