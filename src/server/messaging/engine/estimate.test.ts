import { describe, expect, test } from 'vitest'
import { type PacingLimits, pacingPresets } from '../../../contract/pacing.ts'
import { cpuMsOf } from '../../test/cpu-time.ts'
import { type EstimateInput, type RecipientCohort, simulateRun } from './estimate.ts'
import { type SentMessage, whenToSend } from './pacing.ts'

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 24 * 3_600_000]
/** Nine in the morning in Jakarta, a Monday. */
const nine = Date.parse('2026-11-23T02:00:00Z')
const nothing = { sent: [], days: { finished: 0, endsAt: null } }
const plain: PacingLimits = {
  ...pacingPresets.careful,
  new_gap: { min: 40, max: 60 },
  rest_after: 200,
  rest: { min: 0, max: 0 },
  hourly_cap: 200,
  daily_cap: 1_000,
  new_chat_cap: 1_000,
  warm_up: null,
  hours: null,
  contact_hours: 0,
}
const people = (count: number, more: Partial<RecipientCohort> = {}): RecipientCohort => ({
  chat: 'new',
  timeZone: 'Asia/Jakarta',
  messagedAt: null,
  count,
  ...more,
})
const asked = (more: Partial<EstimateInput> = {}): EstimateInput => ({
  limits: plain,
  past: nothing,
  hold: null,
  from: nine,
  broadcasts: [[people(10)]],
  ...more,
})

describe('the last message is sent', () => {
  test.each<[string, Partial<EstimateInput>, number]>([
    ['immediately for a single recipient', { broadcasts: [[people(1)]] }, 0],
    ['after nine gaps', {}, 9 * 50 * second],
    ['earlier for known chats', { broadcasts: [[people(10, { chat: 'known' })]] }, 9 * 17.5 * second],
    [
      'after a rest each five',
      { limits: { ...plain, rest_after: 5, rest: { min: 120, max: 120 } } },
      (8 * 50 + 120) * second,
    ],
    ['an hour later for every three', { limits: { ...plain, hourly_cap: 3 } }, 3 * hour],
    ['a day later for every four', { limits: { ...plain, daily_cap: 4 } }, 2 * day + 50 * second],
    ['within the warm-up limits', { limits: { ...plain, warm_up: 4 } }, day + 5 * 50 * second],
    [
      'in the morning of New York',
      {
        limits: { ...plain, hours: { from: '09:00', to: '20:00' } },
        broadcasts: [[people(1, { timeZone: 'America/New_York' })]],
      },
      12 * hour,
    ],
    [
      'when the WhatsApp hold ends',
      { hold: { until: nine + hour, newChatsOnly: false }, broadcasts: [[people(1)]] },
      hour,
    ],
    [
      'a day after the other broadcast',
      { limits: { ...plain, contact_hours: 24 }, broadcasts: [[people(1, { messagedAt: nine - hour })]] },
      23 * hour,
    ],
    ['later beside another broadcast, in turns', { broadcasts: [[people(5)], [people(5)]] }, 8 * 50 * second],
  ])('%s', (_, question, after) => {
    const { endsAt, isExact } = simulateRun(asked(question))
    expect(isExact).toBe(true)
    expect(endsAt - nine).toBe(after)
  })
})

test('recipients that the session never writes to take no time', () => {
  const limits = { ...plain, new_chat_cap: 0 }
  expect(simulateRun(asked({ limits, broadcasts: [[people(500), people(2, { chat: 'known' })]] })).leaves).toHaveLength(
    2,
  )
})

test('a broadcast that begins tomorrow does not wait for those sent today', () => {
  const tomorrow = nine + day
  const broadcasts = [[people(10, { dueAt: tomorrow })], [people(10)]]
  const { leaves, endsAt, waits } = simulateRun(asked({ broadcasts }))
  expect(leaves[0]).toBe(tomorrow)
  expect(endsAt - tomorrow).toBe(9 * 50 * second)
  expect(waits.get('pace')).toBe(9 * 50 * second)
})

test('estimates the end behind many others too', () => {
  const broadcasts = [[people(10, { dueAt: nine + 300 * day })], [people(100_000)]]
  const { endsAt, isExact } = simulateRun(asked({ broadcasts, maxMessages: 500 }))
  expect(isExact).toBe(false)
  expect((endsAt - nine) / day).toBeCloseTo(300, 1)
  const sooner = simulateRun(
    asked({ broadcasts: [[people(10, { dueAt: nine + hour * 20 })], [people(100_000)]], maxMessages: 500 }),
  )
  expect((sooner.endsAt - nine) / day).toBeCloseTo((100_010 * 50 * second) / day, 0)
})

test('the night is a pause, and the first days allow few', () => {
  const { leaves, waits, isExact } = simulateRun(asked({ limits: pacingPresets.careful, broadcasts: [[people(100)]] }))
  expect(isExact).toBe(true)
  expect(leaves.filter((at) => at < nine + day)).toHaveLength(20)
  expect(leaves.filter((at) => at < nine + 2 * day)).toHaveLength(50)
  for (const at of leaves) {
    const clock = new Date(at + 7 * hour).toISOString().slice(11, 16)
    expect(clock >= '09:00' && clock < '20:00').toBe(true)
  }
  expect([...waits.keys()]).toEqual(expect.arrayContaining(['pace', 'warm_up']))
})

test('simulates weeks in milliseconds, and extrapolates the rest from the last days', () => {
  const began = process.cpuUsage()
  const weeks = simulateRun(asked({ limits: pacingPresets.careful, broadcasts: [[people(2_100, { chat: 'known' })]] }))
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000)
  expect(weeks.isExact).toBe(true)
  // Six days of warm-up, then 300 a day.
  expect((weeks.endsAt - nine) / day).toBeGreaterThan(9)
  const half = simulateRun(
    asked({ limits: pacingPresets.careful, broadcasts: [[people(4_200, { chat: 'known' })]], maxMessages: 3_000 }),
  )
  const whole = simulateRun(
    asked({ limits: pacingPresets.careful, broadcasts: [[people(4_200, { chat: 'known' })]], maxMessages: 10_000 }),
  )
  expect(half.isExact).toBe(false)
  expect(Math.abs(half.endsAt - whole.endsAt)).toBeLessThan(0.05 * (whole.endsAt - nine))
})

/** A generator of its own: the same random numbers in every run. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test.each([1, 2, 3, 4, 5])('seed %i: within a twentieth of what the pacing does', (seed) => {
  const limits = {
    ...pacingPresets.careful,
    warm_up: null,
    hours: null,
    hourly_cap: 200,
    daily_cap: 1_000,
    new_chat_cap: 1_000,
  }
  const random = seeded(seed)
  // As the dispatcher does: evaluate, wait, evaluate again.
  const sent: SentMessage[] = []
  let now = nine
  while (sent.length < 600) {
    const chat = sent.length % 4 === 0 ? 'known' : 'new'
    const { session } = whenToSend(
      limits,
      { sent, days: nothing.days },
      null,
      { chat, timeZone: 'UTC', messagedAt: null },
      now,
    )
    if (session.reason) now = session.at
    else sent.unshift({ at: now, chat, jitter: random() })
  }
  const told = simulateRun(asked({ limits, broadcasts: [[people(150, { chat: 'known' }), people(450)]] }))
  expect(Math.abs(told.endsAt - now)).toBeLessThan(0.05 * (now - nine))
  expect(told.endsAt - nine).toBeGreaterThan(300 * minute)
})

test('three weeks, random: the warm-up, the nights, then the daily cap on new chats', () => {
  let leaves: ReturnType<typeof simulateRun>['leaves'] = []
  const spent = cpuMsOf(() => {
    leaves = simulateRun(asked({ limits: pacingPresets.careful, broadcasts: [[people(800)]] })).leaves
  })
  expect(spent).toBeLessThan(5_000)
  const dayOf = (at: number) => new Date(at + 7 * hour).toISOString().slice(0, 10)
  const clockOf = (at: number) => new Date(at + 7 * hour).toISOString().slice(11, 16)
  const drawn = [...new Set(leaves.map(dayOf))].map((date) => {
    const its = leaves.filter((at) => dayOf(at) === date)
    return `${date.slice(5)} ${clockOf(its[0]!)}–${clockOf(its.at(-1)!)} ${'▇'.repeat(its.length / 5)} ${its.length}`
  })
  expect(drawn).toMatchInlineSnapshot(`
    [
      "11-23 09:00–09:14 ▇▇▇▇ 20",
      "11-24 09:00–09:24 ▇▇▇▇▇▇ 30",
      "11-25 09:00–09:38 ▇▇▇▇▇▇▇▇▇ 45",
      "11-26 09:00–09:42 ▇▇▇▇▇▇▇▇▇▇ 50",
      "11-27 09:00–09:42 ▇▇▇▇▇▇▇▇▇▇ 50",
      "11-28 09:00–09:42 ▇▇▇▇▇▇▇▇▇▇ 50",
      "11-29 09:00–09:42 ▇▇▇▇▇▇▇▇▇▇ 50",
      "11-30 09:00–09:42 ▇▇▇▇▇▇▇▇▇▇ 50",
      "12-01 09:00–09:42 ▇▇▇▇▇▇▇▇▇▇ 50",
      "12-02 09:00–09:42 ▇▇▇▇▇▇▇▇▇▇ 50",
      "12-03 09:00–09:42 ▇▇▇▇▇▇▇▇▇▇ 50",
      "12-04 09:00–09:42 ▇▇▇▇▇▇▇▇▇▇ 50",
      "12-05 09:00–09:42 ▇▇▇▇▇▇▇▇▇▇ 50",
      "12-06 09:00–09:42 ▇▇▇▇▇▇▇▇▇▇ 50",
      "12-07 09:00–09:42 ▇▇▇▇▇▇▇▇▇▇ 50",
      "12-08 09:00–09:42 ▇▇▇▇▇▇▇▇▇▇ 50",
      "12-09 09:00–09:42 ▇▇▇▇▇▇▇▇▇▇ 50",
      "12-10 09:00–09:03 ▇ 5",
    ]
  `)
})
