// The next due day of a repeating task. Pure.
import type { Repeat } from '../../../contract/tasks.ts'

const days: Partial<Record<Repeat, number>> = { daily: 1, weekly: 7, every_two_weeks: 14 }
const months: Partial<Record<Repeat, number>> = { monthly: 1, quarterly: 3, yearly: 12 }

/** `anchor`: the day of the month that the first task was due on. In shorter months the last day takes its place. */
export function nextDue(due: string, repeats: Repeat, anchor: number): string {
  const [year, month, day] = due.split('-').map(Number) as [number, number, number]
  const later = days[repeats]
  if (later !== undefined) return dayText(Date.UTC(year, month - 1, day + later))
  const first = month - 1 + months[repeats]!
  const last = new Date(Date.UTC(year, first + 1, 0)).getUTCDate()
  return dayText(Date.UTC(year, first, Math.min(anchor, last)))
}

const dayText = (at: number) => new Date(at).toISOString().slice(0, 10)
