// Merged pages of a check.
import { expect, test } from 'vitest'
import type { Check } from '../../../contract/templates.ts'
import { addedResult } from './check-result.ts'

const contacts = (...names: string[]) => names.map((name) => ({ id: name, name }))
const part = (more: Partial<Check>): Check => ({
  ...{ error: null, total: 9, checked: 0, ready: 0, missing: [], next: null },
  ...more,
})
const lacks = (path: string, count: number, ...names: string[]) => ({
  ...{ path, error: null, count, contacts: contacts(...names) },
})

test('the first page is the result so far', () => {
  const first = part({ checked: 3, ready: 2, next: 'a' })
  expect(addedResult(undefined, first)).toBe(first)
})

test('counts are added, only a few contacts are named, and the most frequent reason comes first', () => {
  const first = part({
    ...{ checked: 4, ready: 1, next: 'a', total: 8 },
    missing: [lacks('contact.company', 2, 'Ani', 'Budi'), lacks('contact.email', 1, 'Citra')],
  })
  const second = part({
    ...{ checked: 5, ready: 0 },
    missing: [
      lacks('contact.email', 4, 'Dewi', 'Eka', 'Fitri', 'Gita'),
      { path: null, error: { code: 'template.too_complex', params: {} }, count: 1, contacts: contacts('Hadi') },
    ],
  })
  expect(addedResult(first, second)).toEqual(
    part({
      ...{ checked: 9, ready: 1 },
      missing: [
        lacks('contact.email', 5, 'Citra', 'Dewi', 'Eka', 'Fitri', 'Gita'),
        lacks('contact.company', 2, 'Ani', 'Budi'),
        { path: null, error: { code: 'template.too_complex', params: {} }, count: 1, contacts: contacts('Hadi') },
      ],
    }),
  )
})
