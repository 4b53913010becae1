// Reading a list's search parameters from the address and writing them back.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { changed, readSearch } from './use-search.ts'

const Query = z.strictObject({
  page: z.optional(z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number))),
  sort: z.optional(z.enum(['name', '-name'])),
  q: z.optional(z.string()),
})

test.each([
  ['', {}],
  ['page=3&sort=-name&q=budi', { page: 3, sort: '-name', q: 'budi' }],
  ['page=x&q=budi', { q: 'budi' }],
  ['page=x&sort=y&z=1', {}],
  ['import=abc&q=a', { q: 'a' }],
])('%s is read as %o', (address, expected) => {
  expect(readSearch(Query, new URLSearchParams(address))).toEqual(expected)
})

test.each([
  ['page=3&q=a', { q: 'b' }, 'q=b'],
  ['page=3&q=a', { page: 4 }, 'page=4&q=a'],
  ['page=3&q=a', { page: 1 }, 'q=a'],
  ['page=3&q=a', { q: '' }, ''],
  ['page=3&import=x', { sort: 'name' }, 'import=x&sort=name'],
])('%s changed by %o is %s', (before, change, after) => {
  expect(changed(new URLSearchParams(before), change).toString()).toBe(after)
})
