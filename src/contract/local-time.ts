// A date and time on the clock of a place, and the moment it is there. Pure, for both sides.

/** `2026-11-25T09:00`. */
const shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/
const dayMs = 24 * 3_600_000

/**
 * The moment, in milliseconds, at which a clock in the zone shows this time. One that the clocks leap over moves
 * forward by the leap (02:30 becomes 03:30); of one that comes twice it is the first.
 */
export function momentOf(local: string, timeZone: string): number {
  if (!shape.test(local)) throw new Error(`not a date and time: ${local}`)
  const shown = Date.parse(`${local}:00Z`)
  // What the clock was ahead by on the day before and is on the day after: no place changes it twice in two days.
  const [before, after] = [offsetAt(shown - dayMs, timeZone), offsetAt(shown + dayMs, timeZone)]
  const moments = [shown - before, shown - after].filter((moment) => clockAt(moment, timeZone) === local)
  return moments.length > 0 ? Math.min(...moments) : shown - before
}

/** What a clock in the zone shows at a moment: `2026-11-25T09:00`. */
export function clockAt(moment: number, timeZone: string): string {
  return secondsAt(moment, timeZone).slice(0, 16)
}

function offsetAt(moment: number, timeZone: string): number {
  return Date.parse(`${secondsAt(moment, timeZone)}Z`) - Math.floor(moment / 1_000) * 1_000
}

function secondsAt(moment: number, timeZone: string): string {
  return formatter(timeZone).format(moment).replace(' ', 'T')
}

// Making one takes 50 µs, asking it 2.
const formatters = new Map<string, Intl.DateTimeFormat>()
function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formatters.set(timeZone, made)
  return made
}
