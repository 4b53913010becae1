// When the messages of a broadcast will leave: the pacing, played through in thought. Pure: clock, past and dice are passed in.
import type { PacingLimits } from '../../contract/pacing.ts'
import { type ChatKind, type Hold, type PacingReason, type Past, type Sent, whenToSend } from './pacing.ts'

/** Those of one broadcast who are the same to the pacing. Moments are milliseconds. */
export interface Alike {
  readonly chat: ChatKind
  readonly timeZone: string
  readonly messagedAt: number | null
  readonly count: number
  /** Not looked at before. */
  readonly dueAt?: number
}

export interface Question {
  readonly limits: PacingLimits
  readonly past: Past
  readonly hold: Hold | null
  readonly from: number
  /** The first is asked for; the others take turns with it. */
  readonly broadcasts: readonly (readonly Alike[])[]
  /** The middle of every draw unless given: over many messages that is what the dice come to. */
  dice?(): number
  /** Messages played through; the rest is taken to go on like the last of them. */
  readonly most?: number
}

export interface Outlook {
  /** When the last one leaves. */
  readonly endsAt: number
  readonly isExact: boolean
  /** When each one leaves that was played through. */
  readonly leaves: readonly number[]
  /** Milliseconds that nothing left for this reason. */
  readonly waits: ReadonlyMap<PacingReason, number>
}

interface Waiting {
  readonly alike: Alike
  left: number
  dueAt: number
}

const dayMs = 24 * 3_600_000

export function outlook({ limits, hold, from, broadcasts, past, ...more }: Question): Outlook {
  const { dice = () => 0.5, most = 5_000 } = more
  const kept = Math.max(limits.daily_cap, limits.rest_after)
  const sent: Sent[] = [...past.sent]
  let { finished, endsAt: dayEnds } = past.days
  const queues = broadcasts.map((people) =>
    people.flatMap((alike): Waiting[] => {
      // Whom the session does not write to at all is no matter of time.
      if (alike.count === 0 || (alike.chat === 'new' && limits.new_chat_cap === 0)) return []
      return [{ alike, left: alike.count, dueAt: alike.dueAt ?? from }]
    }),
  )
  const ours = queues[0] ?? []
  const total = ours.reduce((sum, { left }) => sum + left, 0)
  const leaves: number[] = []
  const waits = new Map<PacingReason, number>()
  let [now, turn, played] = [from, 0, 0]
  /** What those wait for who stand back. */
  let own: PacingReason | null = null
  const begins = Math.min(...ours.map(({ dueAt }) => dueAt))
  const pass = (until: number, reason: PacingReason | null) => {
    // While others are written to before it begins, it waits for nothing.
    if (reason && until > begins) waits.set(reason, (waits.get(reason) ?? 0) + until - Math.max(now, begins))
    now = until
  }

  while (leaves.length < total && played < most) {
    const next = nextInTurn(queues, turn, now)
    if (!next) {
      pass(Math.min(...queues.flatMap((queue) => queue.filter(({ left }) => left > 0).map(({ dueAt }) => dueAt))), own)
      continue
    }
    const { chat, timeZone, messagedAt } = next.waiting.alike
    if (dayEnds !== null && dayEnds <= now) {
      finished += 1
      dayEnds = null
    }
    const days = { finished, endsAt: dayEnds }
    const verdict = whenToSend(
      limits,
      { sent, days },
      hold && hold.until > now ? hold : null,
      { chat, timeZone, messagedAt },
      now,
    )
    if (verdict.own.reason) {
      own = verdict.own.reason
      next.waiting.dueAt = verdict.own.at
      continue
    }
    if (verdict.session.reason) {
      pass(verdict.session.at, verdict.session.reason)
      continue
    }
    turn = next.queue + 1
    played += 1
    next.waiting.left -= 1
    sent.unshift({ at: now, chat, dice: dice() })
    if (sent.length > kept) sent.length = kept
    dayEnds ??= now + dayMs
    if (next.queue === 0) leaves.push(now)
  }

  const isExact = leaves.length === total
  if (isExact) return { endsAt: leaves.at(-1) ?? from, isExact, leaves, waits }
  const others = queues.slice(1).flat()
  const left = others.reduce((sum, waiting) => sum + waiting.left, 0)
  const each = (now - from) / played
  const endsAt = leaves.length > 0 ? goingOn(leaves, total, from) : Math.max(now + left * each, begins) + total * each
  return { endsAt, isExact, leaves, waits }
}

/** Broadcasts take turns; within one the kinds of people come mixed, as in a list. */
function nextInTurn(queues: readonly Waiting[][], turn: number, now: number) {
  for (let step = 0; step < queues.length; step++) {
    const queue = (turn + step) % queues.length
    let chosen: Waiting | undefined
    for (const waiting of queues[queue]!) {
      if (waiting.left === 0 || waiting.dueAt > now) continue
      if (!chosen || waiting.left / waiting.alike.count > chosen.left / chosen.alike.count) chosen = waiting
    }
    if (chosen) return { queue, waiting: chosen }
  }
  return undefined
}

/** As many a day as in the last seven that were played through, when a warm-up is mostly over. */
function goingOn(leaves: readonly number[], total: number, from: number): number {
  const last = leaves.at(-1)!
  const since = Math.max(from, last - 7 * dayMs)
  const lately = leaves.filter((at) => at > since).length
  return last + (total - leaves.length) * ((last - since) / Math.max(1, lately))
}
