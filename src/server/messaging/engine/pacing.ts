// Throttling of one session: gaps with jitter, caps, warm-up, quiet hours. Pure: clock, history and random numbers are passed in.
import { type PacingLimits, warmUpCap } from '../../../contract/pacing.ts'

/** `new`: the contact has never written to us; `known`: has; `group`: a group chat. */
export type ChatKind = 'new' | 'known' | 'group'

export type PacingReason =
  | 'pace'
  | 'rest'
  | 'hourly_cap'
  | 'daily_cap'
  | 'new_chat_cap'
  | 'warm_up'
  | 'hours'
  | 'recently_messaged'
  | 'hold'

/** Moments are milliseconds, as everywhere in this module. */
export interface SentMessage {
  readonly at: number
  readonly chat: ChatKind
  /** In [0, 1), drawn when sent: fixes the jitter of the gap or rest after it, so that repeated evaluations agree. */
  readonly jitter: number
}

/** From the log of sends, not from counters: neither a restart nor downtime gives credit. */
export interface SendHistory {
  /** Newest first: all of the last 24 hours, or at least as many as the daily cap. */
  readonly sent: readonly SentMessage[]
  /** A day of sending is the 24 hours from its first message; idle days between do not count. */
  readonly days: SendingDays
}

export interface SendingDays {
  readonly finished: number
  /** When the current day ends; null if none is running. */
  readonly endsAt: number | null
}

/** A limit imposed by WhatsApp. */
export interface Hold {
  readonly until: number
  readonly newChatsOnly: boolean
}

export interface NextMessage {
  readonly chat: ChatKind
  readonly timeZone: string
  /** When another broadcast was last sent to it. */
  readonly messagedAt: number | null
}

export interface Wait {
  /** Now, or the earliest moment to send. */
  readonly at: number
  /** The reason that applies longest; null if the message may be sent now. */
  readonly reason: PacingReason | null
}

/** The message may be sent when both have passed. */
export interface Verdict {
  /** What the whole session waits for. */
  readonly session: Wait
  /** What only this recipient waits for, while others may be sent to. */
  readonly own: Wait
}

/** `limits` null: only WhatsApp's own hold applies. */
export function whenToSend(
  limits: PacingLimits | null,
  past: SendHistory,
  hold: Hold | null,
  next: NextMessage,
  now: number,
): Verdict {
  const session = limits ? limitsOfSession(limits, past, next.chat) : []
  const own = limits ? limitsOfRecipient(limits, past, next) : []
  if (hold && !hold.newChatsOnly) session.push({ reason: 'hold', clear: () => hold.until })
  if (hold?.newChatsOnly && next.chat === 'new') own.push({ reason: 'hold', clear: () => hold.until })
  return { session: settle(session, now), own: settle(own, now) }
}

interface Limit {
  readonly reason: PacingReason
  /** The earliest allowed moment, given `at`; a result up to `at` means immediately. */
  clear(at: number): number
}

/** The end of one limit may fall into another: 24 hours after an evening message it is still night. */
function settle(limits: readonly Limit[], now: number): Wait {
  let wait: Wait = { at: now, reason: null }
  for (;;) {
    const before = wait.at
    for (const { reason, clear } of limits) {
      const at = clear(wait.at)
      if (at > wait.at) wait = { at, reason }
    }
    if (wait.at === before) return wait
  }
}

function limitsOfSession(limits: PacingLimits, { sent, days }: SendHistory, chat: ChatKind): Limit[] {
  const last = sent[0]
  if (!last) return []
  const gap = { new: limits.new_gap, known: limits.known_gap, group: limits.group_gap }[chat]
  const pause = sinceRest(sent, limits) >= limits.rest_after ? last.at + gapOf(limits.rest, last.jitter) : 0
  return [
    { reason: 'pace', clear: () => last.at + gapOf(gap, last.jitter) },
    { reason: 'rest', clear: () => pause },
    { reason: 'hourly_cap', clear: () => freeAt(sent, limits.hourly_cap, hourMs) },
    { reason: 'daily_cap', clear: () => freeAt(sent, limits.daily_cap, dayMs) },
    { reason: 'warm_up', clear: () => warmedUpAt(limits, sent, days) },
  ]
}

function limitsOfRecipient(limits: PacingLimits, { sent }: SendHistory, next: NextMessage): Limit[] {
  const newChats = next.chat === 'new' ? sent.filter(({ chat }) => chat === 'new') : []
  const newChatsAt = next.chat === 'new' && limits.new_chat_cap > 0 ? freeAt(newChats, limits.new_chat_cap, dayMs) : 0
  const rested = next.messagedAt === null ? 0 : next.messagedAt + limits.contact_hours * hourMs
  const { hours } = limits
  return [
    { reason: 'new_chat_cap', clear: () => newChatsAt },
    { reason: 'recently_messaged', clear: () => rested },
    { reason: 'hours', clear: (at) => (hours ? opensAt(at, next.timeZone, hours) : at) },
  ]
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const gapOf = ({ min, max }: { min: number; max: number }, jitter: number) =>
  Math.round((min + jitter * (max - min)) * 1_000)

/** Sliding window: it has room again when the message that filled it is a whole window old. */
function freeAt(sent: readonly SentMessage[], cap: number, windowMs: number): number {
  const oldest = sent[cap - 1]
  return oldest ? oldest.at + windowMs : 0
}

/** Number of messages since the last pause as long as a rest. */
function sinceRest(sent: readonly SentMessage[], { rest, rest_after }: PacingLimits): number {
  let count = Math.min(1, sent.length)
  while (count < rest_after && sent[count] && sent[count - 1]!.at - sent[count]!.at < Math.max(1, rest.min) * 1_000)
    count += 1
  return count
}

function warmedUpAt(limits: PacingLimits, sent: readonly SentMessage[], days: SendingDays): number {
  const cap = warmUpCap(limits, days.finished)
  if (cap === null) return 0
  // The next day allows more, even with all of this day's messages still in its window.
  return Math.min(freeAt(sent, cap, dayMs), days.endsAt ?? Number.POSITIVE_INFINITY)
}

/** `at`, or the next opening time in the time zone. */
export function opensAt(at: number, timeZone: string, { from, to }: { from: string; to: string }): number {
  const { day, time } = clockAt(at, timeZone)
  if (time >= from && time < to) return at
  const date = new Date(`${day}T00:00:00Z`)
  if (time >= to) date.setUTCDate(date.getUTCDate() + 1)
  const wanted = Date.parse(`${date.toISOString().slice(0, 10)}T${from}:00Z`)
  // Twice: the first guess may be on the other side of a DST change.
  const guess = wanted - offsetAt(wanted, timeZone)
  const opening = wanted - offsetAt(guess, timeZone)
  // A time skipped by DST that day: use the hour after it.
  return clockAt(opening, timeZone).time < from ? opening + hourMs : opening
}

/** Offset of the time zone from UTC. */
function offsetAt(at: number, timeZone: string): number {
  const { day, time, seconds } = clockAt(at, timeZone)
  return Date.parse(`${day}T${time}:${seconds}Z`) - Math.floor(at / 1_000) * 1_000
}

function clockAt(at: number, timeZone: string) {
  const [day = '', clock = ''] = formatter(timeZone).format(at).split(' ')
  return { day, time: clock.slice(0, 5), seconds: clock.slice(6) }
}

// Creating one takes 50 µs; a list of recipients has a handful of zones.
const formatters = new Map<string, Intl.DateTimeFormat>()
function formatter(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone)
  if (cached) return cached
  const made = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formatters.set(timeZone, made)
  return made
}
