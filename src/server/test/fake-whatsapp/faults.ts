// What a test may change while the fake runs: the line, refusals, and the fate of single messages.
import type { Fate } from './numbers.ts'
import type { Stanza } from './stanzas.ts'

export interface Faults {
  /** How long everything the server says is under way. */
  latencyMs: number
  /** The server hears and says nothing any more; the socket stays open. */
  silent: boolean
  /** Refuses every login with this reason (401, 403, 405, 503), until taken back. */
  login?: number | undefined
  /** Called for every query: drop it, or answer with an error such as 429 `rate-overlimit`. Nothing: as usual. */
  query?: ((query: Stanza) => 'drop' | { code: number; text: string } | undefined) | undefined
  /** Called for every message; what it leaves open, the recipient's number decides. */
  message?: ((sent: Sent) => Fate | undefined) | undefined
  /** Whose address receipts and replies carry; without it, the address the message was sent to. */
  answerAs?: 'pn' | 'lid' | undefined
  /** Receipts and replies come by themselves. Off: only through `receipt()` and `say()`. */
  automatic: boolean
  /** How long after the acknowledgement the automatic ones come. */
  deliveredAfterMs: number
  readAfterMs: number
  /** Error code for the key bundle of one device, such as 404, or nothing said of it; the others get theirs. */
  bundle?: ((jid: string) => number | 'absent' | undefined) | undefined
  /** WhatsApp names these numbers by their hidden id alone, whoever asks for them. */
  lidOnly?: ((number: string) => boolean) | undefined
  /** A phone sends its history to a client it has just linked. */
  history: boolean
  /** A device that cannot decrypt asks for the message again, as a real one does. */
  retries: boolean
}

export interface Sent {
  readonly id: string
  /** The account that sends. */
  readonly from: string
  /** A person's number, or a group's id. */
  readonly to: string
  /** The address as it stood in the stanza. */
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
