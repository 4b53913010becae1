// Cache of Intl formatters: on a phone, creating one takes as long as rendering several rows.
const formatters = new Map<string, unknown>()

function cachedFormatter<Format>(key: unknown[], make: () => Format): Format {
  const name = JSON.stringify(key)
  const cached = formatters.get(name) as Format | undefined
  if (cached) return cached
  const format = make()
  formatters.set(name, format)
  return format
}

export function numberFormat(locale: string, options?: Intl.NumberFormatOptions) {
  return cachedFormatter(['number', locale, options], () => new Intl.NumberFormat(locale, options))
}

export function dateFormat(locale: string | undefined, options: Intl.DateTimeFormatOptions) {
  return cachedFormatter(['date', locale, options], () => new Intl.DateTimeFormat(locale, options))
}

export function pluralRules(locale: string) {
  return cachedFormatter(['plural', locale], () => new Intl.PluralRules(locale))
}

/** Words for today, yesterday and tomorrow only: Indonesian's word for two days ago (*kemarin dulu*) is misread. */
export function relativeFormat(locale: string, days = 0) {
  const numeric = Math.abs(days) < 2 ? 'auto' : 'always'
  return cachedFormatter(['relative', locale, numeric], () => new Intl.RelativeTimeFormat(locale, { numeric }))
}
