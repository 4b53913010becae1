// The names of countries.
import { expect, test } from 'vitest'
import { countryChoices, countryName } from './countries.ts'

test('countries are named in the language and sorted by it', () => {
  const choices = countryChoices('en')
  expect(choices).toHaveLength(249)
  expect(choices[0]?.label).toBe('Afghanistan')
})

test('a country is named in the language; an unknown code is shown as it is', () => {
  expect(countryName('ID', 'en')).toBe('Indonesia')
  expect(countryName('DE', 'id')).toBe('Jerman')
  expect(countryName('QX', 'en')).toBe('QX')
})
