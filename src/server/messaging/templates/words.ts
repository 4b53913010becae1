// Formats numbers and days in a language. Formatters are cached: creating one takes a hundred times as long as using it.

/** The first supported language; English if there is none. */
export function localeOf(...languages: readonly string[]): string {
  for (const language of languages) if (isKnown(language)) return language
  return 'en'
}

function isKnown(language: string): boolean {
  if (language === '') return false
  return cachedFormat(`known ${language}`, () => {
    try {
      return Intl.NumberFormat.supportedLocalesOf(language).length > 0
    } catch {
      return false
    }
  })
}

export const numberFormat = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  cachedFormat(`number ${locale} ${Object.entries(options).join()}`, () => new Intl.NumberFormat(locale, options))

/** 5 December 2026. Always the Gregorian calendar, as in contracts. */
export const longDay = (day: string, locale: string) => dayFormat(locale, { dateStyle: 'long' }).format(dateOf(day))

/** As it appears in a date: some languages inflect the month's name there. */
export const monthName = (day: string, locale: string, width: 'long' | 'short') =>
  cachedName(`month ${width} ${locale} ${day}`, () => {
    const inDate = partOf(dayFormat(locale, { day: 'numeric', month: width }), day, 'month')
    // If the date has a number and the word after it, the standalone month name is used.
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
  cachedFormat(
    `day ${locale} ${Object.entries(options).join()}`,
    () => new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory', timeZone: 'UTC' }),
  )

/** Joins texts in the given language: “Gold, Silver and Bronze”. */
export const listText = (texts: readonly string[], locale: string) =>
  cachedFormat(`list ${locale}`, () => new Intl.ListFormat(locale, { type: 'conjunction' })).format(texts)

/** Yes or no, in Indonesian for Indonesian and Malay, otherwise in English. */
export function yesNoWord(yes: boolean, locale: string): string {
  if (/^(id|ms)\b/.test(locale)) return yes ? 'Ya' : 'Tidak'
  return yes ? 'Yes' : 'No'
}

const maxFormats = 500
const formats = new Map<string, unknown>()
function cachedFormat<T>(key: string, make: () => T): T {
  if (formats.has(key)) return formats.get(key) as T
  // Languages come from contacts, so their number is unbounded.
  if (formats.size >= maxFormats) formats.clear()
  const made = make()
  formats.set(key, made)
  return made
}

/** Separate from the formatters, which cost far more to create. */
const maxNames = 5_000
const names = new Map<string, string>()
function cachedName(key: string, make: () => string): string {
  const cached = names.get(key)
  if (cached !== undefined) return cached
  if (names.size >= maxNames) names.clear()
  const made = make()
  names.set(key, made)
  return made
}
