// Time zones as people choose them: by name, with the offset they have now and what time it is there.

/** Browsers list one name of each zone, and a kept one may be its other: Asia/Kolkata is Asia/Calcutta to some. */
export function timeZones(kept: string[]): string[] {
  return [...new Set([...kept, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
}

/** `America/New York (UTC-05:00)`, and `15:04`. */
export function timeZoneNow(zone: string, language: string, at: Date): { label: string; time: string } {
  const name = zone.replaceAll('_', ' ')
  try {
    const parts = new Intl.DateTimeFormat(language, {
      timeZone: zone,
      timeZoneName: 'longOffset',
      hour: 'numeric',
      minute: '2-digit',
    }).formatToParts(at)
    const isOffset = ({ type }: Intl.DateTimeFormatPart) => type === 'timeZoneName'
    const offset = plain(parts.find(isOffset)?.value ?? '')
    const time = parts.filter((part) => !isOffset(part)).map(({ value }) => value)
    return { label: `${name} (${offset})`, time: time.join('').trim() }
  } catch {
    // Known to the server, not to this browser.
    return { label: name, time: '' }
  }
}

/** The same in every language, as people type it: some write `GMT+07.00`, with a minus of their own, or `GMT` alone. */
function plain(offset: string) {
  const text = offset.replace('GMT', 'UTC').replace('−', '-').replace('.', ':')
  return text === 'UTC' ? 'UTC+00:00' : text
}
