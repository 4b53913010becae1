// The sentence about what a direct message would wait for, shown before it is sent.
import type { DirectMessagePreview } from '../../../contract/direct-messages.ts'
import { dateTime } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'

export interface WaitText {
  text: string
  /** True if the message waits for the session, which a user can connect. */
  isBlocked: boolean
}

type Session = DirectMessagePreview['sessions'][number]

export function waitText(
  session: Session,
  { waiting, is_new_chat }: Pick<DirectMessagePreview, 'waiting' | 'is_new_chat'>,
): WaitText {
  const { name } = session
  if (waiting?.reason === 'session') return { text: sessionText(session), isBlocked: true }
  if (session.driver === 'simulator')
    return said(t('{session} is a simulator: nothing reaches a phone.', { session: name }))
  const when = waiting?.until && dateTime(waiting.until)
  if (!when) return said(is_new_chat ? t('Sends now, as a new chat.') : t('Sends now.'))
  switch (waiting.reason) {
    case 'hours':
      return said(t('Outside sending hours. Will be sent {when}.', { when }))
    case 'new_chat_cap':
      return said(t('Daily limit of new chats reached. Will be sent {when}.', { when }))
    case 'hold':
      return said(t('On hold by WhatsApp. Will be sent {when}.', { when }))
    case 'daily_cap':
    case 'warm_up':
    case 'hourly_cap':
      return said(t('Sending limit reached. Will be sent {when}.', { when }))
    default:
      return said(t('Will be sent {when}, at the sending speed of the session.', { when }))
  }
}

const said = (text: string): WaitText => ({ text, isBlocked: false })

function sessionText({ name: session, status }: Session): string {
  if (status === 'scan_qr') return t('No phone is linked to {session}. The message waits until one is.', { session })
  if (status === 'starting') return t('{session} is connecting. The message waits until it is connected.', { session })
  return t('{session} is not connected. The message waits until you connect it.', { session })
}
