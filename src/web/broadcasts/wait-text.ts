// What a broadcast is waiting for and who has to act, in whole sentences.
import type { Broadcast, PauseReason } from '../../contract/broadcasts.ts'
import { dateTime, number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
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
      return { tone: 'quiet', text: t('Writing down who will get it…') }
    case 'paused':
      return pauses[broadcast.pause_reason ?? 'user']()
    case 'failed':
      return { tone: 'bad', text: broadcast.failure ? t.told(broadcast.failure) : t('It could not be prepared.') }
    case 'sending':
      return waiting(broadcast, now)
    case 'completed':
      return {
        tone: 'quiet',
        text: t('Finished on {when}. Receipts may still come in.', { when: finished(broadcast) }),
      }
    case 'cancelled': {
      const ended = t('Cancelled on {when}: what had not left will never be sent.', { when: finished(broadcast) })
      const doubt = inDoubt(broadcast)
      return doubt ? { ...doubt, text: `${ended} ${doubt.text}` } : { tone: 'quiet', text: ended }
    }
    case 'draft':
    case 'scheduled':
      return undefined
  }
}

const finished = ({ finished_at }: Waiter) => (finished_at ? dateTime(finished_at) : '')

/** Receipts only arrive while the session is connected. */
function inDoubt({ waiting, session_name: name, counts }: Waiter): BroadcastWait | undefined {
  const { underWay } = progressOf(counts)
  if (waiting?.reason === 'evidence') return { tone: 'quiet', text: evidence(underWay) }
  if (waiting?.reason !== 'session' || !waiting.until) return undefined
  return {
    tone: 'warning',
    session: true,
    text: t.plural(
      underWay,
      '{count} message is not confirmed. Connect the WhatsApp session “{name}” to hear what became of it. If it stays away until {when}, the message counts as failed, not confirmed.',
      '{count} messages are not confirmed. Connect the WhatsApp session “{name}” to hear what became of them. If it stays away until {when}, they count as failed, not confirmed.',
      { name, when: dateTime(waiting.until) },
    ),
  }
}

const evidence = (count: number) =>
  t.plural(
    count,
    '{count} message is not confirmed yet: Kabar waits for evidence from WhatsApp.',
    '{count} messages are not confirmed yet: Kabar waits for evidence from WhatsApp.',
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
          text: t('Waiting for the WhatsApp session “{name}”, which is not connected. It goes on by itself.', { name }),
        }
      )
    case 'pace': {
      const seconds = Math.max(1, Math.round((Date.parse(waiting.until ?? '') - now) / 1000)) || 1
      return {
        tone: 'quiet',
        text: t.plural(
          seconds,
          'Keeping its pace: the next message leaves in about {count} second.',
          'Keeping its pace: the next message leaves in about {count} seconds.',
        ),
      }
    }
    case 'rest':
      return { tone: 'quiet', text: t('Resting, as after every row of messages. It goes on at {when}.', { when }) }
    case 'hourly_cap':
      return { tone: 'quiet', text: t('This session has sent enough for an hour. It goes on at {when}.', { when }) }
    case 'daily_cap':
      return { tone: 'quiet', text: t('This session has sent enough for a day. It goes on at {when}.', { when }) }
    case 'warm_up':
      return {
        tone: 'quiet',
        text: t('This session is warming up: enough for today. It goes on at {when}.', { when }),
      }
    case 'new_chat_cap':
      return {
        tone: 'quiet',
        text: t(
          'Those who are left have never written to this number: enough new chats for a day. It goes on at {when}.',
          { when },
        ),
      }
    case 'hours':
      return {
        tone: 'quiet',
        text: t('It is too early or too late where the next ones live. It goes on at {when}.', { when }),
      }
    case 'recently_messaged':
      return { tone: 'quiet', text: t('The next ones got another broadcast lately. It goes on at {when}.', { when }) }
    case 'hold':
      return {
        tone: 'warning',
        session: true,
        text: t('WhatsApp holds this account back. It goes on by itself at {when}.', { when }),
      }
    case 'turn':
      return { tone: 'quiet', text: t('Another broadcast of this session is being sent; they take turns.') }
    case 'evidence':
      return {
        tone: 'quiet',
        text: `${t('Everything has left.')} ${evidence(counts.unknown)}`,
      }
    default: {
      const { pending, underWay } = progressOf(counts)
      if (pending > 0 || underWay === 0) return { tone: 'quiet', text: t('Messages are leaving.') }
      return { tone: 'quiet', text: t('Waiting for the last {count} to be confirmed.', { count: number(underWay) }) }
    }
  }
}

const pauses: Record<PauseReason, () => BroadcastWait> = {
  user: () => ({ tone: 'warning', text: t('Somebody paused it. Nothing more leaves until it is resumed.') }),
  error_threshold: () => ({
    tone: 'warning',
    text: t('Paused because too many messages failed. Look at the failed ones, then resume or cancel.'),
  }),
  no_acks: () => ({
    tone: 'warning',
    session: true,
    text: t('Paused because WhatsApp confirmed nothing any more. Check the session, then resume.'),
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
      'Paused because WhatsApp blocked this account. Look at WhatsApp on the phone; when the session is connected again, resume or cancel.',
    ),
  }),
  missed_window: () => ({
    tone: 'warning',
    text: t(
      'It missed its time by more than an hour: Kabar was not running then. Send it now, choose another time, or cancel it.',
    ),
  }),
}
