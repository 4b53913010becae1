// What an answer is waiting for, or why it was not sent.
import type { Answer } from '../../contract/replies.ts'
import { dateTime } from '../lib/format.ts'
import { t } from '../lib/text.ts'

/** Shown under an answer; empty if its ticks are enough. */
export function stateText({
  status,
  reason,
  waiting,
}: Pick<Answer, 'status' | 'reason' | 'waiting'>): string | undefined {
  if (status === 'pending') return waitText(waiting)
  if (status === 'unknown') return t('WhatsApp has not confirmed it yet.')
  if (status !== 'failed') return undefined
  const sentence = reason && sentences[reason]
  return sentence ? t(sentence) : t('It could not be sent.')
}

function waitText(waiting: Answer['waiting']): string {
  if (waiting?.reason === 'session') return t('Waits for the WhatsApp session, which is not connected.')
  if (waiting?.until) return t('Waits for the pace of the session: {when}.', { when: dateTime(waiting.until) })
  return t('Waits for its turn.')
}

const sentences: Record<string, string> = {
  opted_out: 'Not sent: they asked not to be written to.',
  do_not_contact: 'Not sent: an investor of theirs is marked “Do not contact”.',
  expired: 'Not sent: it waited for a day.',
  session_changed: 'Not sent: the session sends through something else by now.',
  session_removed: 'Not sent: the session was removed.',
  unconfirmed: 'WhatsApp never confirmed it: it may or may not have arrived.',
  not_on_whatsapp: 'Not sent: their number is not on WhatsApp.',
  no_keys: 'Not sent: WhatsApp has no keys to encrypt it for their phone.',
  busy: 'Not sent: WhatsApp was busy for too long.',
  rate_overlimit: 'Not sent: WhatsApp was busy for too long.',
  reachout_locked: 'Not sent: WhatsApp does not let this account write to them now.',
}
