// Translates WhatsApp's cap on new chats per cycle, reported in several steps, into a limit event.
import type { NewChatMessageCapInfo } from 'baileys'
import type { DriverEvent } from '../driver.ts'

type LimitEvent = Extract<DriverEvent, { type: 'limit' }>

/**
 * New chats are capped from the second warning until the cycle ends; the first warning is no cap yet. As in WhatsApp Web,
 * an ended cycle caps nothing, and an unknown status is no cap.
 */
export function cappingOf({ capping_status, cycle_end_timestamp }: NewChatMessageCapInfo, now: number): LimitEvent {
  const ends = Number(cycle_end_timestamp) * 1_000
  const active = capped.has(String(capping_status)) && !(ends <= now)
  const until = active && ends < now + maxMs ? new Date(ends) : null
  return { type: 'limit', code: 'new_chats_capped', active, until }
}

const capped = new Set(['SECOND_WARNING', 'CAPPED'])

/** A cycle is a month; an end more than two months away is not plausible. */
const maxMs = 62 * 24 * 3_600_000
