// Due days of repeating tasks.
import { expect, test } from 'vitest'
import type { Repeat } from '../../../contract/tasks.ts'
import { nextDue } from './repeats.ts'

test.each<[string, Repeat, number, string]>([
  ['2026-12-31', 'daily', 31, '2027-01-01'],
  ['2028-02-28', 'daily', 28, '2028-02-29'],
  ['2026-12-28', 'weekly', 28, '2027-01-04'],
  ['2026-02-20', 'every_two_weeks', 20, '2026-03-06'],
  ['2026-01-31', 'monthly', 31, '2026-02-28'],
  ['2026-02-28', 'monthly', 31, '2026-03-31'],
  ['2026-02-28', 'monthly', 28, '2026-03-28'],
  ['2028-01-30', 'monthly', 30, '2028-02-29'],
  ['2026-12-15', 'monthly', 15, '2027-01-15'],
  ['2026-11-30', 'quarterly', 30, '2027-02-28'],
  ['2027-02-28', 'quarterly', 30, '2027-05-30'],
  ['2028-02-29', 'yearly', 29, '2029-02-28'],
  ['2031-02-28', 'yearly', 29, '2032-02-29'],
])('after %s, %s, comes %s → %s', (due, repeats, anchor, next) => {
  expect(nextDue(due, repeats, anchor)).toBe(next)
})
