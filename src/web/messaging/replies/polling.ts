// Polling interval of conversations.
import type { Answer } from '../../../contract/replies.ts'

/**
 * `statuses` of our messages, `newest`: time of the latest message. While a message is in flight or the conversation is active,
 * changes come within seconds.
 */
export function pollMs(statuses: readonly Answer['status'][], newest: string | undefined, now = Date.now()): number {
  const isTalking = newest !== undefined && now - Date.parse(newest) < 2 * 60_000
  return isTalking || statuses.some((status) => moving.has(status)) ? 3_000 : 15_000
}

const moving = new Set<Answer['status']>(['pending', 'sending', 'accepted', 'unknown'])
