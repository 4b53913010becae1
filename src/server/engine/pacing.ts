// When a session may send next. Pure: the clock, the past and the dice are passed in.
import type { PacingMode } from '../../contract/wa-sessions.ts'

/** What is known about the chat: `new` never wrote to us, `known` did, `group` is one. */
export type ChatKind = 'new' | 'known' | 'group'

export interface Pace {
  /** Milliseconds between two messages, drawn evenly from [least, most], by the chat that follows. Null: no limit. */
  readonly gap: Readonly<Record<ChatKind, readonly [number, number]>> | null
}

/** WhatsApp publishes no safe rate for linked devices; these gaps follow what long-lived senders report. */
export const paces: Readonly<Record<PacingMode, Pace>> = {
  careful: { gap: { new: [30_000, 60_000], known: [10_000, 25_000], group: [15_000, 30_000] } },
  off: { gap: null },
}

/** The earliest moment after a message that left at `sentAt`. `random` is in [0, 1). Null: at once. */
export function nextSendAt(pace: Pace, sentAt: Date, chat: ChatKind, random: () => number): Date | null {
  if (!pace.gap) return null
  const [least, most] = pace.gap[chat]
  return new Date(sentAt.getTime() + least + random() * (most - least))
}
