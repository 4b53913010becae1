import { expect, test } from 'vitest'
import { readTime } from './time-input.ts'

test.each([
  ['9', '09:00'],
  ['9:30', '09:30'],
  ['09.30', '09:30'],
  ['930', '09:30'],
  ['2130', '21:30'],
  ['9 pm', '21:00'],
  ['9:30 PM', '21:30'],
  ['9:30\u202fAM', '09:30'],
  ['12 am', '00:00'],
  ['12:15 p.m.', '12:15'],
  ['00:00', '00:00'],
  ['24:00', undefined],
  ['13 pm', undefined],
  ['0 am', undefined],
  ['9:60', undefined],
  ['noon', undefined],
  ['', undefined],
])('%j is the time %s', (typed, time) => {
  expect(readTime(typed)).toBe(time)
})
