// The id a message travels under: the same for a recipient at every attempt, so that a repeat is one message.
import { hmac } from '../keys.ts'

/** WhatsApp Web's own form: `3EB0` and 18 hex digits. Derived, so that no restart can choose another. */
export function messageId(key: Buffer, recipientId: string): string {
  return `3EB0${hmac(key, recipientId).toString('hex').slice(0, 18).toUpperCase()}`
}
