// Message ids: the same for a recipient at every attempt, so that a resend is not a second message.
import { hmac } from '../../keys.ts'

/** WhatsApp Web's format: `3EB0` and 18 hex digits. Derived, so that a restart cannot choose another. */
export function messageId(key: Buffer, recipientId: string): string {
  return `3EB0${hmac(key, recipientId).toString('hex').slice(0, 18).toUpperCase()}`
}
