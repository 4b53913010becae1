// What an answer is waiting for, or why it was not sent.
import type { Answer } from '../../../contract/replies.ts'
import { dateTime } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'

/** Shown under an answer; empty if its ticks are enough. */
export function stateText({
  status,
  reason,
  waiting,
}: Pick<Answer, 'status' | 'reason' | 'waiting'>): string | undefined {
  if (status === 'pending') return waitText(waiting)
  if (status === 'unknown') return t('Not confirmed by WhatsApp yet.')
  if (status !== 'failed') return undefined
  const sentence = reason && sentences[reason]
  return sentence ? t(sentence) : t('The message could not be sent.')
}

function waitText(waiting: Answer['waiting']): string {
  if (waiting?.reason === 'session') return t('Waiting to be sent: the WhatsApp session is not connected.')
  if (waiting?.until) return t('Waiting because of the sending speed: {when}.', { when: dateTime(waiting.until) })
  return t('Queued.')
}

const sentences: Record<string, string> = {
  opted_out: 'Not sent: they opted out.',
  do_not_contact: 'Not sent: one of their investors is marked “Do not contact”.',
  expired: 'Not sent: expired after a day.',
  session_changed: 'Not sent: the session now uses a different connection.',
  session_removed: 'Not sent: the session was removed.',
  unconfirmed: 'Not confirmed by WhatsApp: it may or may not have arrived.',
  not_on_whatsapp: 'Not sent: their number is not on WhatsApp.',
  no_keys: 'Not sent: WhatsApp has no encryption keys for their phone.',
  busy: 'Not sent: WhatsApp was busy for too long.',
  rate_overlimit: 'Not sent: WhatsApp was busy for too long.',
  reachout_locked: 'Not sent: WhatsApp does not allow this account to message them right now.',
}
