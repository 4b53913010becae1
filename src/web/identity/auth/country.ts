// Guesses the user's country from the browser.
import { browserLanguage } from '../../platform/lib/browser-language.ts'
import { countryCodes } from '../../platform/lib/countries.ts'

export function browserCountry() {
  return countryOf(Intl.DateTimeFormat().resolvedOptions().timeZone, browserLanguage())
}

/** Time zone first: in Jakarta many browsers are set to American English. Empty if neither helps. */
export function countryOf(timeZone: string, language: string): string {
  const spoken = new Intl.Locale(language).region ?? ''
  const zonesOf = (code: string) => {
    const locale = new Intl.Locale('und', { region: code }) as Intl.Locale & {
      getTimeZones?: () => string[]
      timeZones?: string[]
    }
    // Older browsers have it as a property, some not at all.
    return locale.getTimeZones?.() ?? locale.timeZones ?? []
  }
  const shared = countryCodes.filter((code) => zonesOf(code).includes(timeZone))
  if (shared.includes(spoken)) return spoken
  return shared.length === 1 ? shared[0]! : countryCodes.includes(spoken) ? spoken : ''
}
