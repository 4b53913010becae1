// Faults that a test may inject while the fake runs: in the connection, in logins and queries, and in single messages.
import type { Fate } from './numbers.ts'
import type { Stanza } from './stanzas.ts'

export interface Faults {
  /** Delay of everything the server sends. */
  latencyMs: number
  /** The server neither reads nor responds; the socket stays open. */
  silent: boolean
  /** Refuses every login with this reason (401, 403, 405, 503) until unset. */
  login?: number | undefined
  /** Called for every query: drop it, or respond with an error such as 429 `rate-overlimit`. Undefined: as usual. */
  query?: ((query: Stanza) => 'drop' | { code: number; text: string } | undefined) | undefined
  /** Called for every message; the recipient's number decides what it leaves open. */
  message?: ((sent: Sent) => Fate | undefined) | undefined
  /** The kind of address in receipts and replies; by default, that of the message. */
  answerAs?: 'pn' | 'lid' | undefined
  /** Receipts and replies are sent automatically. Off: only through `receipt()` and `say()`. */
  automatic: boolean
  /** Delay of automatic delivery receipts after the acknowledgement. */
  deliveredAfterMs: number
  readAfterMs: number
  /** Error code for the key bundle of one device, such as 404, or no entry for it; other devices get theirs. */
  bundle?: ((jid: string) => number | 'absent' | undefined) | undefined
  /** Numbers that WhatsApp identifies only by their hidden id. */
  lidOnly?: ((number: string) => boolean) | undefined
  /** A phone sends its history to a client it has just linked. */
  history: boolean
  /** A device that cannot decrypt a message requests it again, as a real one does. */
  retries: boolean
}

export interface Sent {
  readonly id: string
  /** The account that sends. */
  readonly from: string
  /** A person's number, or a group's id. */
  readonly to: string
  /** The address as in the stanza. */
  readonly jid: string
  /** 1 for the first frame with this id. */
  readonly frame: number
  readonly stanza: Stanza
}

export function noFaults(): Faults {
  return {
    latencyMs: 0,
    silent: false,
    login: undefined,
    query: undefined,
    message: undefined,
    answerAs: undefined,
    automatic: true,
    deliveredAfterMs: 0,
    readAfterMs: 0,
    bundle: undefined,
    lidOnly: undefined,
    retries: true,
    history: true,
  }
}
