// When to fetch the European Central Bank's rates: on working days after 16:00 CET, when they are published.

const minute = 60_000
const hour = 60 * minute
/** 16:05 CET; an hour later local time in summer. */
const publishedAfter = 15 * hour + 5 * minute
const lateUntil = 20 * hour

/** `newest`: day of the newest rates. If a day has no new rates, it is polled every hour until the evening. */
export function nextFetch(now: Date, newest: string): Date {
  const due = publicationAfter(new Date(`${newest}T23:59:59Z`))
  if (due > now) return due
  const later = new Date(now.getTime() + hour)
  const time = later.getTime() - midnight(later)
  return isWorkingDay(later) && time >= publishedAfter && time < lateUntil ? later : publicationAfter(now)
}

/** Backoff after a failure: one minute, doubled each time, at most an hour. */
export function retryFetch(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(2 ** (attempts - 1), 60) * minute)
}

function publicationAfter(instant: Date): Date {
  for (let day = midnight(instant); ; day += 24 * hour) {
    const published = new Date(day + publishedAfter)
    if (published > instant && isWorkingDay(published)) return published
  }
}

const midnight = (instant: Date) => Math.floor(instant.getTime() / (24 * hour)) * 24 * hour
const isWorkingDay = (instant: Date) => instant.getUTCDay() % 6 !== 0
