// Test numbers of the simulated network: the recipient decides what happens to a message, as with card numbers in payment sandboxes.
import type { ReceiptStatus } from '../driver.ts'

export interface SimulatorNumber {
  /** The last four digits: every number with this ending behaves this way, in any country. */
  readonly ending: string
  readonly outcome: string
  readonly description: string
  /** Outcomes of the first, second, … frame with one id; the last entry applies to all that follow. */
  readonly attempts: readonly Attempt[]
  readonly reply?: string
}

export interface Attempt {
  /** Whether it reaches the phone. */
  readonly arrives: boolean
  readonly answer: 'sent' | 'accepted' | 'refused' | 'later' | 'impossible' | 'line_lost'
  /** Steps that follow, one after the other. */
  readonly next: readonly Step[]
}

export type Step = Exclude<ReceiptStatus, 'played'> | 'refused' | 'reply'

const normal: Attempt = { arrives: true, answer: 'sent', next: ['delivered', 'read'] }
const withReply: Attempt = { arrives: true, answer: 'sent', next: ['delivered', 'read', 'reply'] }
const busy: Attempt = { arrives: false, answer: 'later', next: [] }
const silent: Attempt = { arrives: true, answer: 'accepted', next: [] }

export const simulatorNumbers: readonly SimulatorNumber[] = [
  {
    ending: '0001',
    outcome: 'not_on_whatsapp',
    description: 'Not on WhatsApp.',
    attempts: [{ arrives: false, answer: 'impossible', next: [] }],
  },
  {
    ending: '0002',
    outcome: 'reachout_locked',
    description: 'Accepted, then rejected by WhatsApp (463: this account may not start new chats).',
    attempts: [{ arrives: false, answer: 'refused', next: ['refused'] }],
  },
  {
    ending: '0003',
    outcome: 'never_read',
    description: 'Delivered, never read.',
    attempts: [{ arrives: true, answer: 'sent', next: ['delivered'] }],
  },
  {
    ending: '0004',
    outcome: 'never_delivered',
    description: 'Sent, never delivered: the phone is off.',
    attempts: [{ arrives: true, answer: 'sent', next: [] }],
  },
  {
    ending: '0005',
    outcome: 'replies_stop',
    description: 'Read, then replies STOP.',
    attempts: [withReply],
    reply: 'STOP',
  },
  {
    ending: '0006',
    outcome: 'replies',
    description: 'Read, then replies with a text.',
    attempts: [withReply],
    reply: 'Terima kasih, saya tertarik. Kapan kita bisa bicara?',
  },
  {
    ending: '0007',
    outcome: 'acknowledged_late',
    description: 'Acknowledged only after 3 seconds, then delivered and read.',
    attempts: [{ arrives: true, answer: 'accepted', next: ['sent', 'delivered', 'read'] }],
  },
  {
    ending: '0008',
    outcome: 'acknowledgement_lost',
    description: 'Arrives, but acknowledgement and receipts are lost. A resend under the same id is confirmed.',
    attempts: [silent, normal],
  },
  {
    ending: '0009',
    outcome: 'never_acknowledged',
    description: 'Arrives, but neither acknowledgement nor receipts ever arrive.',
    attempts: [silent],
  },
  {
    ending: '0010',
    outcome: 'line_lost_arrived',
    description:
      'The connection is lost while sending; the message arrived, and its receipts follow after reconnecting.',
    attempts: [{ arrives: true, answer: 'line_lost', next: ['delivered', 'read'] }, normal],
  },
  {
    ending: '0011',
    outcome: 'line_lost_not_arrived',
    description: 'The connection is lost while sending; the message did not arrive. A resend is confirmed.',
    attempts: [{ arrives: false, answer: 'line_lost', next: [] }, normal],
  },
  {
    ending: '0012',
    outcome: 'receipts_disordered',
    description: 'Receipts arrive twice and out of order.',
    attempts: [{ arrives: true, answer: 'sent', next: ['read', 'delivered', 'read', 'delivered'] }],
  },
  {
    ending: '0013',
    outcome: 'busy_twice',
    description: 'WhatsApp says "later" twice; the third attempt succeeds.',
    attempts: [busy, busy, normal],
  },
  {
    ending: '0014',
    outcome: 'always_busy',
    description: 'WhatsApp says "later" every time.',
    attempts: [busy],
  },
]

/** All other numbers: acknowledged immediately, delivered within a second, read some seconds later. */
const anybody: Omit<SimulatorNumber, 'ending'> = {
  outcome: 'normal',
  description: 'Sent, delivered and read.',
  attempts: [normal],
}

const byEnding = new Map(simulatorNumbers.map((number) => [number.ending, number]))

export function numberOf(address: string): Omit<SimulatorNumber, 'ending'> {
  return byEnding.get(address.slice(-4)) ?? anybody
}

export function isOnWhatsApp(number: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(number) && numberOf(number).attempts[0]?.answer !== 'impossible'
}
