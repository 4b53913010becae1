// When a broadcast starts, in its time zone, and when it expires.
import type { Broadcast } from '../../../contract/broadcasts.ts'
import { clockAt } from '../../../contract/local-time.ts'
import type { Estimate } from '../../../contract/preflight.ts'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { dateTime } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { Stack, Text } from '../../platform/ui/box.tsx'
import { EstimateShow } from './estimate-show.tsx'
import { PreflightShow, usePreflight } from './preflight-show.tsx'
import { clockText } from './time-text.ts'
import { scheduledHeadline, timingOf } from './timing.ts'

interface BeginShowProps {
  broadcast: Broadcast
  /** Shows when sending will end. */
  estimate?: Estimate | null | undefined
  /** Session of a broadcast that starts as soon as the user presses Send. */
  session?: WaSession
}

export function BeginShow({ broadcast, estimate, session }: BeginShowProps) {
  const { send_at, send_on, time_zone, expires_at } = broadcast
  const zone = time_zone?.replaceAll('_', ' ') ?? ''
  const isMoved = send_at !== null && time_zone !== null && clockAt(Date.parse(send_at), time_zone) !== send_on
  return (
    <Stack gap={4}>
      <p>
        {send_at && send_on && time_zone ? (
          <>
            <strong>
              <time dateTime={send_at}>
                {scheduledHeadline(
                  t('{time} in {zone}', { time: clockText(clockAt(Date.parse(send_at), time_zone)), zone }),
                  estimate,
                )}
              </time>
            </strong>{' '}
            <Text as="span" size={13} dimmed>
              <Ago time={send_at} />
            </Text>
          </>
        ) : (
          <strong>{session ? timingOf({ estimate, session }).headline : t('Starts now')}</strong>
        )}
      </p>
      {isMoved && (
        <Text tone="warning">
          {t('{time} does not exist on that day because the clocks change.', { time: clockText(send_on!) })}
        </Text>
      )}
      {expires_at && (
        <Text size={13} dimmed>
          {t('Recipients whose message has not been sent by {when} are skipped.', { when: dateTime(expires_at) })}
        </Text>
      )}
    </Stack>
  )
}

/** For a scheduled broadcast. */
export function ScheduleShow({ broadcast }: { broadcast: Broadcast }) {
  const preflight = usePreflight(broadcast, true)
  return (
    <Stack gap={20}>
      <BeginShow broadcast={broadcast} estimate={preflight.data?.estimate} />
      <Stack gap={8} pt={20} lineAbove>
        <Text size={13} dimmed>
          {t('If the broadcast started with the current contacts')}
        </Text>
        <PreflightShow preflight={preflight.data} />
      </Stack>
      <Stack gap={8} pt={20} lineAbove>
        <EstimateShow estimate={preflight.data?.estimate} isLoading={!preflight.data} />
      </Stack>
    </Stack>
  )
}
