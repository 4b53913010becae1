// How often what was said is asked for again.
import type { Answer } from '../../contract/replies.ts'

/**
 * `statuses` of what we said, `newest`: when the last thing was said. While something is on its way, or somebody talks,
 * more comes within seconds.
 */
export function pollMs(statuses: readonly Answer['status'][], newest: string | undefined, now = Date.now()): number {
  const isTalking = newest !== undefined && now - Date.parse(newest) < 2 * 60_000
  return isTalking || statuses.some((status) => moving.has(status)) ? 3_000 : 15_000
}

const moving = new Set<Answer['status']>(['pending', 'sending', 'accepted', 'unknown'])
