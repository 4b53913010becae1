// Parses a calendar day as people type it: 5/12/2026, 05.12.26, 5 Dec, Dec 5, 2026-12-05, tomorrow.
import { addDays, daysIn } from './calendar.ts'
import { dateFormat } from './formats.ts'

export interface DayInput {
  /** `2026-12-05` */
  day: string
  /** True if day and month could be swapped. */
  isAmbiguous: boolean
}

interface Reader {
  locale: string
  today: string
}

/** Undefined if the input is not a day. Without a year, assumes the current year. */
export function readDay(typed: string, { locale, today }: Reader): DayInput | undefined {
  const text = typed.trim().toLocaleLowerCase(locale)
  const near = relative[text.replace(/\s+/g, '')]
  if (near !== undefined) return { day: addDays(today, near), isAmbiguous: false }
  const words = text.match(/\d+|\p{L}+/gu) ?? []
  const numbers = words.filter((word) => /^\d/.test(word))
  const names = words.filter((word) => !/^\d/.test(word) && !/^(th|st|nd|rd|de|of|tgl|tanggal)$/.test(word))
  const thisYear = today.slice(0, 4)
  if (names.length === 1 && numbers.length >= 1 && numbers.length <= 2) {
    const month = monthOf(names[0]!, locale)
    const [first = '', second] = numbers
    const isYearFirst = first.length === 4
    const [day, year = thisYear] = isYearFirst ? [second ?? '', first] : [first, second]
    return month === undefined ? undefined : dayOf(year, month, Number(day))
  }
  if (names.length > 0) return undefined
  const [first = '', second = '', third = thisYear] = numbers
  if (first.length === 4) return numbers.length === 3 ? dayOf(first, Number(second), Number(third)) : undefined
  if (numbers.length < 2 || numbers.length > 3) return undefined
  const [one, two] = [Number(first), Number(second)]
  const isMonthFirst = two > 12 || (isMonthFirstIn(locale) && one <= 12)
  const read = isMonthFirst ? dayOf(third, one, two) : dayOf(third, two, one)
  return read && { ...read, isAmbiguous: one <= 12 && two <= 12 && one !== two }
}

const relative: Record<string, number> = {
  today: 0,
  tomorrow: 1,
  yesterday: -1,
  hariini: 0,
  besok: 1,
  kemarin: -1,
}

function dayOf(year: string, month: number, day: number): DayInput | undefined {
  const full = year.length === 2 ? `20${year}` : year
  if (!/^(19|2\d)\d\d$/.test(full) || month < 1 || month > 12 || day < 1) return undefined
  const two = (value: number) => String(value).padStart(2, '0')
  const first = `${full}-${two(month)}-01`
  return day > daysIn(first) ? undefined : { day: `${first.slice(0, 8)}${two(day)}`, isAmbiguous: false }
}

/** Finds a month by the first letters of its name in the reader's language, English or Indonesian. */
function monthOf(name: string, locale: string): number | undefined {
  for (const language of [locale, 'en', 'id'])
    for (let month = 1; month <= 12; month++) {
      const long = dateFormat(language, { month: 'long', timeZone: 'UTC' })
      const full = long.format(new Date(Date.UTC(2026, month - 1, 1))).toLocaleLowerCase(language)
      if (name.length >= 3 && full.startsWith(name)) return month
    }
  return undefined
}

/** True in regions that write the month first. English without a region counts as day first, as in most of the world. */
function isMonthFirstIn(locale: string): boolean {
  if (!locale.includes('-')) return false
  const parts = dateFormat(locale, { dateStyle: 'short' }).formatToParts(new Date(0))
  const order = parts.map(({ type }) => type).filter((type) => type === 'day' || type === 'month')
  return order[0] === 'month'
}
