// How often what was said is asked for again.
import type { Answer } from '../../contract/replies.ts'

/** `statuses` of what we said: while something is on its way, its ticks come within seconds. */
export const pollMs = (statuses: readonly Answer['status'][]) =>
  statuses.some((status) => moving.has(status)) ? 3_000 : 15_000

const moving = new Set<Answer['status']>(['pending', 'sending', 'accepted', 'unknown', 'sent'])
