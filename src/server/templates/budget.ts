// What rendering one message may cost, counted in steps and never by the clock: a busy machine must fail no good message.
import { Figure } from './figures.ts'

/**
 * A step is a tag, a piece of text, a filter or a comparison: some 2 µs. Fifty investments with eight fields each take 3,000
 * of them, the slowest text that is allowed some 15 ms. Without it one text of 360 bytes kept the process busy for a minute.
 */
export const maxSteps = 6_000

export class TooMuchWork extends Error {}

export class Budget {
  private left = maxSteps

  /** Before the work is done. */
  use(steps: number) {
    if (steps > 0) this.left -= steps
    if (this.left < 0) throw new TooMuchWork('This text takes too much work to fill in.')
  }

  get used(): number {
    return maxSteps - Math.max(0, this.left)
  }
}

// Each measured, and rounded up.
const charactersPerStep = 128
const argumentCharactersPerStep = 16
const searchedPerStep = 1_024
const elementsPerStep = 32

/** Of one filter: what it reads, and for one that searches, each place times the pattern. */
export function filterSteps(value: unknown, args: readonly unknown[], searches: boolean): number {
  const read = lengthOf(value)
  let steps = 1 + read / charactersPerStep + writingSteps(value)
  for (const arg of args) steps += lengthOf(arg) / argumentCharactersPerStep + writingSteps(arg)
  if (searches) steps += (read * lengthOf(args[0])) / searchedPerStep
  return steps
}

export function comparisonSteps(left: unknown, right: unknown, searches: boolean): number {
  const [a, b] = [lengthOf(left), lengthOf(right)]
  const elements = [left, right].reduce<number>((sum, side) => sum + (Array.isArray(side) ? side.length : 0), 0)
  const searched = searches && !Array.isArray(left) ? (a * b) / searchedPerStep : 0
  return 1 + (a + b) / charactersPerStep + elements / 4 + searched + writingSteps(left) + writingSteps(right)
}

/** Beside its characters: what turning a list or a figure into text costs. */
export const writingSteps = (value: unknown): number =>
  Array.isArray(value) ? value.length / elementsPerStep : value instanceof Figure ? value.steps : 0

/** How many characters it has as a text. A figure's are few. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (!Array.isArray(value)) return 1
  let length = 0
  for (const element of value) length += typeof element === 'string' ? element.length : 8
  return length
}
