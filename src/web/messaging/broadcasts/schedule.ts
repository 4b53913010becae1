// Chart data of an estimate: a bar for every interval, including empty ones. Pure.
import type { Estimate } from '../../../contract/preflight.ts'

export interface Bar {
  from: string
  count: number
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
  // The first interval may start within the hour.
  const [start, end] = [one, other].map((time) => Math.round(Date.parse(time) / step)) as [number, number]
  return Array.from({ length: Math.max(0, end - start - 1) }, (_, index) => ({
    from: new Date((start + index + 1) * step).toISOString(),
    count: 0,
  }))
}
