// How many new chats WhatsApp allows in its cycle, and what follows: the cap itself, told in several steps.
import type { NewChatMessageCapInfo } from 'baileys'
import type { DriverEvent } from '../driver.ts'

type Limit = Extract<DriverEvent, { type: 'limit' }>

/** From the second warning on nobody new is written to, until the cycle ends; the first one is none yet. */
export function cappingOf({ capping_status, cycle_end_timestamp }: NewChatMessageCapInfo, now: number): Limit {
  const status = String(capping_status ?? '')
  const ends = Number(cycle_end_timestamp) * 1_000
  return {
    type: 'limit',
    code: 'new_chats_capped',
    active: status !== 'NONE' && status !== 'FIRST_WARNING',
    until: ends > now && ends < now + mostMs ? new Date(ends) : null,
  }
}

/** A cycle is a month; more than two is no end that WhatsApp meant. */
const mostMs = 62 * 24 * 3_600_000
