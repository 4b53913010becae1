// Throttling (pacing) of a session: the modes, the limits behind each, and the range each limit may be set to.
import * as z from 'zod/mini'

/** `custom`: the organization's own limits. `off`: no limits; the default of the simulator only. */
export const PacingMode = z.enum(['careful', 'known_contacts', 'custom', 'off'])
export type PacingMode = z.output<typeof PacingMode>

/** A random number of seconds between `least` and `most`, drawn for each message. */
const span = (least: number, most: number) =>
  z
    .strictObject({ least: whole(least, most), most: whole(least, most) })
    .check(
      z.refine(({ least, most }) => least <= most, { error: 'must not be shorter than the first', path: ['most'] }),
    )

function whole(least: number, most: number) {
  const fault = { error: `must be a whole number from ${least} to ${most}` }
  return z.int(fault).check(z.gte(least, fault), z.lte(most, fault))
}

const Hour = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day, such as 09:00' }))

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
  /** In the recipient's time zone. Null: at any hour. */
  hours: z.nullable(
    z
      .strictObject({ from: Hour, to: Hour })
      .check(z.refine(({ from, to }) => from < to, { error: 'must be later than the beginning', path: ['to'] })),
  ),
  /** Hours between two broadcasts to the same contact. */
  contact_hours: whole(0, 720),
})
export type PacingLimits = z.output<typeof PacingLimits>

/** WhatsApp publishes no safe rate for linked devices; these follow what long-time senders report. */
export const pacingPresets: Readonly<Record<'careful' | 'known_contacts', PacingLimits>> = {
  careful: {
    new_gap: { least: 30, most: 60 },
    known_gap: { least: 10, most: 25 },
    group_gap: { least: 15, most: 30 },
    rest_after: 20,
    rest: { least: 120, most: 300 },
    hourly_cap: 60,
    daily_cap: 300,
    new_chat_cap: 50,
    warm_up: 20,
    hours: { from: '09:00', to: '20:00' },
    contact_hours: 24,
  },
  known_contacts: {
    new_gap: { least: 30, most: 60 },
    known_gap: { least: 8, most: 20 },
    group_gap: { least: 15, most: 30 },
    rest_after: 20,
    rest: { least: 180, most: 180 },
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

export const Pacing = z.object({
  mode: PacingMode,
  /** The limits in effect; null if there are none. */
  limits: z.nullable(PacingLimits),
})
export type Pacing = z.output<typeof Pacing>

/** `limits` is for `custom` only; when omitted, the last custom limits apply again. */
export const PacingInput = z.strictObject({ mode: PacingMode, limits: z.optional(PacingLimits) }).check(
  z.refine(({ mode, limits }) => mode === 'custom' || limits === undefined, {
    error: 'cannot be given with this mode',
    path: ['limits'],
  }),
)
export type PacingInput = z.output<typeof PacingInput>
