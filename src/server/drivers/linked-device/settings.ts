// What a linked device can be told from outside.
import type { Agent } from 'node:https'
import type { Abilities } from '../driver.ts'
import type { Log } from './logger.ts'

export interface LinkedDeviceOptions {
  /** Another WhatsApp than WhatsApp's, for tests. */
  readonly webSocketUrl?: string
  /** Whose certificates are trusted there. */
  readonly trustRoot?: Uint8Array
  /** How files are uploaded. */
  readonly mediaAgent?: Agent
  readonly log: Log
  readonly now?: () => number
  readonly timings?: Partial<Timings>
  /** Shorter in tests: what the engine waits for otherwise. */
  readonly waits?: Partial<Pick<Abilities, 'evidenceMs' | 'acknowledgementMs'>>
}

export type Settings = Omit<LinkedDeviceOptions, 'now' | 'timings' | 'waits'> & {
  readonly now: () => number
  readonly timings: Timings
}

export interface Timings {
  readonly connectMs: number
  readonly queryMs: number
  /** How long to wait, on connecting, for how many new chats there may be. */
  readonly cappingMs: number
  readonly keepAliveMs: number
  /** How long to wait for the server's word before a send counts as `accepted`. */
  readonly acknowledgeMs: number
  /** The life of a QR; without it 60 s for the first and 20 s for the others, as WhatsApp has it. */
  readonly qrMs?: number
}
