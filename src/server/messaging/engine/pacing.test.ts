// The limits of a session one by one, and whole days of sending that must respect all of them.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limitsOf, type PacingLimits, pacingPresets } from '../../../contract/pacing.ts'
import { type ChatKind, opensAt, type SendHistory, type SendingDays, type SentMessage, whenToSend } from './pacing.ts'

const { careful, known_contacts: known } = pacingPresets
const now = Date.parse('2026-11-20T05:00:00Z')
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]
const jakarta = { chat: 'new', timeZone: 'Asia/Jakarta', messagedAt: null } as const
/** Messages this many milliseconds ago, newest first. */
const sent = (ago: readonly number[], chat: ChatKind = 'known', jitter = 0): SentMessage[] =>
  ago.map((ms) => ({ at: now - ms, chat, jitter }))
const past = (list: readonly SentMessage[], days: SendingDays = { finished: 20, endsAt: null }): SendHistory => ({
  sent: list,
  days,
})
const every = (ms: number, count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index * ms)
/** The reason of the wait, and its seconds. */
const told = (
  limits: PacingLimits | null,
  before: SendHistory,
  next: Parameters<typeof whenToSend>[3] = jakarta,
  hold = null as Parameters<typeof whenToSend>[2],
) => {
  const { session, own } = whenToSend(limits, before, hold, next, now)
  const { at, reason } = own.at > session.at ? own : session
  return [reason, (at - now) / 1_000]
}

test('nothing sent, at noon: now', () => {
  expect(told(careful, past([]))).toEqual([null, 0])
})

test.each([
  ['new', 0, careful, 30],
  ['new', 0.5, careful, 45],
  ['new', 0.999999, careful, 60],
  ['known', 0, careful, 10],
  ['known', 0.999999, careful, 25],
  ['group', 0, careful, 15],
  ['group', 0.999999, careful, 30],
  ['known', 0, known, 8],
  ['known', 0.999999, known, 20],
] as const)('the gap before a %s chat, jitter at %d', (chat, jitter, limits, seconds) => {
  const [reason, wait] = told(limits, past(sent([0], 'known', jitter)), { ...jakarta, chat })
  expect([reason, Math.round(wait as number)]).toEqual(['pace', seconds])
})

describe('limits', () => {
  test.each<[string, unknown[], unknown[]]>([
    ['20 in a row: a rest of 2 minutes at least', told(careful, past(sent(every(40 * second, 20)))), ['rest', 120]],
    [
      '20 in a row: a rest of 5 minutes at most',
      told(careful, past(sent(every(40 * second, 20), 'new', 0.9999999))),
      ['rest', 300],
    ],
    ['19 in a row: no rest yet', told(careful, past(sent(every(40 * second, 19)))), ['pace', 30]],
    [
      '20 with a rest in between',
      told(careful, past(sent([...every(40 * second, 10), ...every(40 * second, 10, 10 * minute)]))),
      ['pace', 30],
    ],
    [
      '60 an hour',
      told(careful, past(sent([...every(2 * minute + 1, 20), ...every(10, 40, 42 * minute)]))),
      ['hourly_cap', 18 * 60 - 0.39],
    ],
    [
      'a message of exactly an hour ago makes room',
      told(careful, past(sent([...every(2 * minute, 59, 2 * minute), hour]))),
      [null, 0],
    ],
    ['300 a day', told(careful, past(sent(every(4 * minute, 300, hour)))), ['daily_cap', 3 * 3600 + 4 * 60]],
    [
      '50 new chats a day',
      told({ ...careful, hours: null }, past(sent(every(10 * minute, 50, hour), 'new'))),
      ['new_chat_cap', (24 * 60 - 60 - 490) * 60],
    ],
    [
      '50 new chats, and then a known one',
      told(careful, past(sent(every(10 * minute, 50, hour), 'new')), { ...jakarta, chat: 'known' }),
      [null, 0],
    ],
    [
      'written to 20 hours ago',
      told(careful, past([]), { ...jakarta, messagedAt: now - 20 * hour }),
      ['recently_messaged', 4 * 3600],
    ],
    [
      'one limit ends in another: 8 hours on is night',
      told(careful, past([]), { ...jakarta, messagedAt: now - 15 * hour }),
      ['hours', 21 * 3600],
    ],
    ['night in New York', told(careful, past([]), { ...jakarta, timeZone: 'America/New_York' }), ['hours', 9 * 3600]],
    [
      'off',
      told(null, past(sent(every(1, 500))), { ...jakarta, messagedAt: now, timeZone: 'America/New_York' }),
      [null, 0],
    ],
  ])('%s', (_, said, expected) => {
    expect(said).toEqual(expected)
  })

  test.each([
    [{ finished: 0, endsAt: now + 2 * hour }, 19, null, 0],
    [{ finished: 0, endsAt: now + 2 * hour }, 20, 'warm_up', 7_200],
    [{ finished: 1, endsAt: null }, 29, null, 0],
    [{ finished: 1, endsAt: null }, 30, 'warm_up', 12 * 3600],
    [{ finished: 2, endsAt: null }, 44, null, 0],
    [{ finished: 7, endsAt: null }, 290, null, 0],
  ] as const)('warm-up with days %j and %d messages in 24 hours: %s', (days, count, reason, seconds) => {
    // Starting 12 hours ago, a rest apart; the oldest within the cap decides.
    const list = sent(every(Math.min(2, 240 / count) * minute, count, 12 * hour - 2 * (count - 1) * minute))
    expect(told({ ...careful, hours: null, hourly_cap: 200, rest_after: 200 }, past(list, days))).toEqual([
      reason,
      seconds,
    ])
  })

  test.each([
    ['all of them', false, 'known', ['hold', 3_600], 0],
    ['new chats, a new one', true, 'new', ['hold', 3_600], 3_600],
    ['new chats, a known one', true, 'known', [null, 0], 0],
    ['new chats, a group', true, 'group', [null, 0], 0],
  ] as const)('WhatsApp holds %s', (_, newChatsOnly, chat, expected, own) => {
    const hold = { until: now + hour, newChatsOnly }
    for (const limits of [careful, null]) {
      expect(told(limits, past([]), { ...jakarta, chat }, hold)).toEqual(expected)
      const verdict = whenToSend(limits, past([]), hold, { ...jakarta, chat }, now)
      expect((verdict.own.at - now) / 1_000).toBe(own)
    }
  })

  test('waits of one recipient are separate from waits of the session', () => {
    const verdict = whenToSend(careful, past(sent([0])), null, { ...jakarta, messagedAt: now - 20 * hour }, now)
    expect(verdict).toEqual({
      session: { at: now + 30 * second, reason: 'pace' },
      own: { at: now + 4 * hour, reason: 'recently_messaged' },
    })
  })
})

test('a mode names its limits; custom ones are the session’s own', () => {
  expect(limitsOf('off', careful)).toBeNull()
  expect(limitsOf('careful', known)).toBe(careful)
  expect(limitsOf('custom', known)).toBe(known)
})

describe('hours', () => {
  const hours = { from: '09:00', to: '20:00' }
  test.each([
    ['2026-11-20T02:00:00Z', 'Asia/Jakarta', '2026-11-20T02:00:00Z'],
    ['2026-11-20T01:59:59Z', 'Asia/Jakarta', '2026-11-20T02:00:00Z'],
    ['2026-11-20T12:59:59.999Z', 'Asia/Jakarta', '2026-11-20T12:59:59.999Z'],
    ['2026-11-20T13:00:00Z', 'Asia/Jakarta', '2026-11-21T02:00:00Z'],
    ['2026-11-20T18:00:00Z', 'Asia/Kathmandu', '2026-11-21T03:15:00Z'],
    ['2026-11-20T00:00:00Z', 'Pacific/Kiritimati', '2026-11-20T00:00:00Z'],
    // DST ends, and begins, in the night between.
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25T08:00:00Z'],
    ['2027-03-28T00:30:00Z', 'Europe/Berlin', '2027-03-28T07:00:00Z'],
    ['2026-12-31T23:00:00Z', 'America/Sao_Paulo', '2027-01-01T12:00:00Z'],
  ])('at %s in %s: %s', (at, zone, expected) => {
    expect(new Date(opensAt(Date.parse(at), zone, hours)).toISOString()).toBe(new Date(expected).toISOString())
  })

  test('the opening time is within the hours, and is the next one', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
        fc.constantFrom(
          'Asia/Jakarta',
          'Europe/Berlin',
          'America/New_York',
          'America/Sao_Paulo',
          'Australia/Lord_Howe',
          'Asia/Kolkata',
          'UTC',
        ),
        (date, zone) => {
          const at = date.getTime()
          const opening = opensAt(at, zone, hours)
          const clock = new Intl.DateTimeFormat('sv', { timeZone: zone, timeStyle: 'short' }).format(opening)
          expect(opening - at).toBeGreaterThanOrEqual(0)
          expect(opening - at).toBeLessThan(14 * hour + minute)
          expect(clock >= '09:00' && clock < '20:00').toBe(true)
        },
      ),
    )
  })
})

describe('over whole days', () => {
  const zones = ['Asia/Jakarta', 'America/New_York', 'Europe/Berlin']
  const arbitraryLimits = fc.record({
    new_gap: spans(10, 200),
    known_gap: spans(3, 100),
    group_gap: spans(5, 100),
    rest_after: fc.integer({ min: 1, max: 40 }),
    rest: spans(60, 900),
    hourly_cap: fc.integer({ min: 1, max: 200 }),
    daily_cap: fc.integer({ min: 1, max: 400 }),
    new_chat_cap: fc.integer({ min: 1, max: 100 }),
    warm_up: fc.option(fc.integer({ min: 1, max: 60 })),
    hours: fc.option(fc.constant({ from: '09:00', to: '20:00' })),
    contact_hours: fc.constant(24),
  })

  test.each([
    ['careful', fc.constant(careful)],
    ['known contacts', fc.constant({ ...known, new_chat_cap: 1 })],
    ['any custom limits', arbitraryLimits],
  ])('%s: no window is exceeded, no gap too short, also across restarts and downtime', (_, limits) => {
    fc.assert(
      fc.property(limits, fc.infiniteStream(fc.nat(999)), (chosen, stream) => {
        const log = simulate(chosen, stream)
        expect(log.length).toBeGreaterThan(0)
        for (const [index, message] of log.entries()) keeps(chosen, log.slice(0, index + 1), message)
      }),
      { numRuns: 12 },
    )
  })

  /** Three days of a session that always has something to send, is interrupted, and evaluates at irregular moments. */
  function simulate(limits: PacingLimits, stream: Iterable<number>) {
    const numbers = stream[Symbol.iterator]()
    const draw = () => numbers.next().value as number
    const log: (SentMessage & { zone: string })[] = []
    let clock = now - 5 * hour
    for (const end = clock + 3 * day; clock < end; ) {
      const next = {
        chat: (['new', 'known', 'known', 'group'] as const)[draw() % 4]!,
        timeZone: zones[draw() % zones.length]!,
        messagedAt: null,
      }
      // All state comes from the log: a restart is no different from any other moment.
      const { session, own } = whenToSend(limits, pastOf(log, clock, limits.daily_cap), null, next, clock)
      if (own.reason !== null) clock += 1_000 * (1 + draw())
      else if (session.reason !== null) clock = session.at
      else log.push({ at: clock, chat: next.chat, jitter: draw() / 1_000, zone: next.timeZone })
      // Sometimes the machine is off for some hours.
      if (draw() === 0) clock += 5 * hour
    }
    return log
  }

  function keeps(
    limits: PacingLimits,
    log: readonly (SentMessage & { zone: string })[],
    { at, chat, zone }: SentMessage & { zone: string },
  ) {
    const within = (ms: number) => log.filter((message) => message.at > at - ms)
    const fail = (what: string) => {
      throw new Error(`${what} at ${new Date(at).toISOString()} with ${JSON.stringify(limits)}`)
    }
    if (within(hour).length > limits.hourly_cap) fail('too many in an hour')
    if (within(day).length > limits.daily_cap) fail('too many in a day')
    if (within(day).filter((message) => message.chat === 'new').length > limits.new_chat_cap) fail('too many new chats')
    const before = log.at(-2)
    const gap = { new: limits.new_gap, known: limits.known_gap, group: limits.group_gap }[chat]
    if (before && at - before.at < gap.min * 1_000) fail('too short a gap')
    const row = log.slice(-limits.rest_after - 1)
    const isRow = row.every(
      (message, index) => index === 0 || message.at - row[index - 1]!.at < limits.rest.min * 1_000,
    )
    if (row.length > limits.rest_after && isRow) fail('no rest')
    if (limits.warm_up !== null) {
      const { finished } = daysOf(log, at)
      if (within(day).length > Math.max(1, Math.floor(limits.warm_up * 1.5 ** finished))) fail('too fast a warm-up')
    }
    if (limits.hours) {
      const clock = new Intl.DateTimeFormat('sv', { timeZone: zone, timeStyle: 'short' }).format(at)
      if (clock < '09:00' || clock >= '20:00') fail(`out of hours in ${zone}`)
    }
  }
})

/** As the database returns it. */
function pastOf(log: readonly SentMessage[], at: number, cap: number): SendHistory {
  return {
    sent: log
      .filter((message) => message.at > at - day)
      .reverse()
      .slice(0, cap),
    days: daysOf(log, at),
  }
}

function daysOf(log: readonly SentMessage[], at: number): SendingDays {
  let finished = 0
  let first = log[0]
  while (first && first.at + day <= at) {
    const end = first.at + day
    finished += 1
    first = log.find((message) => message.at >= end)
  }
  return { finished, endsAt: first ? first.at + day : null }
}

function spans(least: number, most: number) {
  return fc
    .tuple(fc.integer({ min: least, max: most }), fc.integer({ min: least, max: most }))
    .map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }))
}
