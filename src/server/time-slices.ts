// Shares the event loop: long computations run in slices, and all of them together get one slice per turn of the loop.

/** Milliseconds. Nobody waits much longer for an answer because of somebody else's computation. */
const sliceMs = 10

interface TimeSliceOptions {
  clock?: () => number
  /** Calls back in a later turn of the loop, after other callbacks had theirs. */
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
    /** Cheap: to be asked after each piece of work. Then `await next()`. */
    isOver,
    /** Resolves with a slice of its own, in the order in which they were asked for. */
    next,
    /** As `next`, before all that do not hold a transaction open: rows are locked while this one computes. */
    nextInTransaction: () => enter(urgent),
    /** As `items.map`, in slices. */
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

/** Those of this process: whoever computes longer than a millisecond or so per request takes theirs here. */
export const timeSlices = createTimeSlices()
