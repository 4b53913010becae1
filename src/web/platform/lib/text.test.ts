// Translation, placeholders and plurals.
import { afterEach, expect, test } from 'vitest'
import { setLanguage, t } from './text.ts'

afterEach(() => setLanguage('en', {}))

test.each([
  ['Save', {}, 'Save'],
  ['Hello {name}', { name: 'Budi' }, 'Hello Budi'],
  ['{a} of {b}', { a: 1, b: 2 }, '1 of 2'],
  ['Hello {name}', {}, 'Hello {name}'],
  ['{name}', { name: '{name}' }, '{name}'],
])('%s with %o reads %s', (sentence, values, expected) => {
  expect(t(sentence, values as Record<string, string>)).toBe(expected)
})

test.each([
  [0, '0 contacts'],
  [1, 'one contact'],
  [2, '2 contacts'],
  [12_345, '12,345 contacts'],
])('%i is counted as %s', (count, expected) => {
  expect(t.plural(count, 'one contact', '{count} contacts')).toBe(expected)
})

test('a language replaces sentences and has its own plural forms', () => {
  setLanguage('id', { Save: 'Simpan', '{count} contacts#other': '{count} kontak' })
  expect(t('Save')).toBe('Simpan')
  expect(t('Cancel')).toBe('Cancel')
  expect(t.plural(1, 'one contact', '{count} contacts')).toBe('1 kontak')
})

const named = (name: string) => t('{name} left', { name }).replace(/ left$/, '')

test('only right-to-left text is isolated, and it cannot end its isolation', () => {
  expect(named('Ada Lovelace')).toBe('Ada Lovelace')
  expect(named('株式会社')).toBe('株式会社')
  expect(named('علي')).toBe('\u2068علي\u2069')
  expect(named('x\u2069\u202Ecba')).toBe('\u2068xcba\u2069')
})
