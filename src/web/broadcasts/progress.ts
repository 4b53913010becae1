// How far a broadcast is, how many reached which step, and how long the rest will take.
import type { Broadcast, RecipientCounts } from '../../contract/broadcasts.ts'

export interface Progress {
  total: number
  /** Nothing more will happen by itself, receipts aside. */
  settled: number
  /** Handed to WhatsApp, or being handed over, and not decided. */
  underWay: number
  pending: number
}

export function progressOf(counts: RecipientCounts): Progress {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const underWay = counts.sending + counts.accepted + counts.unknown
  return { total, settled: total - counts.pending - underWay, underWay, pending: counts.pending }
}

/** Whoever read it got it, and whoever got it was sent it. */
export function funnelOf({ sent, delivered, read, played }: RecipientCounts) {
  return { sent: sent + delivered + read + played, delivered: delivered + read + played, read: read + played }
}

export interface Sample {
  /** Milliseconds on any clock that only goes forward. */
  at: number
  settled: number
}

/** A pause of minutes between two messages is normal: the last five minutes tell the rate. */
const windowMs = 5 * 60_000

/** Adds what was just seen; what is too old, or of before a start from anew, is forgotten. */
export function observed(samples: readonly Sample[], next: Sample): Sample[] {
  const last = samples.at(-1)
  if (last && next.settled < last.settled) return [next]
  return [...samples.filter(({ at }) => at >= next.at - windowMs && at < next.at), next]
}

/** Seconds until everything is settled at the observed rate; undefined while that cannot be known. */
export function secondsLeft(samples: readonly Sample[], total: number): number | undefined {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.settled === first.settled) return undefined
  const perMs = (last.settled - first.settled) / (last.at - first.at)
  return Math.round((total - last.settled) / perMs / 1000)
}

/** Most receipts come soon after the last message left, some within the day. */
const receiptsMs = 2 * 60_000
const lateReceiptsMs = 24 * 3_600_000

/** How often to ask again, in milliseconds; false: nothing changes any more. */
export function pollMs(
  broadcast: Pick<Broadcast, 'status' | 'finished_at' | 'waiting'> | undefined,
  now = Date.now(),
): number | false {
  switch (broadcast?.status) {
    case 'preparing':
    case 'sending':
      return 2_000
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
