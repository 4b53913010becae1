// Population: for every number, whether it is on WhatsApp, its LID and devices, and the fate of messages to it.
// Computed by rule, so no number is listed; a phone is created on first use.
import { type Attempt, numberOf } from '../../messaging/drivers/simulator/numbers.ts'

export interface Population {
  exists(number: string): boolean
  /** WhatsApp Web clients besides the phone. */
  companions(number: string): number
  /** Whether the nth lookup (from 1) of this number's devices is refused with 429. */
  busy(number: string, time: number): boolean
  /** Fate of the nth frame (from 1) with one id. */
  fate(number: string, frame: number): Fate
}

/** Fate of a message. Defaults: arrives, acknowledged, delivered and read. */
export interface Fate {
  /** Whether the phones get it. */
  arrives?: boolean
  /** An error code such as `463`, or no acknowledgement at all. */
  ack?: 'ok' | 'none' | (string & {})
  ackAfterMs?: number
  /** The connection drops before or after the acknowledgement. */
  drop?: 'before_ack' | 'after_ack'
  receipts?: readonly Receipt[]
  reply?: string
}

export type Receipt = 'delivered' | 'read' | 'played'

/** The simulator's endings, so that one table in the README serves both; and `…9` has a companion, `…99` two. */
export const standardPopulation: Population = {
  exists: (number) => numberOf(number).outcome !== 'not_on_whatsapp',
  companions: (number) => (number.endsWith('99') ? 2 : number.endsWith('9') ? 1 : 0),
  busy: (number, time) => {
    const { attempts } = numberOf(number)
    return attempts[Math.min(time, attempts.length) - 1]!.answer === 'later'
  },
  fate: (number, frame) => {
    const { attempts, reply } = numberOf(number)
    return fateOf(attempts[Math.min(frame, attempts.length) - 1]!, reply)
  },
}

export function digits(number: string): string {
  return number.replace(/\D/g, '')
}

/** Reversible, so that nothing is stored: the number backwards after an unused country code. */
export function lidOf(number: string): string {
  return `999${[...number].reverse().join('')}`
}

export function numberOfLid(lid: string): string {
  return [...lid.slice(3)].reverse().join('')
}

function fateOf({ arrives, answer, next }: Attempt, reply: string | undefined): Fate {
  const receipts = next.filter((step) => step === 'delivered' || step === 'read')
  // The lookup of the number is refused, not the message.
  if (answer === 'later') return {}
  const shared = { arrives, receipts, ...(next.includes('reply') && reply ? { reply } : {}) }
  if (answer === 'refused') return { ...shared, ack: '463' }
  if (answer === 'line_lost') return { ...shared, drop: 'before_ack' }
  if (answer === 'accepted')
    return next.includes('sent') ? { ...shared, ackAfterMs: 3_000 } : { ...shared, ack: 'none' }
  return shared
}
