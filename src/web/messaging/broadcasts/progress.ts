// Progress of a broadcast: settled messages, funnel steps and the remaining time.
import type { Broadcast, RecipientCounts } from '../../../contract/broadcasts.ts'

export interface Progress {
  total: number
  /** Without skipped and cancelled recipients, who get no message. */
  toSend: number
  sent: number
  /** Final states, apart from later receipts. */
  settled: number
  /** In flight or unconfirmed. */
  inFlight: number
  pending: number
}

export function progressOf(counts: RecipientCounts): Progress {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const inFlight = counts.sending + counts.accepted + counts.unknown
  return {
    total,
    toSend: total - counts.skipped - counts.cancelled,
    sent: funnelOf(counts).sent,
    settled: total - counts.pending - inFlight,
    inFlight,
    pending: counts.pending,
  }
}

/** Cumulative: a read message was delivered, and a delivered one was sent. */
export function funnelOf({ sent, delivered, read, played }: RecipientCounts) {
  return { sent: sent + delivered + read + played, delivered: delivered + read + played, read: read + played }
}

export interface Sample {
  /** Milliseconds on any monotonic clock. */
  at: number
  settled: number
}

/** Pauses of minutes between messages are normal, so the rate is that of the last five minutes. */
const windowMs = 5 * 60_000

/** Adds a sample; drops samples that are too old or from before a restart. */
export function observed(samples: readonly Sample[], next: Sample): Sample[] {
  const last = samples.at(-1)
  if (last && next.settled < last.settled) return [next]
  return [...samples.filter(({ at }) => at >= next.at - windowMs && at < next.at), next]
}

/** Seconds until all messages are settled at the observed rate; undefined while unknown. */
export function secondsLeft(samples: readonly Sample[], total: number): number | undefined {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.settled === first.settled) return undefined
  const perMs = (last.settled - first.settled) / (last.at - first.at)
  return Math.round((total - last.settled) / perMs / 1000)
}

/** Most receipts arrive soon after the last message, some within a day. */
const receiptsMs = 2 * 60_000
const lateReceiptsMs = 24 * 3_600_000

/** Polling interval in milliseconds; false if nothing can change any more. */
export function pollMs(
  broadcast: Pick<Broadcast, 'status' | 'finished_at' | 'waiting'> | undefined,
  now = Date.now(),
): number | false {
  switch (broadcast?.status) {
    case 'preparing':
    case 'sending':
      return 2_000
    case 'awaiting_approval':
    case 'paused':
    case 'scheduled':
      return 10_000
    case 'completed':
    case 'cancelled':
      return broadcast.finished_at === null ? false : pollAfterMs(now - Date.parse(broadcast.finished_at), broadcast)
    default:
      return false
  }
}

function pollAfterMs(sinceMs: number, { waiting }: Pick<Broadcast, 'waiting'>): number | false {
  if (sinceMs < receiptsMs) return 2_000
  if (waiting) return 10_000
  return sinceMs < lateReceiptsMs ? 30_000 : false
}
