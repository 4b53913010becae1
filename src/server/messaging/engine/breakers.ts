// Circuit breakers: too many failures, or no acknowledgements, pause sending until a person looks. Pure.
import type { LatestResult } from './results/queries.ts'

/** In a row. */
const maxFailures = 5
/** More than 10 % of the last 50. */
const lately = 50
const share = 0.1
/** In a row, without an acknowledgement. */
const maxSilent = 3
/** Two recipients refused within ten minutes: WhatsApp limits the account, not these two. */
const refusedMs = 10 * 60_000

/** `results`: newest first, of one broadcast. Messages in flight do not count. */
export function failsTooOften(results: readonly LatestResult[]): boolean {
  const decided = results
    .filter(({ status, acknowledged }) => acknowledged || status === 'failed')
    .slice(0, lately)
    .map(({ status }) => status === 'failed')
  const inRow = decided.indexOf(false)
  return (inRow < 0 ? decided.length : inRow) >= maxFailures || decided.filter(Boolean).length > lately * share
}

/** Of the whole session. A message whose timeout is not over does not count; one that WhatsApp refused counts as acknowledged. */
export function isSilent(results: readonly LatestResult[], now: number, acknowledgementMs: number): boolean {
  const acknowledgements = results.flatMap(({ status, reason, acknowledged, at }) => {
    if (acknowledged) return [true]
    const isOpen = status === 'sending' || status === 'accepted' || status === 'unknown'
    if (isOpen ? Date.parse(at) + acknowledgementMs > now : reason !== 'unconfirmed') return []
    return [false]
  })
  return acknowledgements.length >= maxSilent && !acknowledgements.slice(0, maxSilent).includes(true)
}

/** True if WhatsApp refuses new chats (463) although it has announced no limit. */
export function refusesNewChats(results: readonly LatestResult[], now: number): boolean {
  const refused = results.filter(
    ({ status, reason, at }) => status === 'failed' && reason === 'reachout_locked' && Date.parse(at) > now - refusedMs,
  )
  return refused.length >= 2
}
