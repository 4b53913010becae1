import { expect, it } from 'vitest'
import { inStableOrder, rowAt } from './inbox-order.ts'

const rows = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((word) => ({ id: word[0]!, unanswered: Number(word[1] ?? 0) }))
const textOf = (ordered: { id: string; unanswered: number }[]) =>
  ordered.map(({ id, unanswered }) => `${id}${unanswered || ''}`).join(' ')

it.each([
  ['the first page keeps its order', '', 'a1 b1 c', undefined, 'a1 b1 c'],
  ['an answered row stays where it is', 'a1 b1 c', 'b1 a c', undefined, 'a b1 c'],
  ['who writes for the first time comes first', 'a1 b', 'c1 a1 b', undefined, 'c1 a1 b'],
  ['who writes again moves to the top', 'a1 b c', 'a1 c1 b', undefined, 'c1 a1 b'],
  ['a further page comes last', 'a1 b', 'a1 b c d', undefined, 'a1 b c d'],
  ['a row that the filter drops is gone', 'a1 b1', 'b1', undefined, 'b1'],
  ['the shown row stays', 'a1 b1', 'b1', 'a', 'a1 b1'],
])('%s', (_, before, now, kept, expected) => {
  expect(textOf(inStableOrder(rows(before), rows(now), kept))).toBe(expected)
})

it.each([
  ['b', 1, 'c'],
  ['b', -1, 'a'],
  ['c', 1, undefined],
  ['a', -1, undefined],
  ['x', 1, 'a'],
])('from %s by %i is %s', (id, steps, expected) => {
  expect(rowAt(rows('a b c'), id, steps)?.id).toBe(expected)
})
