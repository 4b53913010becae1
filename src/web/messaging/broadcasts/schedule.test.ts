import { expect, it } from 'vitest'
import { barsOf, labelStep } from './schedule.ts'

it('hours without messages have a bar too', () => {
  const schedule = [
    { from: '2026-11-23T02:00:00.000Z', count: 20 },
    { from: '2026-11-23T05:00:00.000Z', count: 5 },
  ]
  expect(barsOf({ schedule, schedule_step: 'hour' }).map(({ count }) => count)).toEqual([20, 0, 0, 5])
})

it('a first hour that is half over still gets its bar', () => {
  const schedule = [
    { from: '2026-11-23T02:35:00.000Z', count: 20 },
    { from: '2026-11-23T05:00:00.000Z', count: 5 },
  ]
  expect(barsOf({ schedule, schedule_step: 'hour' }).map(({ from }) => from.slice(11, 16))).toEqual([
    '02:35',
    '03:00',
    '04:00',
    '05:00',
  ])
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

it.each([
  [3, true, 1],
  [8, true, 1],
  [9, true, 2],
  [26, true, 6],
  [48, true, 6],
  [9, false, 2],
  [62, false, 10],
])('%i bars have a label at every %s step: %i', (bars, isHour, step) => expect(labelStep(bars, isHour)).toBe(step))
