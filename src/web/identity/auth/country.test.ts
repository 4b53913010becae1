// Guessing the country of a browser.
import { expect, test } from 'vitest'
import { countryOf } from './country.ts'

test.each([
  ['Asia/Jakarta', 'en-US', 'ID'],
  ['America/Sao_Paulo', 'pt-BR', 'BR'],
  ['America/New_York', 'en', 'US'],
  ['Etc/GMT', 'en-GB', 'GB'],
])('a clock in %s and the language %s mean %s', (zone, language, country) => {
  expect(countryOf(zone, language)).toBe(country)
})

test.each([
  ['Nowhere/Land', 'pt-BR', 'BR'],
  ['Nowhere/Land', 'en', ''],
])('without a known clock (%s) the language %s means "%s"', (zone, language, country) => {
  expect(countryOf(zone, language)).toBe(country)
})
