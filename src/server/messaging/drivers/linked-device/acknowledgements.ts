// Acknowledgements of the server: only they make a message `sent`. Baileys' own send resolves as soon as the frame is written.
import type { BinaryNode } from 'baileys'
import { DriverError, type DriverEvent } from '../driver.ts'

export interface Acknowledgement {
  readonly at: Date
  /** WhatsApp's error code, if it refused. */
  readonly error?: string
  /** The message was encrypted for an outdated list of devices. */
  readonly stale: boolean
}

export interface Acknowledgements {
  /** Must be called before the message is sent. */
  expect(id: string): Promise<Acknowledgement>
  forget(id: string): void
  hear(node: BinaryNode, now: number): void
}

export const reachoutLocked = '463'

/** `late` receives acknowledgements whose caller has stopped waiting. */
export function openAcknowledgements(late: (event: DriverEvent) => void): Acknowledgements {
  const expected = new Map<
    string,
    { answer: Promise<Acknowledgement>; resolve: (acknowledgement: Acknowledgement) => void }
  >()
  return {
    expect: (id) => {
      const pending = expected.get(id)
      if (pending) return pending.answer
      let resolve: (acknowledgement: Acknowledgement) => void = () => {}
      const answer = new Promise<Acknowledgement>((settle) => {
        resolve = settle
      })
      expected.set(id, { answer, resolve })
      return answer
    },
    forget: (id) => void expected.delete(id),
    hear: ({ attrs }, now) => {
      const { id, error } = attrs
      if (!id) return
      const acknowledgement = { at: timeOf(attrs.t, now), error, stale: attrs.phash !== undefined || error === '479' }
      const waiting = expected.get(id)
      if (waiting) waiting.resolve(acknowledgement)
      else if (error) late({ type: 'refused', id, code: refusal(error).code })
      else late({ type: 'receipt', id, status: 'sent', at: acknowledgement.at })
    },
  }
}

/** WhatsApp reports whole seconds. */
export function timeOf(seconds: string | undefined, now: number): Date {
  const at = Number(seconds) * 1_000
  return new Date(at > 0 ? at : now)
}

/** The error for a message that the server refused: it reached no device. */
export function refusal(error: string, isGroup = false): DriverError {
  switch (error) {
    // This account may not start new chats. Retrying would make it worse.
    case reachoutLocked:
      return new DriverError('impossible', 'reachout_locked')
    case '429':
      return new DriverError('session', 'rate_overlimit')
    // The recipient's devices have changed: they are fetched again before the retry.
    case '479':
      return new DriverError('later', 'stale_devices')
    case '401':
    case '403':
    case '420':
      return new DriverError('impossible', isGroup ? 'may_not_post' : 'forbidden')
    case '404':
      return new DriverError('impossible', isGroup ? 'not_in_group' : 'not_on_whatsapp')
    default:
      return /^5\d\d$/.test(error)
        ? new DriverError('later', 'server_busy')
        : new DriverError('impossible', `refused_${error.replace(/\W/g, '')}`)
  }
}
