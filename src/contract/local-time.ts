// Conversion between local time in a time zone and the instant. Pure, for both server and web app.

/** `2026-11-25T09:00`. */
const shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/
const dayMs = 24 * 3_600_000

/**
 * The instant, in milliseconds, at which a clock in the zone shows this time. A time skipped by a clock change moves
 * forward by the change (02:30 becomes 03:30); a time that occurs twice means the first.
 */
export function momentOf(local: string, timeZone: string): number {
  if (!shape.test(local)) throw new Error(`not a date and time: ${local}`)
  const shown = Date.parse(`${local}:00Z`)
  // The offsets of the day before and the day after: no zone changes its clocks twice in two days.
  const [before, after] = [offsetAt(shown - dayMs, timeZone), offsetAt(shown + dayMs, timeZone)]
  const moments = [shown - before, shown - after].filter((moment) => clockAt(moment, timeZone) === local)
  return moments.length > 0 ? Math.min(...moments) : shown - before
}

/** The local time in the zone at an instant: `2026-11-25T09:00`. */
export function clockAt(moment: number, timeZone: string): string {
  return secondsAt(moment, timeZone).slice(0, 16)
}

function offsetAt(moment: number, timeZone: string): number {
  return Date.parse(`${secondsAt(moment, timeZone)}Z`) - Math.floor(moment / 1_000) * 1_000
}

function secondsAt(moment: number, timeZone: string): string {
  return formatter(timeZone).format(moment).replace(' ', 'T')
}

// Creating a formatter takes 50 µs, using it 2.
const formatters = new Map<string, Intl.DateTimeFormat>()
function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formatters.set(timeZone, made)
  return made
}
