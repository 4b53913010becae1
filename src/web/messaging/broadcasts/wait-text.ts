// What a broadcast is waiting for and who has to act, in whole sentences.
import type { Broadcast, PauseReason } from '../../../contract/broadcasts.ts'
import { dateTime, number } from '../../platform/lib/format.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { progressOf } from './progress.ts'

export interface BroadcastWait {
  text: string
  /** The action is on the sessions page. */
  session?: true
  tone: 'quiet' | 'warning' | 'bad'
}

type Waiter = Pick<
  Broadcast,
  'status' | 'session_name' | 'waiting' | 'pause_reason' | 'failure' | 'finished_at' | 'counts'
>

export function broadcastWaitOf(broadcast: Waiter, now = Date.now()): BroadcastWait | undefined {
  switch (broadcast.status) {
    case 'preparing':
      return { tone: 'quiet', text: t('Preparing recipients…') }
    case 'paused':
      return pauses[broadcast.pause_reason ?? 'user']()
    case 'failed':
      return {
        tone: 'bad',
        text: broadcast.failure ? sentenceOf(broadcast.failure) : t('The broadcast could not be prepared.'),
      }
    case 'sending':
      return waiting(broadcast, now)
    case 'completed':
      return {
        tone: 'quiet',
        text: t('Finished on {when}. Delivery and read receipts may still arrive.', { when: finished(broadcast) }),
      }
    case 'cancelled': {
      const ended = t('Cancelled on {when}. Unsent messages will never be sent.', { when: finished(broadcast) })
      const doubt = inDoubt(broadcast)
      return doubt ? { ...doubt, text: `${ended} ${doubt.text}` } : { tone: 'quiet', text: ended }
    }
    case 'draft':
    case 'awaiting_approval':
    case 'scheduled':
      return undefined
  }
}

const finished = ({ finished_at }: Waiter) => (finished_at ? dateTime(finished_at) : '')

/** Receipts only arrive while the session is connected. */
function inDoubt({ waiting, session_name: name, counts }: Waiter): BroadcastWait | undefined {
  const { inFlight } = progressOf(counts)
  if (waiting?.reason === 'confirmation') return { tone: 'quiet', text: confirmationText(inFlight) }
  if (waiting?.reason !== 'session' || !waiting.until) return undefined
  return {
    tone: 'warning',
    session: true,
    text: t.plural(
      inFlight,
      '{count} message is not confirmed. Connect the WhatsApp session “{name}” to get its status. If the session is not connected by {when}, the message counts as failed (not confirmed).',
      '{count} messages are not confirmed. Connect the WhatsApp session “{name}” to get their status. If the session is not connected by {when}, the messages count as failed (not confirmed).',
      { name, when: dateTime(waiting.until) },
    ),
  }
}

const confirmationText = (count: number) =>
  t.plural(
    count,
    '{count} message is not confirmed yet. Waiting for WhatsApp.',
    '{count} messages are not confirmed yet. Waiting for WhatsApp.',
  )

function waiting(broadcast: Waiter, now: number): BroadcastWait {
  const { waiting, session_name: name, counts } = broadcast
  const when = waiting?.until ? dateTime(waiting.until) : ''
  switch (waiting?.reason) {
    case 'session':
      return (
        inDoubt(broadcast) ?? {
          tone: 'warning',
          session: true,
          text: t(
            'Waiting for the WhatsApp session “{name}”, which is not connected. Continues automatically once it is.',
            { name },
          ),
        }
      )
    case 'pace': {
      const seconds = Math.max(1, Math.round((Date.parse(waiting.until ?? '') - now) / 1000)) || 1
      return {
        tone: 'quiet',
        text: t.plural(
          seconds,
          'Spacing out messages: next message in about {count} second.',
          'Spacing out messages: next message in about {count} seconds.',
        ),
      }
    }
    case 'rest':
      return { tone: 'quiet', text: t('Short break. Continues at {when}.', { when }) }
    case 'hourly_cap':
      return { tone: 'quiet', text: t('Hourly limit reached. Continues at {when}.', { when }) }
    case 'daily_cap':
      return { tone: 'quiet', text: t('Daily limit reached. Continues at {when}.', { when }) }
    case 'warm_up':
      return {
        tone: 'quiet',
        text: t('Warming up: today’s limit reached. Continues at {when}.', { when }),
      }
    case 'new_chat_cap':
      return {
        tone: 'quiet',
        text: t(
          'The remaining recipients have never written to this number: new-chat limit reached. Continues at {when}.',
          { when },
        ),
      }
    case 'hours':
      return {
        tone: 'quiet',
        text: t('Outside sending hours for the next recipients. Continues at {when}.', { when }),
      }
    case 'recently_messaged':
      return {
        tone: 'quiet',
        text: t('The next recipients got another broadcast recently. Continues at {when}.', { when }),
      }
    case 'hold':
      return {
        tone: 'warning',
        session: true,
        text: t('WhatsApp has put this account on hold. Continues automatically at {when}.', { when }),
      }
    case 'other_broadcast':
      return {
        tone: 'quiet',
        text: t('Another broadcast of this session is being sent at the same time; they take turns.'),
      }
    case 'confirmation':
      return {
        tone: 'quiet',
        text: `${t('All messages have been sent.')} ${confirmationText(counts.unknown)}`,
      }
    default: {
      const { pending, inFlight } = progressOf(counts)
      if (pending > 0 || inFlight === 0) return { tone: 'quiet', text: t('Sending messages.') }
      return {
        tone: 'quiet',
        text: t('Waiting for confirmation of the last {count} messages.', { count: number(inFlight) }),
      }
    }
  }
}

const pauses: Record<PauseReason, () => BroadcastWait> = {
  user: () => ({ tone: 'warning', text: t('Paused manually. No messages are sent until you resume.') }),
  error_threshold: () => ({
    tone: 'warning',
    text: t('Paused because too many messages failed. Check the failed messages, then resume or cancel.'),
  }),
  no_acks: () => ({
    tone: 'warning',
    session: true,
    text: t('Paused because WhatsApp stopped confirming messages. Check the session, then resume.'),
  }),
  logged_out: () => ({
    tone: 'warning',
    session: true,
    text: t('Paused because the phone unlinked this session. Scan its code again, then resume.'),
  }),
  banned: () => ({
    tone: 'bad',
    session: true,
    text: t(
      'Paused because WhatsApp blocked this account. Check WhatsApp on the phone; once the session is connected again, resume or cancel.',
    ),
  }),
  restored: () => ({
    tone: 'warning',
    text: t(
      'Paused because Kabar was restored from a backup. Messages may have been sent after that backup and are not known here: check on the phone before you resume, or cancel.',
    ),
  }),
  missed_window: () => ({
    tone: 'warning',
    text: t(
      'The scheduled time was missed by more than an hour because Kabar was not running. Send it now, choose another time, or cancel it.',
    ),
  }),
  needs_approval: () => ({
    tone: 'warning',
    text: t(
      'By now the broadcast needs the approval of a second person: the rule or the audience changed. Nothing was sent. Make it a draft again and ask for approval.',
    ),
  }),
}
