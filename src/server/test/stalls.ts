// Measures how long the event loop is blocked, in CPU time: other load on the machine does not matter.
import { readFileSync } from 'node:fs'

/** Milliseconds of CPU time of this thread; of the process if the system does not report threads. */
function busyMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
}

/** Polling interval; work in between counts as one stall. Polling every turn would take a processor from the database. */
const everyMs = 2

/** The longest time that other callbacks had to wait while `work` ran, in CPU time. */
export async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = busyMs()
  let isOver = false
  const look = () => {
    const now = busyMs()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) looking = setTimeout(look, everyMs)
  }
  let looking = setTimeout(look, everyMs)
  try {
    await work()
    look()
  } finally {
    isOver = true
    clearTimeout(looking)
  }
  return longest
}

const rows = Array.from({ length: 20_000 }, (_, n) => ({ id: n, name: `Name ${n}`, text: 'a'.repeat(50) }))
/** CPU time of the work in `slowness` on an idle machine, at its fastest. */
const idleMs = 52

/**
 * By what factor the processor is slower now than on an idle machine, at least 1. CPU time grows as well when other work shares
 * the core and its caches.
 */
export async function slowness(): Promise<number> {
  const taken: number[] = []
  for (let attempt = 0; attempt < 8; attempt++)
    taken.push(
      await longestStall(async () => {
        for (let time = 0; time < 3; time++) JSON.parse(JSON.stringify(rows))
      }),
    )
  return Math.max(1, Math.min(...taken) / idleMs)
}
