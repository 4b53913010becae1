// Progress of a broadcast, the remaining time, and what it is waiting for.
import { Anchor, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type Broadcast, broadcasts } from '../../../contract/broadcasts.ts'
import { query } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { EstimateShow } from './estimate-show.tsx'
import { OutcomeShow } from './outcome-show.tsx'
import { observed as observe, progressOf, type Sample, secondsLeft } from './progress.ts'
import styles from './progress-show.module.css'
import { broadcastWaitOf } from './wait-text.ts'

export function ProgressShow({ broadcast }: { broadcast: Broadcast }) {
  const { toSend, sent } = progressOf(broadcast.counts)
  const { failed } = broadcast.counts
  const estimate = useEstimate(broadcast)
  const observed = useTimeLeft(broadcast)
  const isHeld = broadcast.status === 'paused' || broadcast.waiting?.reason === 'session'
  // No estimate while it waits for a user.
  const left = isHeld ? '' : estimate ? leftText((Date.parse(estimate.ends_at) - Date.now()) / 1_000) : observed
  return (
    <Text as="div" figures>
      <OutcomeShow broadcast={broadcast} />
      <Row gap={12} rowGap={0} align="baseline" wrap mt={20} mb={8}>
        <span>
          {toSend > 0
            ? t('{sent} of {total} sent', { sent: number(sent), total: number(toSend) })
            : t('No messages to send')}
        </span>
        <Text as="span" dimmed pushEnd className={styles.left}>
          {left}
        </Text>
      </Row>
      <Progress.Root size="lg" transitionDuration={120}>
        <Progress.Section
          value={toSend ? (sent / toSend) * 100 : 0}
          color={broadcast.status === 'completed' ? 'green' : undefined}
          aria-label={t('Sent')}
        />
        {failed > 0 && <Progress.Section value={(failed / toSend) * 100} color="red" aria-label={t('Failed')} />}
      </Progress.Root>
      <Apart counts={broadcast.counts} />
      <WaitShow broadcast={broadcast} />
      {estimate && <EstimateShow estimate={estimate} isLoading={false} isHeld={isHeld} />}
    </Text>
  )
}

/** Recipients without a message, apart from those that get one. */
function Apart({ counts: { failed, skipped, cancelled } }: Pick<Broadcast, 'counts'>) {
  const parts = [
    failed > 0 && t('{count} failed', { count: number(failed) }),
    skipped > 0 && t('{count} skipped', { count: number(skipped) }),
    cancelled > 0 && t('{count} cancelled', { count: number(cancelled) }),
  ].filter(Boolean)
  return (
    <Text size={13} mt={8} dimmed className={styles.apart}>
      {parts.join(' · ')}
    </Text>
  )
}

/** What it is waiting for, or how it ended. */
export function WaitShow({ broadcast }: { broadcast: Broadcast }) {
  const wait = broadcastWaitOf(broadcast)
  return (
    <Text mt={12} dimmed tone={wait?.tone === 'quiet' ? undefined : wait?.tone} className={styles.wait} role="status">
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
    </Text>
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
