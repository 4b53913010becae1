// Which supported language a tag matches.
import { expect, test } from 'vitest'
import { supportedLanguage } from './languages.ts'

test.each([
  ['id', 'id'],
  ['id-ID', 'id'],
  ['in-ID', 'id'],
  ['ID', 'id'],
  ['en-GB', 'en'],
  ['idx', 'en'],
  ['de', 'en'],
  ['constructor', 'en'],
  ['', 'en'],
])('%s asks for %s', (tag, expected) => {
  expect(supportedLanguage(tag)).toBe(expected)
})
