// Sending speed of a session as text: each mode, each limit, and why it exists.
import type { PacingLimits, PacingMode } from '../../../contract/pacing.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'

export const modes: readonly { mode: PacingMode; label: string; text: string }[] = [
  {
    mode: 'careful',
    label: 'Careful',
    text: 'Recommended: slow enough for people who hear from you for the first time.',
  },
  {
    mode: 'known_contacts',
    label: 'Known contacts only',
    text: 'Faster. Contacts who have never written to this number are skipped.',
  },
  { mode: 'custom', label: 'Custom', text: 'Set your own limits.' },
  { mode: 'off', label: 'No limits', text: 'Messages are sent as fast as possible.' },
]

export const modeLabel = (mode: PacingMode) => t(modes.find((one) => one.mode === mode)?.label ?? mode)

export interface Limit {
  key: keyof PacingLimits
  label: string
  reason: string
  value(limits: PacingLimits): string
}

export const limits: readonly Limit[] = [
  {
    key: 'new_gap',
    label: 'Before a new chat',
    reason: 'WhatsApp treats many messages to strangers in a short time as spam.',
    value: ({ new_gap }) => seconds(new_gap),
  },
  {
    key: 'known_gap',
    label: 'Before a known chat',
    reason: 'These contacts have written to this number before, so messages can be sent faster.',
    value: ({ known_gap }) => seconds(known_gap),
  },
  {
    key: 'group_gap',
    label: 'Before a group',
    reason: 'One message reaches many people at once.',
    value: ({ group_gap }) => seconds(group_gap),
  },
  {
    key: 'rest',
    label: 'Short break',
    reason: 'People do not write for hours without a break.',
    value: ({ rest, rest_after }) =>
      t.plural(rest_after, '{time} after one message', '{time} after {count} messages', { time: minutes(rest) }),
  },
  {
    key: 'hourly_cap',
    label: 'Per hour',
    reason: 'Counted over the last 60 minutes. Time lost in a break is not made up.',
    value: ({ hourly_cap }) => atMost(hourly_cap),
  },
  {
    key: 'daily_cap',
    label: 'Per day',
    reason: 'Counted over the last 24 hours, so that midnight does not allow a burst.',
    value: ({ daily_cap }) => atMost(daily_cap),
  },
  {
    key: 'new_chat_cap',
    label: 'New chats per day',
    reason: 'WhatsApp has blocked accounts that messaged 40 or 50 strangers in a day.',
    value: ({ new_chat_cap }) => (new_chat_cap === 0 ? t('None') : atMost(new_chat_cap)),
  },
  {
    key: 'warm_up',
    label: 'Warm-up',
    reason: 'An inactive number that suddenly messages hundreds of people looks suspicious.',
    value: ({ warm_up }) =>
      warm_up === null ? t('None') : t('{count} on the first day, then 50% more each day', { count: number(warm_up) }),
  },
  {
    key: 'hours',
    label: 'Sending hours',
    reason: 'In the recipient’s local time. Messages at night annoy people, who may report them as spam.',
    value: ({ hours }) => (hours ? t('{from} to {to}', hours) : t('At any time')),
  },
  {
    key: 'contact_hours',
    label: 'Between two broadcasts to one contact',
    reason: 'So that no one gets two broadcasts in a day.',
    value: ({ contact_hours }) =>
      contact_hours === 0 ? t('No delay') : t.plural(contact_hours, 'At least {count} hour', 'At least {count} hours'),
  },
]

/** Limits that have an effect: without new chats there is no gap before one. */
export const limitsIn = (held: PacingLimits) => limits.filter(({ key }) => key !== 'new_gap' || held.new_chat_cap > 0)

/** Where messages reach phones, sending without limits needs a confirmation. */
export const isRisky = (driver: string, before: PacingMode, chosen: PacingMode) =>
  driver !== 'simulator' && chosen === 'off' && before !== 'off'

/** The one sentence on the card. */
export function paceText(mode: PacingMode, held: PacingLimits | null): string {
  if (!held) return t('Messages are sent as fast as possible.')
  const who = mode === 'known_contacts' ? 'known_gap' : 'new_gap'
  return t('One message every {seconds}, at most {hourly} per hour and {daily} per day.', {
    seconds: seconds(held[who]),
    hourly: number(held.hourly_cap),
    daily: number(held.daily_cap),
  })
}

type Span = { min: number; max: number }

const seconds = ({ min, max }: Span) =>
  min === max
    ? t.plural(min, '{count} second', '{count} seconds')
    : t('{min} to {max} seconds', { min: number(min), max: number(max) })

function minutes(span: Span): string {
  const [min, max] = [span.min / 60, span.max / 60]
  if (!Number.isInteger(min) || !Number.isInteger(max)) return seconds(span)
  return min === max
    ? t.plural(min, '{count} minute', '{count} minutes')
    : t('{min} to {max} minutes', { min: number(min), max: number(max) })
}

const atMost = (count: number) => t('At most {count}', { count: number(count) })

/** WhatsApp's hold as a sentence. */
export function holdText(newChatsOnly: boolean, when: string): string {
  return newChatsOnly
    ? t(
        'WhatsApp allows this account no new chats until {when}. Other messages are sent, and new chats continue automatically.',
        { when },
      )
    : t('WhatsApp put this account on hold until {when}. Sending continues automatically.', { when })
}
