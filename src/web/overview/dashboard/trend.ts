// Whether a change of a figure is good news.
import type { Figure } from '../../../contract/investments.ts'

export type Direction = 'more' | 'less' | 'same'

export function directionOf(change: string): Direction {
  if (!/[1-9]/.test(change)) return 'same'
  return change.startsWith('-') ? 'less' : 'more'
}

/** Less overdue is good. More outstanding or due is neither: it follows from more commitments as well as from late payments. */
export function toneOf(figure: Figure, direction: Direction): 'good' | 'bad' | undefined {
  if (direction === 'same' || figure === 'outstanding' || figure === 'due') return undefined
  return (direction === 'more') === (figure !== 'overdue') ? 'good' : 'bad'
}
