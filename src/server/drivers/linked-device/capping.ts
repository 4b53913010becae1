// How many new chats WhatsApp allows in its cycle, and what follows: the cap itself, told in several steps.
import type { NewChatMessageCapInfo } from 'baileys'
import type { DriverEvent } from '../driver.ts'

type LimitEvent = Extract<DriverEvent, { type: 'limit' }>

/**
 * From the second warning on nobody new is written to, until the cycle ends; the first one is none yet. As WhatsApp Web has
 * it, a cycle that is over caps nobody, and what it does not know is no cap.
 */
export function cappingOf({ capping_status, cycle_end_timestamp }: NewChatMessageCapInfo, now: number): LimitEvent {
  const ends = Number(cycle_end_timestamp) * 1_000
  const active = capped.has(String(capping_status)) && !(ends <= now)
  const until = active && ends < now + maxMs ? new Date(ends) : null
  return { type: 'limit', code: 'new_chats_capped', active, until }
}

const capped = new Set(['SECOND_WARNING', 'CAPPED'])

/** A cycle is a month; more than two is no end that WhatsApp meant. */
const maxMs = 62 * 24 * 3_600_000
