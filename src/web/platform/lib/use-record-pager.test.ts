import { expect, test } from 'vitest'
import { readListPosition, recordLink } from './use-record-pager.ts'

const placeOf = (link: string) => readListPosition(new URLSearchParams(link.split('?')[1]))

test('a link contains the search of its list, without the page, and the position in the whole list', () => {
  const link = recordLink('/contacts/1', { q: 'a&b=c', tag_id: ['x', 'y'], page: 3, consent: undefined, sort: '' }, 41)
  expect(link.startsWith('/contacts/1?')).toBe(true)
  expect(placeOf(link)).toEqual({ from: 'q=a%26b%3Dc&tag_id=x%2Cy', at: 41 })
})

test('a list without search parameters has a position, too', () => {
  expect(placeOf(recordLink('/contacts/1', {}, 0))).toEqual({ from: '', at: 0 })
})

test.each(['', 'at=1', 'from=q', 'from=&at=-1', 'from=&at=1.5', 'from=&at=99999999999'])(
  '%s is no position',
  (text) => {
    expect(readListPosition(new URLSearchParams(text))).toBeUndefined()
  },
)
