// The driver port: sends messages and reports results. No code outside a driver's folder knows which driver it is:
// its abilities are data, so the engine never checks its name.
import type { Message } from '../../../contract/messages/message.ts'
import type { SimulatorEvent } from '../../../contract/wa-sessions.ts'

export interface Driver {
  readonly abilities: Abilities
  /** Connects one WhatsApp account. Resolves when the attempt has started; its outcome arrives through `on`. */
  open(options: OpenOptions): Promise<DriverSession>
  /** Only a simulated network has a phone that the app can operate. */
  simulate?(sessionId: string, event: SimulatorEvent): Promise<void>
}

export interface Abilities {
  /** The caller chooses message ids, so that an unconfirmed message may be resent under the same id. */
  readonly ownIds: boolean
  readonly groups: boolean
  readonly receipts: boolean
  /** Can send files with a text. */
  readonly media: boolean
  /** Maximum number of sends in flight. */
  readonly inFlight: number
  /** The same while other sessions are connected in this process: they compete with this one's sends. */
  readonly inFlightBeside: number
  /** How long after connecting the network may still deliver earlier acknowledgements and receipts. */
  readonly evidenceMs: number
  /** How long an acknowledgement may take before the message counts as `unknown`. */
  readonly acknowledgementMs: number
  /** The pacing a new session of this driver gets. */
  readonly pacing: 'careful' | 'off'
}

export interface OpenOptions {
  readonly sessionId: string
  readonly vault: Vault
  /** E.164: link with a code typed on this phone, reported as `pairing_code`, instead of a QR. */
  readonly pairWith?: string
  /** The message sent under an id of ours: a recipient that could not decrypt it requests it again, even days later. */
  readonly sentText: (id: string) => Promise<{ to: string; text: string; media?: OutgoingMedia } | undefined>
  /**
   * Receives events in order. Never rejects; resolves once the event is durable: a driver that can delay its own
   * acknowledgement to the network waits for that, so that a crash loses no receipt.
   */
  readonly on: (event: DriverEvent) => Promise<void>
}

/** A driver's own small key-value store: encrypted at rest, and refused once another process owns the session. */
export interface Vault {
  read(keys: readonly string[]): Promise<Map<string, Uint8Array>>
  /** One transaction; a null value deletes the key. Throws if the session is no longer ours. */
  write(changes: ReadonlyMap<string, Uint8Array | null>): Promise<void>
  /** Deletes everything. Throws as `write` does. */
  clear(): Promise<void>
}

export interface DriverSession {
  /** Throws DriverError. `accepted` means sent but not confirmed by the network: the acknowledgement arrives as a receipt. */
  send(message: OutgoingMessage): Promise<{ status: 'accepted' | 'sent' }>
  listGroups(): Promise<WaGroup[]>
  /** Which of these E.164 numbers are on WhatsApp, and under which id. */
  checkNumbers(numbers: readonly string[]): Promise<Map<string, string | null>>
  /** Unlinks the device and ends as close() does; the credentials are deleted and worthless afterwards. No event follows. */
  logout(): Promise<void>
  /** Closes every socket and timer; the credentials remain. No event follows. */
  close(): Promise<void>
}

export interface OutgoingMessage {
  /** Chosen by the caller and committed before the send. */
  readonly id: string
  /** E.164, a group's id, or the network's own id of a sender. */
  readonly to: string
  /** With a file, its caption. */
  readonly text: string
  readonly media?: OutgoingMedia
  /** It may have been sent before under this id: cached devices and keys of the recipient are not trusted. */
  readonly repeat?: boolean
}

export interface OutgoingMedia {
  readonly kind: 'image' | 'video' | 'document'
  /** Such as `image/jpeg`. */
  readonly type: string
  readonly name: string
  /** Hex digest of the bytes, the cache key of uploads. */
  readonly sha256: string
  read(): Promise<Uint8Array>
}

export interface WaGroup {
  readonly wa_id: string
  readonly name: string
  readonly participants_count: number
  readonly can_post: boolean
  /** The other members that the network reveals: E.164, or its own id if it does not reveal the number. */
  readonly members: readonly string[]
}

export type DriverEvent =
  /** `qr` is the text to draw, valid until `expiresAt`. */
  | { readonly type: 'qr'; readonly qr: string; readonly expiresAt: Date }
  /** To be typed on the phone of `pairWith`, valid until `expiresAt`. */
  | { readonly type: 'pairing_code'; readonly code: string; readonly expiresAt: Date }
  | { readonly type: 'connected'; readonly phoneNumber: string; readonly pushName: string }
  /**
   * `retry`: reconnect automatically. `replaced`: another client opened the account; if both reconnect automatically they
   * disconnect each other forever. `logged_out`: unlinked; the credentials are worthless, and the receiver of the event
   * deletes them in the same transaction as its own change: until then they cause the same event again.
   * `banned`: the network blocks the account. `failed`: a person must act; `message` tells users how. What the network itself
   * says is a parameter of it.
   */
  | {
      readonly type: 'closed'
      readonly reason: 'retry' | 'replaced' | 'logged_out' | 'banned' | 'failed'
      readonly message: Message
    }
  /** May be duplicated, late and out of order. */
  | {
      readonly type: 'receipt'
      readonly id: string
      readonly status: ReceiptStatus
      readonly at: Date
      /** For a group message: the member whose receipt it is, as `from` below. Its `sent` has none. */
      readonly participant?: string
      /** The network's own id of that member, if it reveals the number too: earlier receipts may have used it. */
      readonly lid?: string
    }
  /** The network refused a message after accepting it. */
  | { readonly type: 'refused'; readonly id: string; readonly code: string }
  /** From a person, not a group. `from`: E.164, or the network's own id if it does not reveal the number. May arrive twice. */
  | {
      readonly type: 'message'
      readonly id: string
      readonly from: string
      /** For a voice message, a picture and the like, one of `wordless`. */
      readonly text: string
      /** The id of the message that it quotes, if any. */
      readonly quoted?: string
      readonly at: Date
    }
  /** The network has revealed the number, E.164, of a sender that wrote under its own id, `hidden`. */
  | { readonly type: 'number_known'; readonly lid: string; readonly number: string }
  /** A group changed: its stored data are stale. */
  | { readonly type: 'group'; readonly waId: string }
  /** The network limits this account; `until` null: for an unknown time. `active` false: the limit has ended. */
  | { readonly type: 'limit'; readonly code: string; readonly active: boolean; readonly until: Date | null }

export type ReceiptStatus = 'sent' | 'delivered' | 'read' | 'played'

/**
 * `later`: not sent, retry this message. `impossible`: this recipient cannot receive it. `session`: not sent, and the whole
 * session must rest. `unknown`: it may have been sent.
 */
export class DriverError extends Error {
  readonly kind: 'later' | 'impossible' | 'session' | 'unknown'
  /** Stable, snake_case: `not_on_whatsapp`, `reachout_locked`. Stored with the recipient. */
  readonly code: string
  /** How long the session must rest, if the network says so. */
  readonly until: Date | undefined

  constructor(kind: DriverError['kind'], code: string, options?: ErrorOptions & { until?: Date }) {
    super(code, options)
    this.name = 'DriverError'
    this.kind = kind
    this.code = code
    this.until = options?.until
  }
}
