// Maps the code with which WhatsApp closed a connection to what happens next.
import { type Message, message } from '../../../../contract/messages/message.ts'
import type { DriverEvent } from '../driver.ts'

export type CloseReason = 'restart' | Pick<Extract<DriverEvent, { type: 'closed' }>, 'reason' | 'message'>

/** `unused`: what was shown for linking until it expired. */
export function closeReasonOf(code: number, unused: 'qr' | 'code' | false = false): CloseReason {
  if (unused === 'qr') return failed('failed', message('connection.qr_not_scanned'))
  if (unused === 'code') return failed('failed', message('connection.code_not_typed'))
  switch (code) {
    // Sent after pairing: reconnect immediately with the same credentials.
    case 515:
      return 'restart'
    case 401:
      return failed('logged_out', message('connection.unlinked'))
    case 402:
      return failed('banned', message('connection.account_suspended'))
    case 403:
    case 406:
      return failed('banned', message('connection.account_blocked'))
    case 405:
    case 409:
    case 418:
      return failed('failed', message('connection.version_refused'))
    case 411:
      return failed('failed', message('connection.phone_outdated'))
    case 440:
      return failed('replaced', message('connection.opened_elsewhere'))
    case 503:
      return { reason: 'retry', message: message('connection.unavailable') }
    default:
      return lineLost()
  }
}

/** The reason if WhatsApp does not respond. */
export const lineLost = (): Exclude<CloseReason, 'restart'> => ({
  reason: 'retry',
  message: message('connection.lost'),
})

const failed = (reason: 'replaced' | 'logged_out' | 'banned' | 'failed', why: Message) => ({ reason, message: why })

/** Baileys' errors carry WhatsApp's code as an HTTP status. */
export function closeCodeOf(error: unknown): number {
  const code = (error as { output?: { statusCode?: number } } | undefined)?.output?.statusCode
  return typeof code === 'number' ? code : 428
}
