// Estimates when the messages of a broadcast will be sent by simulating the pacing. Pure: clock, history and random are passed in.
import type { PacingLimits } from '../../../contract/pacing.ts'
import { timeSlices } from '../../time-slices.ts'
import {
  type ChatKind,
  type Hold,
  type PacingReason,
  type SendHistory,
  type SentMessage,
  whenToSend,
} from './pacing.ts'
import { seededRandom } from './seeded-random.ts'

/** Recipients of one broadcast that pacing treats alike. Moments are milliseconds. */
export interface RecipientCohort {
  readonly chat: ChatKind
  readonly timeZone: string
  readonly messagedAt: number | null
  readonly count: number
  /** Not evaluated before this moment. */
  readonly dueAt?: number
}

export interface EstimateInput {
  readonly limits: PacingLimits
  readonly past: SendHistory
  readonly hold: Hold | null
  readonly from: number
  /** The first is the one to estimate; the others share the round robin with it. */
  readonly broadcasts: readonly (readonly RecipientCohort[])[]
  /** Defaults to the middle of every draw, the average over many messages. If given, it also draws the next recipient. */
  random?(): number
  /** Messages to simulate; the rest is extrapolated from the last ones. */
  readonly maxMessages?: number
}

export interface SimulatedRun {
  /** When the last message is sent. */
  readonly endsAt: number
  readonly isExact: boolean
  /** When each simulated message is sent. */
  readonly leaves: readonly number[]
  /** Milliseconds spent waiting, by reason. */
  readonly waits: ReadonlyMap<PacingReason, number>
  /** Simulated messages, including those of other broadcasts. */
  readonly played: number
}

export interface Forecast extends SimulatedRun {
  /** 90 % interval for the last message; null if randomness changes less than a user would notice. */
  readonly between: { readonly earliest: number; readonly latest: number } | null
}

interface QueuedCohort {
  readonly alike: RecipientCohort
  remaining: number
  dueAt: number
}

const dayMs = 24 * 3_600_000

/** A further run falls between the first and the last of this many with a probability of 90 %. */
const maxRuns = 19
/** If this many runs agree, no more are needed. */
const firstRuns = 6
/** Messages in all runs together: about a fifth of a second. The more messages, the less randomness matters. */
const maxPlayed = 4_000
/** Cohorts evaluated in one run: about a fifth of a second. The rest is extrapolated. */
const maxEvaluations = 5_000_000
/** Cost of the pacing of one message, in units of one evaluated cohort. */
const evaluationsPerVerdict = 20
/** More cohorts are merged by chat and time zone. */
const maxKinds = 500
/** Tolerance of “about”: a twentieth of the duration, or two minutes. */
const aboutMs = 2 * 60_000
const aboutShare = 0.05

/**
 * `simulateRun` with average draws, and how far randomness can move the result: few messages with wide gaps may end an
 * hour, or a night, sooner or later. In that case the result is the median of the random runs.
 */
export async function forecast(input: EstimateInput): Promise<Forecast> {
  const combined = { ...input, broadcasts: input.broadcasts.map(combineRuns) }
  const average = await inSlices(play(combined))
  const began = average.leaves[0] ?? combined.from
  const isFar = (share: number) => (end: number) => Math.abs(end - average.endsAt) > share * (average.endsAt - began)
  const maxRandomRuns = average.isExact ? Math.min(maxRuns, Math.floor(maxPlayed / Math.max(1, average.played))) : 0
  const runs: SimulatedRun[] = []
  while (runs.length < maxRandomRuns) {
    // Seeded: repeated requests get the same result.
    runs.push(await inSlices(play({ ...combined, random: seededRandom(runs.length + 1) })))
    if (runs.length === firstRuns && !runs.some(({ endsAt }) => isFar(aboutShare / 4)(endsAt))) break
  }
  runs.sort((a, b) => a.endsAt - b.endsAt)
  const [earliest = average, latest = average] = [runs[0], runs.at(-1)]
  const isSure =
    latest.endsAt - earliest.endsAt <= aboutMs || ![earliest, latest].some((run) => isFar(aboutShare)(run.endsAt))
  if (runs.length < firstRuns || isSure) return { ...average, between: null }
  return { ...runs[runs.length >> 1]!, between: { earliest: earliest.endsAt, latest: latest.endsAt } }
}

async function inSlices(run: Generator<void, SimulatedRun>): Promise<SimulatedRun> {
  for (;;) {
    if (timeSlices.isOver()) await timeSlices.next()
    const { done, value } = run.next()
    if (done) return value
  }
}

/** Merges cohorts that pacing treats alike; if there are very many, those of the same chat and time zone. */
export function combineRuns(people: readonly RecipientCohort[]): RecipientCohort[] {
  const by = (key: (alike: RecipientCohort) => unknown[], some: readonly RecipientCohort[]) => {
    const kinds = new Map<string, RecipientCohort>()
    for (const alike of some) {
      const of = key(alike).join()
      const existing = kinds.get(of)
      kinds.set(of, existing ? { ...existing, count: existing.count + alike.count } : alike)
    }
    return [...kinds.values()]
  }
  const same = by(({ chat, timeZone, messagedAt, dueAt }) => [chat, timeZone, messagedAt, dueAt], people)
  return same.length > maxKinds ? by(({ chat, timeZone }) => [chat, timeZone], same) : same
}

/** Runs without yielding, for tests. */
export function simulateRun(input: EstimateInput): SimulatedRun {
  const run = play(input)
  for (;;) {
    const { done, value } = run.next()
    if (done) return value
  }
}

/** Yields after each message, so that the caller can yield the event loop. */
function* play({ limits, hold, from, broadcasts, past, ...more }: EstimateInput): Generator<void, SimulatedRun> {
  const { random, maxMessages = 5_000 } = more
  const historyLength = Math.max(limits.daily_cap, limits.rest_after)
  const sent: SentMessage[] = [...past.sent]
  let { finished, endsAt: dayEnds } = past.days
  const queues = broadcasts.map((people) =>
    people.flatMap((alike): QueuedCohort[] => {
      // Recipients that the session never writes to take no time.
      if (alike.count === 0 || (alike.chat === 'new' && limits.new_chat_cap === 0)) return []
      return [{ alike, remaining: alike.count, dueAt: alike.dueAt ?? from }]
    }),
  )
  const ours = queues[0] ?? []
  const total = ours.reduce((sum, { remaining }) => sum + remaining, 0)
  const leaves: number[] = []
  const waits = new Map<PacingReason, number>()
  let [now, turn, played, evaluations] = [from, 0, 0, 0]
  const kinds = queues.reduce((sum, queue) => sum + queue.length, 0)
  // The recipient drawn for the next message is not drawn again after its gap.
  let place = random?.()
  /** What deferred recipients wait for. */
  let own: PacingReason | null = null
  const begins = Math.min(...ours.map(({ dueAt }) => dueAt))
  const advance = (until: number, reason: PacingReason | null) => {
    // Waits before the broadcast begins, while others are sent, do not count.
    if (reason && until > begins) waits.set(reason, (waits.get(reason) ?? 0) + until - Math.max(now, begins))
    now = until
  }

  while (leaves.length < total && played < maxMessages && evaluations < maxEvaluations) {
    yield
    evaluations += kinds + evaluationsPerVerdict
    const next = nextInTurn(queues, turn, now, place)
    if (!next) {
      advance(
        Math.min(
          ...queues.flatMap((queue) => queue.filter(({ remaining }) => remaining > 0).map(({ dueAt }) => dueAt)),
        ),
        own,
      )
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
      place = random?.()
      continue
    }
    if (verdict.session.reason) {
      advance(verdict.session.at, verdict.session.reason)
      continue
    }
    turn = next.queue + 1
    played += 1
    next.waiting.remaining -= 1
    place = random?.()
    sent.unshift({ at: now, chat, jitter: random?.() ?? 0.5 })
    if (sent.length > historyLength) sent.length = historyLength
    dayEnds ??= now + dayMs
    if (next.queue === 0) leaves.push(now)
  }

  const isExact = leaves.length === total
  if (isExact) return { endsAt: leaves.at(-1) ?? from, isExact, leaves, waits, played }
  const others = queues.slice(1).flat()
  const remaining = others.reduce((sum, waiting) => sum + waiting.remaining, 0)
  const each = (now - from) / Math.max(1, played)
  const endsAt =
    leaves.length > 0 ? extrapolate(leaves, total, from) : Math.max(now + remaining * each, begins) + total * each
  return { endsAt, isExact, leaves, waits, played }
}

/** Round robin by broadcast; within one, cohorts are mixed as in a list. */
function nextInTurn(queues: readonly QueuedCohort[][], turn: number, now: number, place: number | undefined) {
  for (let step = 0; step < queues.length; step++) {
    const queue = (turn + step) % queues.length
    const due = queues[queue]!.filter(({ remaining, dueAt }) => remaining > 0 && dueAt <= now)
    const waiting = place === undefined ? maxLeft(due) : placed(due, place)
    if (waiting) return { queue, waiting }
  }
  return undefined
}

/** The cohort with the largest share left. */
function maxLeft(due: readonly QueuedCohort[]): QueuedCohort | undefined {
  let chosen: QueuedCohort | undefined
  for (const waiting of due)
    if (!chosen || waiting.remaining / waiting.alike.count > chosen.remaining / chosen.alike.count) chosen = waiting
  return chosen
}

/** The cohort at this position of the list, 0 to 1. */
function placed(due: readonly QueuedCohort[], place: number): QueuedCohort | undefined {
  let before = place * due.reduce((sum, { remaining }) => sum + remaining, 0)
  return due.find(({ remaining }) => {
    before -= remaining
    return before < 0
  })
}

/** Extrapolates with the daily rate of the last seven simulated days, when a warm-up is mostly over. */
function extrapolate(leaves: readonly number[], total: number, from: number): number {
  const last = leaves.at(-1)!
  const since = Math.max(from, last - 7 * dayMs)
  const lately = leaves.filter((at) => at > since).length
  return last + (total - leaves.length) * ((last - since) / Math.max(1, lately))
}
