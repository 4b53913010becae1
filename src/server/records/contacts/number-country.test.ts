// Number patterns of a country agree with libphonenumber.

import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import { type CountryCode, getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { numberPatterns } from './number-country.ts'

const isOf = (phone: string, country: string) => {
  const patterns = numberPatterns(country)
  if (!patterns) return false
  const matches = (pattern: string) => new RegExp(pattern).test(phone)
  return matches(patterns.is) && !patterns.before.some(matches)
}

test('the example number of each country matches the country of libphonenumber, and no other', () => {
  const wrong = getCountries().flatMap((country) => {
    const { number = '' } = getExampleNumber(country, examples) ?? {}
    const expected = parsePhoneNumberFromString(number)?.country
    const found = getCountries().filter((other) => isOf(number, other))
    return found.join() === (expected ?? '') ? [] : [`${number} is of ${expected}, not of ${found}`]
  })
  expect(wrong).toEqual([])
})

test.each([
  ['+12125550123', 'US', true],
  ['+14165550123', 'US', false],
  ['+14165550123', 'CA', true],
  ['+77011234567', 'RU', false],
  ['+77011234567', 'KZ', true],
  ['+6281255501001', 'ID', true],
  ['+6281255501001', 'MY', false],
  // An unknown range belongs to no country if several share the calling code.
  ['+19995550123', 'US', false],
  ['+6281255501001', 'AQ', false],
])('%s belongs to %s: %s', (phone, country, expected) => {
  expect(isOf(phone, country as CountryCode)).toBe(expected)
})
