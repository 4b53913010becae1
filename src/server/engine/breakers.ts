// When sending must stop until a person has looked: too many failures, or nothing is confirmed any more. Pure.
import type { LatestResult } from './results/queries.ts'

/** In a row. */
const maxFailures = 5
/** More than 10 % of the last 50. */
const lately = 50
const share = 0.1
/** In a row, without an acknowledgement. */
const maxSilent = 3
/** Two people refused within ten minutes: the account is limited, not those two. */
const refusedMs = 10 * 60_000

/** `results` newest first. Those of one broadcast; what is under way says nothing yet. */
export function failsTooOften(results: readonly LatestResult[]): boolean {
  const decided = results
    .filter(({ status, acknowledged }) => acknowledged || status === 'failed')
    .slice(0, lately)
    .map(({ status }) => status === 'failed')
  const inRow = decided.indexOf(false)
  return (inRow < 0 ? decided.length : inRow) >= maxFailures || decided.filter(Boolean).length > lately * share
}

/** Of the whole session. A message that has time left says nothing; one that WhatsApp refused was answered. */
export function isSilent(results: readonly LatestResult[], now: number, acknowledgementMs: number): boolean {
  const heard = results.flatMap(({ status, reason, acknowledged, at }) => {
    if (acknowledged) return [true]
    const isOpen = status === 'sending' || status === 'accepted' || status === 'unknown'
    if (isOpen ? Date.parse(at) + acknowledgementMs > now : reason !== 'unconfirmed') return []
    return [false]
  })
  return heard.length >= maxSilent && !heard.slice(0, maxSilent).includes(true)
}

/** WhatsApp refuses new chats (463) although it told of no limit. */
export function refusesNewChats(results: readonly LatestResult[], now: number): boolean {
  const refused = results.filter(
    ({ status, reason, at }) => status === 'failed' && reason === 'reachout_locked' && Date.parse(at) > now - refusedMs,
  )
  return refused.length >= 2
}
