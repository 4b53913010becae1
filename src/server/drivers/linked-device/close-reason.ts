// Maps the code with which WhatsApp closed a connection to what happens next.
import type { DriverEvent } from '../driver.ts'

export type CloseReason = 'restart' | Pick<Extract<DriverEvent, { type: 'closed' }>, 'reason' | 'message'>

const lost = 'The connection to WhatsApp was lost.'

/** `unused`: what was shown for linking until it expired. */
export function closeReasonOf(code: number, unused: 'qr' | 'code' | false = false): CloseReason {
  if (unused === 'qr')
    return failed('failed', 'The QR code was not scanned in time. Start the session again to get a new one.')
  if (unused === 'code')
    return failed('failed', 'The code was not typed on the phone in time. Start the session again to get a new one.')
  switch (code) {
    // Sent after pairing: reconnect immediately with the same credentials.
    case 515:
      return 'restart'
    case 401:
      return failed('logged_out', 'The phone unlinked this device. Start the session and link the phone again.')
    case 402:
      return failed('banned', 'WhatsApp has temporarily blocked this account. Check WhatsApp on the phone.')
    case 403:
    case 406:
      return failed('banned', 'WhatsApp has blocked this account. Check WhatsApp on the phone.')
    case 405:
    case 409:
    case 418:
      return failed('failed', 'WhatsApp no longer accepts this version of Kabar. Update Kabar, then start the session.')
    case 411:
      return failed('failed', 'WhatsApp on the phone is too old for linked devices. Update it, then link it again.')
    case 440:
      return failed('replaced', 'The account was opened elsewhere. Start the session again.')
    case 503:
      return { reason: 'retry', message: 'WhatsApp is temporarily unavailable.' }
    default:
      return { reason: 'retry', message: lost }
  }
}

const failed = (reason: 'replaced' | 'logged_out' | 'banned' | 'failed', message: string) => ({ reason, message })

/** Baileys' errors carry WhatsApp's code as an HTTP status. */
export function closeCodeOf(error: unknown): number {
  const code = (error as { output?: { statusCode?: number } } | undefined)?.output?.statusCode
  return typeof code === 'number' ? code : 428
}
