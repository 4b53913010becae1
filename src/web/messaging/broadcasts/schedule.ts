// Chart data of an estimate: a bar for every interval, including empty ones. Pure.
import type { Estimate } from '../../../contract/preflight.ts'

export interface Bar {
  from: string
  count: number
}

const maxLabels = 8
const steps = { hour: [1, 2, 3, 6, 12, 24], day: [1, 2, 5, 10] }

/** Returns `n` such that only every `n`th bar is labeled, because more labels would overlap. */
export function labelStep(bars: number, isHour: boolean): number {
  const possible = steps[isHour ? 'hour' : 'day']
  return possible.find((step) => bars / step <= maxLabels) ?? possible.at(-1)!
}

const hourMs = 3_600_000

export function barsOf({ schedule, schedule_step }: Pick<Estimate, 'schedule' | 'schedule_step'>): Bar[] {
  const bars: Bar[] = []
  for (const bar of schedule) {
    const last = bars.at(-1)
    if (last) bars.push(...between(last.from, bar.from, schedule_step === 'hour' ? hourMs : 24 * hourMs))
    bars.push(bar)
  }
  return bars.slice(0, 62)
}

function between(one: string, other: string, step: number): Bar[] {
  // An hour's bar starts within the hour, so its start is rounded down. A day's bar starts at any time of day, so it is rounded.
  const place = step === hourMs ? Math.floor : Math.round
  const [start, end] = [one, other].map((time) => place(Date.parse(time) / step)) as [number, number]
  return Array.from({ length: Math.max(0, end - start - 1) }, (_, index) => ({
    from: new Date((start + index + 1) * step).toISOString(),
    count: 0,
  }))
}
