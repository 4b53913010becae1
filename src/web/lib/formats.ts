// Cache of Intl formatters: on a phone, creating one takes as long as rendering several rows.
const made = new Map<string, unknown>()

function once<Format>(key: unknown[], make: () => Format): Format {
  const name = JSON.stringify(key)
  const known = made.get(name) as Format | undefined
  if (known) return known
  const format = make()
  made.set(name, format)
  return format
}

export function numberFormat(locale: string, options?: Intl.NumberFormatOptions) {
  return once(['number', locale, options], () => new Intl.NumberFormat(locale, options))
}

export function dateFormat(locale: string | undefined, options: Intl.DateTimeFormatOptions) {
  return once(['date', locale, options], () => new Intl.DateTimeFormat(locale, options))
}

export function pluralRules(locale: string) {
  return once(['plural', locale], () => new Intl.PluralRules(locale))
}

/** Words for today, yesterday and tomorrow only: Indonesian's word for two days ago (*kemarin dulu*) is misread. */
export function relativeFormat(locale: string, days = 0) {
  const numeric = Math.abs(days) < 2 ? 'auto' : 'always'
  return once(['relative', locale, numeric], () => new Intl.RelativeTimeFormat(locale, { numeric }))
}
