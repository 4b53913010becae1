// The driver port: how a message leaves the building, and what comes back. Nothing outside a driver's
// folder knows which one it is; what a driver can do is data, so the engine never asks for its name.
import type { SimulatorEvent } from '../../contract/wa-sessions.ts'

export interface Driver {
  readonly abilities: Abilities
  /** Connects one WhatsApp account. Resolves when the attempt has begun; what becomes of it arrives through `on`. */
  open(options: OpenOptions): Promise<DriverSession>
  /** Only a simulated network has a phone that the app may press. */
  simulate?(sessionId: string, event: SimulatorEvent): Promise<void>
}

export interface Abilities {
  /** The caller chooses message ids, so that an unconfirmed message may be sent once more under the same id. */
  readonly ownIds: boolean
  readonly groups: boolean
  readonly receipts: boolean
  /** Files beside a text. */
  readonly media: boolean
  /** How many sends may be under way at once. */
  readonly inFlight: number
  /** The same while other sessions are connected in this process: they wait for what this one has under way. */
  readonly inFlightBeside: number
  /** How long after connecting the network may still hand over acknowledgements and receipts of before. */
  readonly evidenceMs: number
  /** How long an acknowledgement may take before the message counts as `unknown`. */
  readonly acknowledgementMs: number
  /** The pacing a new session of this driver gets. */
  readonly pacing: 'careful' | 'off'
}

export interface OpenOptions {
  readonly sessionId: string
  readonly vault: Vault
  /** E.164: link with a code that is typed on this phone, told as `pairing_code`, instead of a QR. */
  readonly pairWith?: string
  /** What was sent under an id of ours: a recipient that could not decrypt it asks again, even days later. */
  readonly sentText: (id: string) => Promise<{ to: string; text: string; media?: OutgoingMedia } | undefined>
  /**
   * Tells what happened, in order. Never rejects; resolves once what the event says is durable: a driver that can
   * hold back its own confirmation to the network does so until then, so that a crash loses no receipt.
   */
  readonly on: (event: DriverEvent) => Promise<void>
}

/** A driver's own small key-value store: encrypted at rest, and refused once another process owns the session. */
export interface Vault {
  read(keys: readonly string[]): Promise<Map<string, Uint8Array>>
  /** One transaction; a null value removes the key. Throws when the session is no longer ours. */
  write(changes: ReadonlyMap<string, Uint8Array | null>): Promise<void>
  /** Removes everything. Throws as `write` does. */
  clear(): Promise<void>
}

export interface DriverSession {
  /** Throws DriverError. Resolving with `accepted` means "left, the network has not confirmed": the acknowledgement comes as a receipt. */
  send(message: OutgoingMessage): Promise<{ status: 'accepted' | 'sent' }>
  listGroups(): Promise<WaGroup[]>
  /** Which of these E.164 numbers are on WhatsApp, and under which id. */
  checkNumbers(numbers: readonly string[]): Promise<Map<string, string | null>>
  /** Unlinks the device and ends as close() does; the credentials are gone and worthless afterwards. No event follows. */
  logout(): Promise<void>
  /** Ends every socket and timer; keeps the credentials; no event follows. */
  close(): Promise<void>
}

export interface OutgoingMessage {
  /** Chosen by the caller and committed before the send. */
  readonly id: string
  /** E.164, a group's id, or the network's own id of somebody who wrote. */
  readonly to: string
  /** Of a file, its caption. */
  readonly text: string
  readonly media?: OutgoingMedia
  /** It may have left before under this id: what is known of the recipient's devices and keys is not trusted. */
  readonly repeat?: boolean
}

export interface OutgoingMedia {
  readonly kind: 'image' | 'video' | 'document'
  /** Such as `image/jpeg`. */
  readonly type: string
  readonly name: string
  /** Of the bytes, hex: what was uploaded under it before is not read again. */
  readonly sha256: string
  read(): Promise<Uint8Array>
}

export interface WaGroup {
  readonly wa_id: string
  readonly name: string
  readonly participants_count: number
  readonly can_post: boolean
  /** Those of them other than ourselves that the network tells: E.164, or its own id of somebody whose number it does not tell. */
  readonly members: readonly string[]
}

export type DriverEvent =
  /** `qr` is the text to draw, good until `expiresAt`. */
  | { readonly type: 'qr'; readonly qr: string; readonly expiresAt: Date }
  /** To be typed on the phone of `pairWith`, good until `expiresAt`. */
  | { readonly type: 'pairing_code'; readonly code: string; readonly expiresAt: Date }
  | { readonly type: 'connected'; readonly phoneNumber: string; readonly pushName: string }
  /**
   * `retry`: try again by itself. `replaced`: somebody else opened the account; two who both come back by themselves would
   * throw each other out for ever. `logged_out`: unlinked; the credentials are worthless, and whoever hears it removes them together with what it
   * writes of it: until then they bring the same answer again. `banned`: the network blocks the account. `failed`: a person must act; `message` says how.
   */
  | {
      readonly type: 'closed'
      readonly reason: 'retry' | 'replaced' | 'logged_out' | 'banned' | 'failed'
      readonly message: string
    }
  /** May come doubled, late and out of order. */
  | {
      readonly type: 'receipt'
      readonly id: string
      readonly status: ReceiptStatus
      readonly at: Date
      /** Of a group's message: whose receipt it is, as `from` below. Its `sent` has none. */
      readonly participant?: string
      /** The network's own id of that member, where it tells the number too: they may have been heard of under it before. */
      readonly hidden?: string
    }
  /** The network refused a message after accepting it. */
  | { readonly type: 'refused'; readonly id: string; readonly code: string }
  /** From a person, not from a group. `from`: E.164, or the network's own id of somebody whose number it does not tell. May come twice. */
  | {
      readonly type: 'message'
      readonly id: string
      readonly from: string
      /** Of a voice message, a picture or the like one of `wordless`. */
      readonly text: string
      /** The message that it answers, by its id, where the sender chose one. */
      readonly quoted?: string
      readonly at: Date
    }
  /** Whose it is that wrote under the network's own id, `hidden`: it tells their number, E.164, now. */
  | { readonly type: 'known'; readonly hidden: string; readonly number: string }
  /** A group changed: what is known of it is stale. */
  | { readonly type: 'group'; readonly waId: string }
  /** The network limits this account; `until` null: it does not say. `active` false: no longer. */
  | { readonly type: 'limit'; readonly code: string; readonly active: boolean; readonly until: Date | null }

export type ReceiptStatus = 'sent' | 'delivered' | 'read' | 'played'

/**
 * The four kinds the engine needs to know. `later`: not sent, try this one again. `impossible`: this recipient
 * cannot get it. `session`: not sent, and the whole session must rest. `unknown`: cannot tell whether it left.
 */
export class DriverError extends Error {
  readonly kind: 'later' | 'impossible' | 'session' | 'unknown'
  /** Stable, snake_case: `not_on_whatsapp`, `reachout_locked`. Kept on the recipient. */
  readonly code: string
  /** How long the session must rest, where the network says so. */
  readonly until: Date | undefined

  constructor(kind: DriverError['kind'], code: string, options?: ErrorOptions & { until?: Date }) {
    super(code, options)
    this.name = 'DriverError'
    this.kind = kind
    this.code = code
    this.until = options?.until
  }
}
