// Numbers and days in a language, with what builds them kept: making a formatter takes a hundred times as long as using it.

/** The first of these languages that is known here; English where none is. */
export function localeOf(...languages: readonly string[]): string {
  for (const language of languages) if (isKnown(language)) return language
  return 'en'
}

function isKnown(language: string): boolean {
  if (language === '') return false
  return kept(`known ${language}`, () => {
    try {
      return Intl.NumberFormat.supportedLocalesOf(language).length > 0
    } catch {
      return false
    }
  })
}

export const numberFormat = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  kept(`number ${locale} ${Object.entries(options).join()}`, () => new Intl.NumberFormat(locale, options))

/** 5 December 2026. Days are of the Gregorian calendar everywhere, as in contracts. */
export const longDay = (day: string, locale: string) => dayFormat(locale, { dateStyle: 'long' }).format(dateOf(day))

/** As it stands in a date: some languages bend the month's name there. */
export const monthName = (day: string, locale: string, width: 'long' | 'short') =>
  cachedName(`month ${width} ${locale} ${day}`, () => {
    const inDate = partOf(dayFormat(locale, { day: 'numeric', month: width }), day, 'month')
    // Where the date has a number and the word behind it, the month stands alone.
    return /^\p{Nd}+$/u.test(inDate) ? partOf(dayFormat(locale, { month: width }), day) : inDate
  })

export const weekdayName = (day: string, locale: string, width: 'long' | 'short') =>
  cachedName(`weekday ${width} ${locale} ${day}`, () => partOf(dayFormat(locale, { weekday: width }), day))

function partOf(format: Intl.DateTimeFormat, day: string, wanted?: string): string {
  const parts = format.formatToParts(dateOf(day))
  return parts
    .filter(({ type }) => wanted === undefined || type === wanted)
    .map(({ value }) => value)
    .join('')
}

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)
const dayFormat = (locale: string, options: Intl.DateTimeFormatOptions) =>
  kept(
    `day ${locale} ${Object.entries(options).join()}`,
    () => new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory', timeZone: 'UTC' }),
  )

const most = 500
const formats = new Map<string, unknown>()
function kept<T>(key: string, make: () => T): T {
  if (formats.has(key)) return formats.get(key) as T
  // Languages come from contacts: there may be any number of them.
  if (formats.size >= most) formats.clear()
  const made = make()
  formats.set(key, made)
  return made
}

/** Apart from the formatters, which cost far more to make anew. */
const maxNames = 5_000
const names = new Map<string, string>()
function cachedName(key: string, make: () => string): string {
  const known = names.get(key)
  if (known !== undefined) return known
  if (names.size >= maxNames) names.clear()
  const made = make()
  names.set(key, made)
  return made
}
