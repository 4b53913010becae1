// How much of its limits a session has used, as text. Pure.
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { t } from '../../platform/lib/text.ts'

export interface LimitUsage {
  label: string
  used: number
  most: number
  note?: string
}

/** Empty if there are no limits, or if nothing has been sent and nothing can be. */
export function limitUsageOf({ usage, pacing, status }: Pick<WaSession, 'usage' | 'pacing' | 'status'>): LimitUsage[] {
  const { limits } = pacing
  if (!usage || !limits || (status !== 'working' && usage.last_day === 0)) return []
  const { last_hour, last_day, new_chats, warm_up } = usage
  return [
    { label: t('Last hour'), used: last_hour, most: limits.hourly_cap },
    {
      label: t('Last 24 hours'),
      used: last_day,
      most: warm_up ? warm_up.allowance : limits.daily_cap,
      ...(warm_up && { note: t('Day {day} of the warm-up', { day: warm_up.day }) }),
    },
    ...(limits.new_chat_cap > 0 ? [{ label: t('New chats'), used: new_chats, most: limits.new_chat_cap }] : []),
  ]
}

export function nextText(reason: string, when: string): string {
  switch (reason) {
    case 'rest':
      return t('Short break. Next message at {when}.', { when })
    case 'hourly_cap':
      return t('Hourly limit reached. Next message at {when}.', { when })
    case 'daily_cap':
      return t('Daily limit reached. Next message at {when}.', { when })
    case 'warm_up':
      return t('Daily warm-up limit reached. Next message at {when}.', { when })
    default:
      return t('Next message at {when}.', { when })
  }
}
