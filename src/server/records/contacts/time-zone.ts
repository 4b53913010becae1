// Default time zone of a contact, from the country of its number.
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { countryDefaults } from '../../../contract/country.ts'

/** Country and time zone of the organization. */
export interface Home {
  country: string
  time_zone: string
}

/**
 * The organization's for numbers of its country and contacts without one, else the most populous zone of the
 * number's country.
 */
export function timeZoneOf(phone: string | null, home: Home): string {
  const country = phone === null ? undefined : countryOf(phone)
  if (!country || country === home.country) return home.time_zone
  return countryDefaults(country)?.time_zone ?? home.time_zone
}

// Cache: parsing a number takes 30 µs, and a list shows 200; most calling codes identify the country by
// themselves.
const countries = new Map<string, CountryCode[]>()
for (const country of getCountries()) {
  const code = getCountryCallingCode(country)
  countries.set(code, [...(countries.get(code) ?? []), country])
}

function countryOf(phone: string): string | undefined {
  const found = [1, 2, 3].map((length) => countries.get(phone.slice(1, 1 + length))).find(Boolean)
  if (found?.length === 1) return found[0]
  return parsePhoneNumberFromString(phone)?.country
}
