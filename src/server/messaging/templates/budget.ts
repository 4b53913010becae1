// Limits the cost of rendering a message, counted in steps instead of time: a busy machine must not fail a valid message.
import { Figure } from './figures.ts'

/**
 * A step is a tag, a piece of text, a filter or a comparison: about 2 µs. Fifty investments with eight fields take 3,000, the
 * slowest allowed text 15 ms. Without a limit, a text of 360 bytes blocked the process for a minute.
 */
export const maxSteps = 6_000

export class TooMuchWork extends Error {}

export class Budget {
  private remaining = maxSteps

  /** Charged before the work is done. */
  use(steps: number) {
    if (steps > 0) this.remaining -= steps
    if (this.remaining < 0) throw new TooMuchWork()
  }

  get used(): number {
    return maxSteps - Math.max(0, this.remaining)
  }
}

// Measured and rounded up.
const charactersPerStep = 128
const argumentCharactersPerStep = 16
const searchedPerStep = 1_024
const elementsPerStep = 32

/** Cost of one filter: its input size; for a search, every position times the pattern. */
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

/** Cost of converting a list or a figure to text, in addition to its characters. */
export const writingSteps = (value: unknown): number =>
  Array.isArray(value) ? value.length / elementsPerStep : value instanceof Figure ? value.steps : 0

/** Its length as text. Figures are short. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (!Array.isArray(value)) return 1
  let length = 0
  for (const element of value) length += typeof element === 'string' ? element.length : 8
  return length
}
