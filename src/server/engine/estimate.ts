// When the messages of a broadcast will leave: the pacing, played through in thought. Pure: clock, past and dice are passed in.
import type { PacingLimits } from '../../contract/pacing.ts'
import { timeSlices } from '../time-slices.ts'
import {
  type ChatKind,
  type Hold,
  type PacingReason,
  type SendHistory,
  type SentMessage,
  whenToSend,
} from './pacing.ts'
import { seededRandom } from './seeded-random.ts'

/** Those of one broadcast who are the same to the pacing. Moments are milliseconds. */
export interface RecipientCohort {
  readonly chat: ChatKind
  readonly timeZone: string
  readonly messagedAt: number | null
  readonly count: number
  /** Not looked at before. */
  readonly dueAt?: number
}

export interface EstimateInput {
  readonly limits: PacingLimits
  readonly past: SendHistory
  readonly hold: Hold | null
  readonly from: number
  /** The first is asked for; the others take turns with it. */
  readonly broadcasts: readonly (readonly RecipientCohort[])[]
  /** The middle of every draw unless given: over many messages that is what the dice come to. They draw who is next, too. */
  dice?(): number
  /** Messages played through; the rest is taken to go on like the last of them. */
  readonly most?: number
}

export interface SimulatedRun {
  /** When the last one leaves. */
  readonly endsAt: number
  readonly isExact: boolean
  /** When each one leaves that was played through. */
  readonly leaves: readonly number[]
  /** Milliseconds that nothing left for this reason. */
  readonly waits: ReadonlyMap<PacingReason, number>
  /** Messages played through, with those of other broadcasts. */
  readonly played: number
}

export interface Forecast extends SimulatedRun {
  /** Between which the last one leaves nine times in ten; null where the dice change less than anybody would notice. */
  readonly between: { readonly earliest: number; readonly latest: number } | null
}

interface QueuedCohort {
  readonly alike: RecipientCohort
  left: number
  dueAt: number
}

const dayMs = 24 * 3_600_000

/** A new run falls between the first and the last of so many nine times in ten. */
const maxRuns = 19
/** Where so many agree, so will the others. */
const firstRuns = 6
/** In all runs together: about a fifth of a second. The more messages there are, the less the dice come to. */
const maxPlayed = 4_000
/** Kinds of people looked at in one run: about a fifth of a second. Where that is not enough the rest is reckoned. */
const maxLooks = 5_000_000
/** What the pacing of one message costs beside looking at one kind. */
const looksOfVerdict = 20
/** More are put together by chat and time zone. */
const maxKinds = 500
/** Said as “about”: a twentieth of the time that it takes, or a minute or two. */
const aboutMs = 2 * 60_000
const aboutShare = 0.05

/**
 * `simulateRun` with the middle of every draw, and how far the dice can move it: few messages with wide gaps may end an hour, or
 * a night, sooner or later. Then it is the run in the middle of those that were played with dice.
 */
export async function forecast(asked: EstimateInput): Promise<Forecast> {
  const question = { ...asked, broadcasts: asked.broadcasts.map(combineRuns) }
  const middle = await inSlices(play(question))
  const began = middle.leaves[0] ?? question.from
  const isFar = (share: number) => (end: number) => Math.abs(end - middle.endsAt) > share * (middle.endsAt - began)
  const most = middle.isExact ? Math.min(maxRuns, Math.floor(maxPlayed / Math.max(1, middle.played))) : 0
  const runs: SimulatedRun[] = []
  while (runs.length < most) {
    // The same each time: what is asked for twice is told twice.
    runs.push(await inSlices(play({ ...question, dice: seededRandom(runs.length + 1) })))
    if (runs.length === firstRuns && !runs.some(({ endsAt }) => isFar(aboutShare / 4)(endsAt))) break
  }
  runs.sort((a, b) => a.endsAt - b.endsAt)
  const [earliest = middle, latest = middle] = [runs[0], runs.at(-1)]
  const isSure =
    latest.endsAt - earliest.endsAt <= aboutMs || ![earliest, latest].some((run) => isFar(aboutShare)(run.endsAt))
  if (runs.length < firstRuns || isSure) return { ...middle, between: null }
  return { ...runs[runs.length >> 1]!, between: { earliest: earliest.endsAt, latest: latest.endsAt } }
}

async function inSlices(run: Generator<void, SimulatedRun>): Promise<SimulatedRun> {
  for (;;) {
    if (timeSlices.isOver()) await timeSlices.next()
    const { done, value } = run.next()
    if (done) return value
  }
}

/** Those who are the same to the pacing once; of very many kinds, those of the same chat and time zone. */
export function combineRuns(people: readonly RecipientCohort[]): RecipientCohort[] {
  const by = (key: (alike: RecipientCohort) => unknown[], some: readonly RecipientCohort[]) => {
    const kinds = new Map<string, RecipientCohort>()
    for (const alike of some) {
      const of = key(alike).join()
      const known = kinds.get(of)
      kinds.set(of, known ? { ...known, count: known.count + alike.count } : alike)
    }
    return [...kinds.values()]
  }
  const same = by(({ chat, timeZone, messagedAt, dueAt }) => [chat, timeZone, messagedAt, dueAt], people)
  return same.length > maxKinds ? by(({ chat, timeZone }) => [chat, timeZone], same) : same
}

/** All at once, for tests. */
export function simulateRun(question: EstimateInput): SimulatedRun {
  const run = play(question)
  for (;;) {
    const { done, value } = run.next()
    if (done) return value
  }
}

/** Stops after each message, so that others have their turn. */
function* play({ limits, hold, from, broadcasts, past, ...more }: EstimateInput): Generator<void, SimulatedRun> {
  const { dice, most = 5_000 } = more
  const kept = Math.max(limits.daily_cap, limits.rest_after)
  const sent: SentMessage[] = [...past.sent]
  let { finished, endsAt: dayEnds } = past.days
  const queues = broadcasts.map((people) =>
    people.flatMap((alike): QueuedCohort[] => {
      // Whom the session does not write to at all is no matter of time.
      if (alike.count === 0 || (alike.chat === 'new' && limits.new_chat_cap === 0)) return []
      return [{ alike, left: alike.count, dueAt: alike.dueAt ?? from }]
    }),
  )
  const ours = queues[0] ?? []
  const total = ours.reduce((sum, { left }) => sum + left, 0)
  const leaves: number[] = []
  const waits = new Map<PacingReason, number>()
  let [now, turn, played, looks] = [from, 0, 0, 0]
  const kinds = queues.reduce((sum, queue) => sum + queue.length, 0)
  // Whoever is drawn waits for their gap, and is not drawn anew after it.
  let place = dice?.()
  /** What those wait for who stand back. */
  let own: PacingReason | null = null
  const begins = Math.min(...ours.map(({ dueAt }) => dueAt))
  const pass = (until: number, reason: PacingReason | null) => {
    // While others are written to before it begins, it waits for nothing.
    if (reason && until > begins) waits.set(reason, (waits.get(reason) ?? 0) + until - Math.max(now, begins))
    now = until
  }

  while (leaves.length < total && played < most && looks < maxLooks) {
    yield
    looks += kinds + looksOfVerdict
    const next = nextInTurn(queues, turn, now, place)
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
      place = dice?.()
      continue
    }
    if (verdict.session.reason) {
      pass(verdict.session.at, verdict.session.reason)
      continue
    }
    turn = next.queue + 1
    played += 1
    next.waiting.left -= 1
    place = dice?.()
    sent.unshift({ at: now, chat, dice: dice?.() ?? 0.5 })
    if (sent.length > kept) sent.length = kept
    dayEnds ??= now + dayMs
    if (next.queue === 0) leaves.push(now)
  }

  const isExact = leaves.length === total
  if (isExact) return { endsAt: leaves.at(-1) ?? from, isExact, leaves, waits, played }
  const others = queues.slice(1).flat()
  const left = others.reduce((sum, waiting) => sum + waiting.left, 0)
  const each = (now - from) / Math.max(1, played)
  const endsAt = leaves.length > 0 ? goingOn(leaves, total, from) : Math.max(now + left * each, begins) + total * each
  return { endsAt, isExact, leaves, waits, played }
}

/** Broadcasts take turns; within one the kinds of people come mixed, as in a list. */
function nextInTurn(queues: readonly QueuedCohort[][], turn: number, now: number, place: number | undefined) {
  for (let step = 0; step < queues.length; step++) {
    const queue = (turn + step) % queues.length
    const due = queues[queue]!.filter(({ left, dueAt }) => left > 0 && dueAt <= now)
    const waiting = place === undefined ? maxLeft(due) : placed(due, place)
    if (waiting) return { queue, waiting }
  }
  return undefined
}

/** The kind of which the largest share is left. */
function maxLeft(due: readonly QueuedCohort[]): QueuedCohort | undefined {
  let chosen: QueuedCohort | undefined
  for (const waiting of due)
    if (!chosen || waiting.left / waiting.alike.count > chosen.left / chosen.alike.count) chosen = waiting
  return chosen
}

/** Who stands at that part of the list. */
function placed(due: readonly QueuedCohort[], place: number): QueuedCohort | undefined {
  let before = place * due.reduce((sum, { left }) => sum + left, 0)
  return due.find(({ left }) => {
    before -= left
    return before < 0
  })
}

/** As many a day as in the last seven that were played through, when a warm-up is mostly over. */
function goingOn(leaves: readonly number[], total: number, from: number): number {
  const last = leaves.at(-1)!
  const since = Math.max(from, last - 7 * dayMs)
  const lately = leaves.filter((at) => at > since).length
  return last + (total - leaves.length) * ((last - since) / Math.max(1, lately))
}
