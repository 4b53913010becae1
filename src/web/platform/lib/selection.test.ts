import { expect, test } from 'vitest'
import {
  chosen,
  countOf,
  everything,
  isSelected,
  nothing,
  pageState,
  requestOf,
  type Selection,
  withRows,
} from './selection.ts'

const page = ['a', 'b', 'c', 'd', 'e']
/** Chooses one row after the other; `+c` is a choice with Shift. */
const choose = (before: Selection, choices: string) =>
  choices.split(' ').reduce((now, id) => chosen(now, id.at(-1)!, id.startsWith('+'), page), before)
const selectedIn = (selection: Selection) => page.filter((id) => isSelected(selection, id)).join('')

test.each([
  ['a c', 'ac'],
  ['a c a', 'c'],
  ['b +d', 'bcd'],
  ['d +b', 'bcd'],
  // A range becomes as its last row becomes.
  ['a b c d +b', 'a'],
  // The next range begins where the last one ended.
  ['a +b d +e', 'abde'],
  // Without a choice before, a range is one row.
  ['+c', 'c'],
])('choosing %s selects %s', (choices, wanted) => {
  expect(selectedIn(choose(nothing, choices))).toBe(wanted)
})

test.each([
  ['b', 'acde', 11],
  ['b b', 'abcde', 12],
  ['b +d', 'ae', 9],
])('of all, choosing %s leaves %s', (choices, wanted, count) => {
  const selection = choose(everything, choices)
  expect([selectedIn(selection), countOf(selection, 12)]).toEqual([wanted, count])
})

test('a range does not reach to a row on another page', () => {
  expect(selectedIn(chosen({ ...nothing, anchor: 'z' }, 'c', true, page))).toBe('c')
})

test('the rows of a page are all, some or none selected', () => {
  expect(pageState(nothing, page)).toBe('none')
  expect(pageState(choose(nothing, 'b'), page)).toBe('some')
  expect(pageState(withRows(nothing, page, true), page)).toBe('all')
  expect(pageState(withRows(everything, page, false), page)).toBe('none')
  expect(pageState(everything, [])).toBe('none')
})

test('rows of other pages stay selected', () => {
  const both = withRows(withRows(nothing, page, true), ['f'], true)
  expect(countOf(withRows(both, page, false), 100)).toBe(1)
})

test('a request names ids, or filters with exceptions and the number that the user saw', () => {
  const filters = { consent: 'opted_in' }
  expect(requestOf(choose(nothing, 'a c'), filters, 12)).toEqual({ ids: ['a', 'c'] })
  expect(requestOf(choose(everything, 'c'), filters, 12)).toEqual({ filters, except_ids: ['c'], expected_count: 11 })
})
