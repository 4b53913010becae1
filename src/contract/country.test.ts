import { getCountries } from 'libphonenumber-js'
import { expect, test } from 'vitest'
import { countryDefaults } from './country.ts'

test('every country with a calling code has a time zone and a currency', () => {
  for (const country of getCountries()) {
    const defaults = countryDefaults(country)
    expect(defaults, country).toBeDefined()
    expect(defaults!.base_currency, country).toMatch(/^[A-Z]{3}$/)
    expect(() => new Intl.DateTimeFormat('en', { timeZone: defaults!.time_zone }), country).not.toThrow()
  }
})

test.each([
  ['ID', 'Asia/Jakarta', 'IDR'],
  ['US', 'America/New_York', 'USD'],
  ['BR', 'America/Sao_Paulo', 'BRL'],
  ['AE', 'Asia/Dubai', 'AED'],
  ['DE', 'Europe/Berlin', 'EUR'],
  ['BG', 'Europe/Sofia', 'EUR'],
  ['KW', 'Asia/Kuwait', 'KWD'],
  ['EC', 'America/Guayaquil', 'USD'],
])('%s defaults to %s and %s', (country, time_zone, base_currency) => {
  expect(countryDefaults(country)).toEqual({ time_zone, base_currency })
})

test('an unknown country has no defaults', () => {
  expect(countryDefaults('ZZ')).toBeUndefined()
  expect(countryDefaults('')).toBeUndefined()
})
