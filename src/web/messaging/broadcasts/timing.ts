// Sentences that say when a broadcast will start and end, and why it takes that long.
import type { Estimate } from '../../../contract/preflight.ts'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { modeLabel } from '../../identity/account/labels.ts'
import { clock, nearDay } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { durationText } from './time-text.ts'

interface Plan {
  /** Null if the session has no limits; undefined while the estimate loads. */
  estimate: Estimate | null | undefined
  session: Pick<WaSession, 'name' | 'status' | 'pacing'>
  /** The scheduled start as text. */
  scheduled?: string | undefined
}

export interface Timing {
  headline: string
  cost: string | undefined
}

/** A broadcast whose first message leaves later does not start "now". It is an hour, because the first hour may be half over. */
const nowMs = 60 * 60_000
const minuteMs = 60_000

export function timingOf({ estimate, session, scheduled }: Plan, now = Date.now()): Timing {
  return {
    headline: headlineOf({ estimate, session, scheduled }, now),
    cost: estimate === undefined ? undefined : costOf(estimate, session),
  }
}

function headlineOf({ estimate, session, scheduled }: Plan, now: number): string {
  if (scheduled) return scheduledHeadline(scheduled, estimate, now)
  const done = estimate && doneText(estimate, now)
  if (session.status !== 'working') return t('Starts once “{name}” is connected', { name: session.name })
  if (!estimate || !done) return t('Starts now')
  const first = estimate.schedule[0]?.from ?? estimate.begins_at
  if (Date.parse(first) - Date.parse(estimate.begins_at) >= nowMs)
    return t('Starts {start}, done {end}', { start: aboutText(first, now), end: done })
  const seconds = (Date.parse(estimate.ends_at) - now) / 1_000
  return seconds < 90 ? t('Starts now, done within two minutes') : t('Starts now, done {end}', { end: done })
}

export function scheduledHeadline(start: string, estimate: Estimate | null | undefined, now = Date.now()): string {
  return estimate ? t('{start}, done {end}', { start, end: doneText(estimate, now) }) : start
}

const doneText = ({ ends_at }: Estimate, now: number) => aboutText(ends_at, now)

/** `tomorrow about 12:00`, rounded to five minutes if the time is more than three hours away. */
function aboutText(time: string, now: number): string {
  const at = Date.parse(time)
  const step = at - now > 3 * 60 * minuteMs ? 5 * minuteMs : minuteMs
  const rounded = new Date(Math.round(at / step) * step).toISOString()
  return t('{day} about {time}', { day: nearDay(rounded, now), time: clock(rounded) })
}

function costOf(estimate: Estimate | null, { pacing }: Pick<WaSession, 'pacing'>): string {
  if (!estimate) return t('No sending limits: messages are sent as fast as WhatsApp accepts them.')
  const seconds = (Date.parse(estimate.ends_at) - Date.parse(estimate.begins_at)) / 1_000
  return t('Takes {duration} at the speed “{mode}”.', { duration: durationText(seconds), mode: modeLabel(pacing.mode) })
}
