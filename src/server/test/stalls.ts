// How long the event loop is busy at a stretch, in time of the processor: what else the machine does does not matter.
import { readFileSync } from 'node:fs'

/** Milliseconds that this thread was on a processor; where the system does not tell that, those of the process. */
function busyMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
}

/** How often it looks; what runs meanwhile counts as one stretch. Looking each turn would take a processor from the database. */
const everyMs = 2

/** The longest that other callbacks of the loop had to wait while `work` ran, were nothing else on the processor. */
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
