// Decides whether a change in a figure is good or bad news.
import type { Figure } from '../../../contract/investments.ts'

export type Direction = 'more' | 'less' | 'same'

export function directionOf(change: string): Direction {
  if (!/[1-9]/.test(change)) return 'same'
  return change.startsWith('-') ? 'less' : 'more'
}

/** Falling overdue is good, rising is bad. Rising outstanding or due is neither: it may come from commitments or from late payments. */
export function toneOf(figure: Figure, direction: Direction): 'good' | 'bad' | undefined {
  if (direction === 'same' || figure === 'outstanding' || figure === 'due') return undefined
  return (direction === 'more') === (figure !== 'overdue') ? 'good' : 'bad'
}
