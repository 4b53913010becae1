// Schedules many items on one timer: 100,000 receipts must not be 100,000 timers.
import type { Clock } from './clock.ts'

export interface Timeline<T> {
  add(due: number, item: T): void
  /** Delivers due items in order of time; the next batch waits until this one is taken. */
  start(take: (items: readonly T[]) => Promise<void> | void): void
  /** Stops delivering. Items not yet taken wait for the next start. */
  stop(): void
  /** Removes and returns all waiting items. */
  drain(): T[]
}

/** Bounds how long one batch blocks the event loop; larger ones gain nothing. */
const batchSize = 2_000

export function openTimeline<T>(clock: Clock): Timeline<T> {
  let queue: Due<T>[] = []
  let order = 0
  let take: ((items: readonly T[]) => Promise<void> | void) | undefined
  let taking: Due<T>[] | undefined
  let timer: unknown

  function arm() {
    if (timer !== undefined) clock.clearTimeout(timer)
    const next = queue[0]
    timer = take && !taking && next ? clock.setTimeout(turn, Math.max(0, next.due - clock.now())) : undefined
  }

  async function turn() {
    timer = undefined
    const now = clock.now()
    const batch: Due<T>[] = []
    while (queue[0] && queue[0].due <= now && batch.length < batchSize) batch.push(pop(queue))
    taking = batch
    await take?.(batch.map(({ item }) => item))
    // Stopped in the meantime: the batch is back in the queue.
    if (taking !== batch) return
    taking = undefined
    arm()
  }

  return {
    add: (due, item) => {
      const entry = { due, order: order++, item }
      push(queue, entry)
      if (queue[0] === entry) arm()
    },
    start: (next) => {
      take = next
      arm()
    },
    stop: () => {
      take = undefined
      for (const entry of taking ?? []) push(queue, entry)
      taking = undefined
      arm()
    },
    drain: () => {
      const items = queue.map(({ item }) => item)
      queue = []
      arm()
      return items
    },
  }
}

interface Due<T> {
  readonly due: number
  /** Preserves the order of items due at the same time. */
  readonly order: number
  readonly item: T
}

const before = (a: Due<unknown>, b: Due<unknown>) => a.due < b.due || (a.due === b.due && a.order < b.order)

// A binary heap: the earliest is first.
function push<T>(heap: Due<T>[], entry: Due<T>): void {
  let at = heap.push(entry) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!before(entry, heap[parent]!)) break
    heap[at] = heap[parent]!
    at = parent
  }
  heap[at] = entry
}

function pop<T>(heap: Due<T>[]): Due<T> {
  const first = heap[0]!
  const last = heap.pop()!
  if (heap.length === 0) return first
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child += 1
    if (!before(heap[child]!, last)) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = last
  return first
}
