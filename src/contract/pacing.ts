// Throttling (pacing) of a session: the modes, the limits behind each, and the range each limit may be set to.

import * as z from 'zod/mini'
import { issue } from './messages/issue.ts'

/** `custom`: the organization's own limits. `off`: no limits; the default of the simulator only. */
export const PacingMode = z.enum(['careful', 'known_contacts', 'custom', 'off'])
export type PacingMode = z.output<typeof PacingMode>

/** A random number of seconds between `min` and `max`, drawn for each message. */
const span = (min: number, max: number) =>
  z
    .strictObject({ min: whole(min, max), max: whole(min, max) })
    .check(z.refine(({ min, max }) => min <= max, { error: issue('field.less_than_minimum'), path: ['max'] }))

function whole(min: number, max: number) {
  const fault = { error: issue('field.not_whole_between', { min, max }) }
  return z.int(fault).check(z.gte(min, fault), z.lte(max, fault))
}

const Hour = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: issue('field.not_time_of_day') }))

export const PacingLimits = z.strictObject({
  /** Seconds between a message and the next, chosen by the chat of the next one. */
  new_gap: span(10, 3_600),
  known_gap: span(3, 3_600),
  group_gap: span(5, 3_600),
  /** After this many messages without a rest, the session rests. */
  rest_after: whole(1, 200),
  rest: span(0, 7_200),
  hourly_cap: whole(1, 200),
  daily_cap: whole(1, 1_000),
  /** New chats in 24 hours. With 0, only contacts who have written to this number before receive messages. */
  new_chat_cap: whole(0, 1_000),
  /** Messages on the first day; each following day allows half as many more. Null: the whole daily cap from the start. */
  warm_up: z.nullable(whole(1, 1_000)),
  /** Quiet hours are outside of these, in the recipient's time zone. Null: none. */
  hours: z.nullable(
    z
      .strictObject({ from: Hour, to: Hour })
      .check(z.refine(({ from, to }) => from < to, { error: issue('field.not_after_start'), path: ['to'] })),
  ),
  /** Hours between two broadcasts to the same contact. */
  contact_hours: whole(0, 720),
})
export type PacingLimits = z.output<typeof PacingLimits>

/** WhatsApp publishes no safe rate for linked devices; these follow what long-time senders report. */
export const pacingPresets: Readonly<Record<'careful' | 'known_contacts', PacingLimits>> = {
  careful: {
    new_gap: { min: 30, max: 60 },
    known_gap: { min: 10, max: 25 },
    group_gap: { min: 15, max: 30 },
    rest_after: 20,
    rest: { min: 120, max: 300 },
    hourly_cap: 60,
    daily_cap: 300,
    new_chat_cap: 50,
    warm_up: 20,
    hours: { from: '09:00', to: '20:00' },
    contact_hours: 24,
  },
  known_contacts: {
    new_gap: { min: 30, max: 60 },
    known_gap: { min: 8, max: 20 },
    group_gap: { min: 15, max: 30 },
    rest_after: 20,
    rest: { min: 180, max: 180 },
    hourly_cap: 150,
    daily_cap: 800,
    new_chat_cap: 0,
    warm_up: null,
    hours: { from: '09:00', to: '20:00' },
    contact_hours: 24,
  },
}

export function limitsOf(mode: PacingMode, custom: PacingLimits | null): PacingLimits | null {
  if (mode === 'off') return null
  return mode === 'custom' ? (custom ?? pacingPresets.careful) : pacingPresets[mode]
}

/** The allowance of the day after this many sending days; null if no warm-up limits it (any longer). */
export function warmUpCap({ warm_up, daily_cap }: PacingLimits, finished: number): number | null {
  const cap = warm_up === null ? daily_cap : Math.floor(warm_up * 1.5 ** finished)
  return cap < daily_cap ? cap : null
}

export const Pacing = z.object({
  mode: PacingMode,
  /** The limits in effect; null if there are none. */
  limits: z.nullable(PacingLimits),
})
export type Pacing = z.output<typeof Pacing>

/** `limits` is for `custom` only; when omitted, the last custom limits apply again. */
export const PacingInput = z.strictObject({ mode: PacingMode, limits: z.optional(PacingLimits) }).check(
  z.refine(({ mode, limits }) => mode === 'custom' || limits === undefined, {
    error: issue('field.fixed_at_this_speed'),
    path: ['limits'],
  }),
)
export type PacingInput = z.output<typeof PacingInput>
