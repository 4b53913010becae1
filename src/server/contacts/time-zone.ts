// The time zone of a contact of whom nobody said it: by the country of the number.
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { countryDefaults } from '../../contract/country.ts'

/** Where the organization is at home. */
export interface Home {
  country: string
  time_zone: string
}

/** The organization's for numbers of its own country and for none, else the most populous one of the number's country. */
export function timeZoneOf(phone: string | null, home: Home): string {
  const country = phone === null ? undefined : countryOf(phone)
  if (!country || country === home.country) return home.time_zone
  return countryDefaults(country)?.time_zone ?? home.time_zone
}

// Reading a number takes 30 µs, and a list shows 200 of them: most calling codes say the country by themselves.
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
