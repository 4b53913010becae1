// Shows when the last message will be sent, what takes the time, and a chart of messages over time.
import { Skeleton } from '@mantine/core'
import type { Estimate } from '../../../contract/preflight.ts'
import { dateTime, dateTimeRange, locale } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Stack, Text } from '../../platform/ui/box.tsx'
import { EstimateChart } from './estimate-chart-show.tsx'
import { durationText } from './time-text.ts'

interface EstimateShowProps {
  /** Null if the session is not throttled. */
  estimate: Estimate | null | undefined
  isLoading: boolean
  /** Sending needs a user's action first; the estimate assumes a start now. */
  isHeld?: boolean
  /** Leaves out the time of the end, if the text above already has it. */
  isBrief?: boolean
}

export function EstimateShow({ estimate, isLoading, isHeld = false, isBrief = false }: EstimateShowProps) {
  if (isLoading) return <Skeleton height="4rem" />
  if (!estimate)
    return (
      <Text size={13} dimmed>
        {t('This session has no sending limits: messages are sent as fast as WhatsApp accepts them.')}
      </Text>
    )
  const { begins_at, ends_at, ends_between, is_exact } = estimate
  const seconds = (Date.parse(ends_at) - Date.parse(begins_at)) / 1_000
  return (
    <Stack gap={6}>
      <p>
        {!isBrief &&
          `${
            isHeld
              ? t('If resumed now, the last message would be sent around {when}.', { when: dateTime(ends_at) })
              : t('The last message is sent around {when}.', { when: dateTime(ends_at) })
          } `}
        <Text as="span" size={13} dimmed>
          {t('Takes {duration} at this session’s sending speed.', { duration: durationText(seconds) })}
          {!is_exact && ` ${t('Long broadcast: the end time is an estimate.')}`}
          {ends_between &&
            ` ${t('Gaps between messages are random: with 90% probability it ends {between}.', { between: dateTimeRange(ends_between.earliest, ends_between.latest) })}`}
        </Text>
      </p>
      <Waits estimate={estimate} />
      <EstimateChart estimate={estimate} />
    </Stack>
  )
}

/** Reasons that take more than a tenth of the time, except throttling itself. */
function Waits({ estimate: { waits } }: { estimate: Estimate }) {
  const all = waits.reduce((sum, { seconds }) => sum + seconds, 0)
  const long = waits.filter(({ reason, seconds }) => reason !== 'pace' && seconds > all / 10 && words[reason])
  if (long.length === 0) return null
  const list = new Intl.ListFormat(locale(), { type: 'conjunction' })
  const parts = long.map(({ reason, seconds }) =>
    t('{what} ({duration})', { what: t(words[reason]!), duration: durationText(seconds) }),
  )
  return (
    <Text size={13} dimmed>
      {t('Mostly waiting time: {reasons}.', { reasons: list.format(parts) })}
    </Text>
  )
}

const words: Record<string, string> = {
  rest: 'gaps between messages',
  hourly_cap: 'hourly limit',
  daily_cap: 'daily limit',
  new_chat_cap: 'limit of new chats',
  warm_up: 'warming up',
  hours: 'outside sending hours',
  recently_messaged: 'other broadcasts to the same contacts',
  hold: 'a limit of WhatsApp',
}
