// State of the fake WhatsApp apart from its sockets: people, linked devices, received messages.
// It can be passed from one server to the next, which then finds every linked device unchanged.
import type { NewChatMessageCapInfo, proto } from 'baileys'
import type { Timers } from './clock.ts'
import type { Connection } from './connection.ts'
import type { Bundle, Device } from './device.ts'
import type { Faults } from './faults.ts'
import type { Population } from './numbers.ts'
import type { Stanza } from './stanzas.ts'

export interface Network {
  readonly seed: string
  readonly people: Map<string, Person>
  readonly groups: Map<string, Group>
  /** Everything any phone or companion decrypted or failed to, in order. */
  readonly received: Received[]
  /** The first message a device read under an id. */
  readonly firstReads: Map<string, Received>
  /** Counts: frames by id, retry requests by device, lookups by number. */
  readonly frames: Map<string, number>
  /** Encrypted files by their path. */
  readonly media: Map<string, Buffer>
  /** Stanzas from clients, counted: `iq usync`, `message`, `receipt`. */
  readonly counts: Map<string, number>
  readonly faults: Faults
  population: Population
  /** Belong to the server that currently has this network. */
  timers: Timers
  readonly connections: Set<Connection>
  /** Every accepted login of a linked client, and whether it replaced another one. */
  readonly logins: Login[]
  readonly pairings: Pairings
  /** Host and port of the media server. */
  mediaHost: string
  /** Errors inside the fake: a test should fail on them. */
  readonly failures: unknown[]
}

export interface Person {
  /** Digits only. */
  readonly number: string
  readonly lid: string
  name: string
  /** The phone (0) and its fake companions. */
  readonly devices: Map<number, Device>
  /** Clients under test, by device number. */
  readonly linked: Map<number, LinkedDevice>
  readonly limits: Limits
  /** Number of device numbers ever assigned to linked clients. */
  links: number
}

export interface Login {
  readonly number: string
  readonly device: number
  readonly at: number
  readonly replaced: boolean
}

/** A client under test as the server sees it: its public keys, and stanzas it has not confirmed yet. */
export interface LinkedDevice {
  readonly person: Person
  readonly id: number
  readonly noiseKey: Buffer
  readonly identityKey: Buffer
  /** Signed by the phone; shown to recipients. */
  readonly deviceIdentity: Buffer
  registrationId: number
  signedPreKey: Bundle['signedPreKey']
  preKeys: { readonly keyId: number; readonly publicKey: Buffer }[]
  platform: string
  connection: Connection | undefined
  /** Delivered until confirmed: after a lost connection they are sent again, marked as offline. */
  readonly pending: Map<string, Stanza>
  /** Has received the phone's history. */
  greeted: boolean
  /** Messages sent to it, in case it requests them again. */
  readonly said: Map<string, Saying & { id: string }>
}

export interface Saying {
  /** The sender. The account's own number: typed on its phone, into the chat with `chat`. */
  readonly from: string
  /** The account that receives it. */
  readonly to: string
  readonly text?: string
  readonly message?: proto.IMessage
  readonly id?: string
  /** Whether the sender appears by number or by LID. In a group the group decides. */
  readonly as?: 'pn' | 'lid'
  /** Only the LID is revealed. */
  readonly hidden?: boolean
  /** 0, or one of the sender's companions. */
  readonly device?: number
  readonly group?: string
  readonly chat?: string
  /** Between the devices of one account, not for people. */
  readonly peer?: boolean
}

/** WhatsApp's limits of an account. */
export interface Limits {
  /** The reach-out lock: no new chats until then. */
  lockedUntil?: Date | undefined
  cap?: NewChatMessageCapInfo | undefined
}

export interface Group {
  /** `…@g.us` */
  readonly id: string
  subject: string
  /** Whether members are addressed by LID or by number. */
  readonly mode: 'lid' | 'pn'
  /** Only admins may post. */
  announce: boolean
  readonly members: Set<string>
  readonly admins: Set<string>
  readonly hidden: ReadonlySet<string>
  readonly createdAt: number
}

export interface Received {
  /** The device that read it: the owner's number, and 0 for the phone itself. */
  readonly number: string
  readonly device: number
  readonly id: string
  /** The account that sent it, and its device. */
  readonly from: string
  readonly fromDevice: number
  /** Where it was sent: a person's address or a group's id. */
  readonly chat: string
  readonly text: string
  readonly message: proto.IMessage
  /** The decrypted file of a media message; undefined also if it could not be fetched or does not match its hash. */
  readonly media?: Buffer
  readonly at: number
  /** The copy for the sender's own phone. */
  readonly own: boolean
  /** Set if this device had read this id before. */
  readonly duplicateOf?: Received
  /** Set if it could not be decrypted; then there is no text. */
  readonly error?: string
}

export interface Pairings {
  /** The connection that got each QR reference. */
  readonly refs: Map<string, Connection>
  /** Clients that requested a pairing code, by the phone's number. */
  readonly codes: Map<string, CodeRequest>
  /** What the client on this connection must show once the phone has signed. */
  readonly signed: Map<Connection, Signed>
}

export interface CodeRequest {
  readonly connection: Connection
  readonly ref: Buffer
  readonly wrappedEphemeral: Buffer
  finish?: (bundle: Stanza) => void
}

interface Signed {
  readonly person: Person
  readonly id: number
  readonly details: Uint8Array
  readonly accepted: (linked: LinkedDevice) => void
  /** Called if the client disconnects first. */
  readonly gone: (reason: Error) => void
}

export function count(counts: Map<string, number>, key: string): number {
  const next = (counts.get(key) ?? 0) + 1
  counts.set(key, next)
  return next
}
