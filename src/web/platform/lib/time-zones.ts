// Time zones to choose from: name, current offset, and current time.

/** Browsers list one name per zone, and a stored one may be an alias: Asia/Kolkata is Asia/Calcutta to some. */
export function timeZones(stored: string[]): string[] {
  return [...new Set([...stored, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
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
    // Known to the server but not to this browser.
    return { label: name, time: '' }
  }
}

/** Normalizes offsets for searching: some locales write `GMT+07.00`, another minus sign, or only `GMT`. */
function plain(offset: string) {
  const text = offset.replace('GMT', 'UTC').replace('−', '-').replace('.', ':')
  return text === 'UTC' ? 'UTC+00:00' : text
}
