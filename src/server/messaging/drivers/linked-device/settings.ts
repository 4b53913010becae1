// Settings of the linked device.
import type { Agent } from 'node:https'
import type { Abilities } from '../driver.ts'
import type { Log } from './logger.ts'

export interface LinkedDeviceOptions {
  /** Another server than WhatsApp's, for tests. */
  readonly webSocketUrl?: string
  /** Root certificate to trust there. */
  readonly trustRoot?: Uint8Array
  /** HTTP agent for uploads. */
  readonly mediaAgent?: Agent
  readonly log: Log
  readonly now?: () => number
  readonly timings?: Partial<Timings>
  /** Replaces the engine's timeouts; shorter in tests. */
  readonly waits?: Partial<Pick<Abilities, 'evidenceMs' | 'acknowledgementMs'>>
}

export type Settings = Omit<LinkedDeviceOptions, 'now' | 'timings' | 'waits'> & {
  readonly now: () => number
  readonly timings: Timings
}

export interface Timings {
  readonly connectMs: number
  readonly queryMs: number
  /** How long to wait on connecting for the cap on new chats. */
  readonly cappingMs: number
  readonly keepAliveMs: number
  /** How long to wait for an acknowledgement before a send counts as `accepted`. */
  readonly acknowledgeMs: number
  /** Lifetime of a QR; by default 60 s for the first and 20 s for the others, as in WhatsApp. */
  readonly qrMs?: number
}
