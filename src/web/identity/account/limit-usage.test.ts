import { describe, expect, it } from 'vitest'
import { pacingPresets } from '../../../contract/pacing.ts'
import { limitUsageOf } from './limit-usage.ts'

const careful = { mode: 'careful', limits: pacingPresets.careful } as const
const usage = { last_hour: 12, last_day: 40, new_chats: 9, warm_up: null }
const shown = (session: Parameters<typeof limitUsageOf>[0]) =>
  limitUsageOf(session).map(({ label, used, most, note }) => [label, used, most, note])

describe('the used part of a session’s limits', () => {
  it('is shown next to each limit', () => {
    expect(shown({ status: 'working', pacing: careful, usage })).toEqual([
      ['Last hour', 12, 60, undefined],
      ['Last 24 hours', 40, 300, undefined],
      ['New chats', 9, 50, undefined],
    ])
  })
  it('is relative to the warm-up limit while that is lower', () => {
    const warm_up = { day: 3, allowance: 45 }
    expect(shown({ status: 'stopped', pacing: careful, usage: { ...usage, warm_up } })[1]).toEqual([
      'Last 24 hours',
      40,
      45,
      'Day 3 of the warm-up',
    ])
  })
  it('has no new chats if none may be started', () => {
    const pacing = { mode: 'known_contacts', limits: pacingPresets.known_contacts } as const
    expect(shown({ status: 'working', pacing, usage })).toHaveLength(2)
  })
  it('is not shown before the first send or without limits', () => {
    const none = { last_hour: 0, last_day: 0, new_chats: 0, warm_up: null }
    expect(shown({ status: 'stopped', pacing: careful, usage: none })).toEqual([])
    expect(shown({ status: 'working', pacing: { mode: 'off', limits: null }, usage: null })).toEqual([])
  })
})
