// The days that the dialog proposes and allows.
import { expect, test } from 'vitest'
import { dayBefore, monthEndBefore } from './period.ts'

test.each([
  ['2026-11-23', '2026-11-22', '2026-10-31'],
  ['2026-01-01', '2025-12-31', '2025-12-31'],
  ['2024-03-01', '2024-02-29', '2024-02-29'],
])('%s: the day before is %s, the month before ended on %s', (day, before, monthEnd) => {
  expect([dayBefore(day), monthEndBefore(day)]).toEqual([before, monthEnd])
})
