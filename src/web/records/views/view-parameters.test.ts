import { expect, test } from 'vitest'
import { isSame, parametersOf, searchOf } from './view-parameters.ts'

test('a view has filters, search, order and shape, but not the page or itself', () => {
  const params = new URLSearchParams(
    'q=a%26b&category=prospect,soft&sort=-title&view=board&page=3&per_page=50&saved=1&in=',
  )
  expect(parametersOf(params)).toEqual({ q: 'a&b', category: 'prospect,soft', sort: '-title', view: 'board' })
})

test('its address has all parameters', () => {
  const parameters = { q: 'a&b', view: 'board' }
  const search = searchOf({ id: '7', parameters })
  expect(parametersOf(new URLSearchParams(search))).toEqual(parameters)
  expect(search).toContain('saved=7')
})

test.each([
  [{}, {}, true],
  [{ q: 'a' }, { q: 'a' }, true],
  [{ q: 'a' }, {}, false],
  [{}, { q: 'a' }, false],
  [{ q: 'a' }, { q: 'b' }, false],
])('%o and %o: %s', (a, b, same) => {
  expect(isSame(a as Record<string, string>, b as Record<string, string>)).toBe(same)
})
