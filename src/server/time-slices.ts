// Time slices: long computations yield the event loop every 10 ms, in turn.

/** Milliseconds. Bounds how long a request waits because of another one's computation. */
const sliceMs = 10

interface TimeSliceOptions {
  clock?: () => number
  /** Calls back in a later turn of the event loop, after other callbacks. */
  later?: (run: () => void) => void
}

export function createTimeSlices({ clock = () => performance.now(), later = setImmediate }: TimeSliceOptions = {}) {
  let began = Number.NEGATIVE_INFINITY
  const urgent: (() => void)[] = []
  const waiting: (() => void)[] = []
  const count = () => urgent.length + waiting.length
  const grant = () => {
    began = clock()
    const resume = urgent.shift() ?? waiting.shift()!
    resume()
    if (count() > 0) later(grant)
  }
  const isOver = () => clock() - began >= sliceMs
  const enter = (queue: (() => void)[]) =>
    new Promise<void>((resolve) => {
      queue.push(resolve)
      if (count() === 1) later(grant)
    })
  const next = () => enter(waiting)

  return {
    /** Cheap: call it after each piece of work, and if true `await next()`. */
    isOver,
    /** Resolves when the next slice begins; in the order of the calls. */
    next,
    /** Like `next`, but before all computations without an open transaction: this one holds row locks. */
    nextInTransaction: () => enter(urgent),
    /** Like `items.map`, in slices. */
    map: async <T, R>(items: readonly T[], of: (item: T, index: number) => R): Promise<R[]> => {
      const results: R[] = []
      for (const [index, item] of items.entries()) {
        if (isOver()) await next()
        results.push(of(item, index))
      }
      return results
    },
  }
}

/** Shared by this process: any computation of more than a millisecond per request takes its slices here. */
export const timeSlices = createTimeSlices()
