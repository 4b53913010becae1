import { expect, test } from 'vitest'
import { browserLanguage } from './browser-language.ts'

test.each([
  ['id-ID', 'id-ID'],
  ['en-US@posix', 'en-US'],
  ['pt_BR.UTF-8', 'pt-BR'],
  ['C', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('%s is read as %s', (reported, tag) => {
  expect(browserLanguage(reported ?? '')).toBe(tag)
})
