import { expect, it } from 'vitest'
import { barsOf } from './schedule.ts'

it('hours without messages have a bar too', () => {
  const schedule = [
    { from: '2026-11-23T02:00:00.000Z', count: 20 },
    { from: '2026-11-23T05:00:00.000Z', count: 5 },
  ]
  expect(barsOf({ schedule, schedule_step: 'hour' }).map(({ count }) => count)).toEqual([20, 0, 0, 5])
})

it('days are consecutive although their starts differ', () => {
  const schedule = [
    { from: '2026-11-23T02:00:00.000Z', count: 20 },
    { from: '2026-11-24T02:10:00.000Z', count: 30 },
    { from: '2026-11-26T02:00:00.000Z', count: 5 },
  ]
  expect(barsOf({ schedule, schedule_step: 'day' }).map(({ count }) => count)).toEqual([20, 30, 0, 5])
})

it('an empty schedule draws nothing', () => {
  expect(barsOf({ schedule: [], schedule_step: 'day' })).toEqual([])
})
