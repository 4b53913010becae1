import { expect, it } from 'vitest'
import { barsOf } from './schedule.ts'

it('hours in which nothing leaves have a bar too', () => {
  const schedule = [
    { from: '2026-11-23T02:00:00.000Z', count: 20 },
    { from: '2026-11-23T05:00:00.000Z', count: 5 },
  ]
  expect(barsOf({ schedule, schedule_step: 'hour' }).map(({ count }) => count)).toEqual([20, 0, 0, 5])
})

it('days follow each other although each begins at another time', () => {
  const schedule = [
    { from: '2026-11-23T02:00:00.000Z', count: 20 },
    { from: '2026-11-24T02:10:00.000Z', count: 30 },
    { from: '2026-11-26T02:00:00.000Z', count: 5 },
  ]
  expect(barsOf({ schedule, schedule_step: 'day' }).map(({ count }) => count)).toEqual([20, 30, 0, 5])
})

it('of nothing there is nothing to draw', () => {
  expect(barsOf({ schedule: [], schedule_step: 'day' })).toEqual([])
})
