// Texts and links of the alerts.
import type { Alert, AlertKind } from '../../../contract/home.ts'
import { replyText } from '../../messaging/replies/labels.ts'
import { calendarDay, today } from '../../platform/lib/format.ts'
import type { PermissionKey } from '../../platform/lib/permissions.ts'
import { rateLink } from '../../platform/lib/rate-link.ts'
import { t } from '../../platform/lib/text.ts'

export interface AlertText {
  title: string
  text: string
  /** How long the alert is overdue, in words. */
  when?: string
  /** When the alert began to wait. */
  since?: string | null
  /** The record that the row opens. */
  to: string
  action?: { label: string; to: string; permission?: PermissionKey }
}

export function groupText(kind: AlertKind): string {
  switch (kind) {
    case 'session_down':
      return t('WhatsApp is not connected')
    case 'approval':
      return t('Waiting for your approval')
    case 'broadcast_paused':
      return t('Paused broadcasts')
    case 'answers_waiting':
      return t('Waiting to be sent')
    case 'reply':
      return t('To answer')
    case 'overdue':
      return t('Overdue payments')
    case 'due':
      return t('Due within a week')
    case 'follow_up':
      return t('Follow-ups')
    case 'rate_missing':
      return t('Missing exchange rates')
  }
}

export function alertText({ kind, key, title, detail, day, at: since }: Alert): AlertText {
  switch (kind) {
    case 'session_down': {
      const to = '/account#whatsapp'
      return {
        title,
        text: sessionText(detail),
        since,
        to,
        action: { label: t('Connect'), to, permission: 'manage_phones' },
      }
    }
    case 'approval': {
      const to = `/broadcasts/${key}`
      const text = detail ? t('{name} asks for approval', { name: detail }) : t('Asks for approval')
      return { title, text, since, to, action: { label: t('Review'), to, permission: 'approve_broadcasts' } }
    }
    case 'broadcast_paused': {
      const to = `/broadcasts/${key}`
      return { title, text: pauseText(detail), since, to, action: { label: t('Review'), to } }
    }
    case 'answers_waiting': {
      // In this view of the inbox the user can start the session or cancel an answer.
      const to = '/contacts/inbox?show=waiting'
      const count = Number(detail)
      return {
        title,
        text: t.plural(
          count,
          '{count} answer waits until this session is connected',
          '{count} answers wait until this session is connected',
        ),
        since,
        to,
        action: { label: t('Review'), to },
      }
    }
    case 'reply': {
      const to = `/contacts/${key}#answer`
      return { title, text: replyText(detail ?? ''), since, to, action: { label: t('Answer'), to, permission: 'edit' } }
    }
    case 'overdue':
    case 'due': {
      const to = `/investments/${key}`
      return {
        title: detail ?? '',
        text: withoutName(title, detail),
        when: dayText(day),
        to,
        action: { label: t('Show payments'), to },
      }
    }
    case 'follow_up':
      return { title, text: detail ?? '', when: dayText(day), to: `/investors/${key}` }
    case 'rate_missing': {
      const to = rateLink(key)
      const text = t('Not included in totals in {base}.', { base: detail ?? '' })
      return { title: key, text, to, action: { label: t('Add rate'), to, permission: 'manage_settings' } }
    }
  }
}

/** Removes the investor's name from the start of an investment's title, because Home shows the name above it. */
export function withoutName(title: string, name: string | null): string {
  const start = `${name} – `
  return name && title.startsWith(start) && title.length > start.length ? title.slice(start.length) : title
}

/** How late it is; for later days the day itself. */
export function dayText(day: string | null, now = today()): string {
  if (day === null) return ''
  const days = Math.round((Date.parse(now) - Date.parse(day)) / 86_400_000)
  if (days > 0) return t.plural(days, '{count} day late', '{count} days late')
  return days === 0 ? t('today') : calendarDay(day)
}

/** Text and link to the list of all alerts of a kind. */
export function moreText(kind: AlertKind, count: number): { text: string; to: string } {
  switch (kind) {
    case 'session_down':
      return { text: t('All sessions'), to: '/account#whatsapp' }
    case 'approval':
      return {
        text: t.plural(count, 'One more waits for approval', '{count} more wait for approval'),
        to: '/broadcasts?status=awaiting_approval',
      }
    case 'broadcast_paused':
      return { text: t.plural(count, 'One more is paused', '{count} more are paused'), to: '/broadcasts?status=paused' }
    case 'answers_waiting':
      return { text: t('Inbox'), to: '/contacts/inbox?show=waiting' }
    case 'reply':
      return {
        text: t.plural(count, 'One more new message', '{count} more new messages'),
        to: '/contacts/inbox?show=unanswered',
      }
    case 'overdue':
      return {
        text: t.plural(count, 'One more is overdue', '{count} more are overdue'),
        to: '/investments?payment=overdue&sort=next_due_on&figure=overdue',
      }
    case 'due':
      return {
        text: t.plural(count, 'One more is due', '{count} more are due'),
        to: '/investments?payment=due&sort=next_due_on&figure=due',
      }
    case 'follow_up':
      return {
        text: t.plural(count, 'One more to follow up', '{count} more to follow up'),
        to: '/investors?follow_up=due&sort=next_follow_up_on',
      }
    case 'rate_missing':
      return { text: t('All currencies'), to: '/master-data/currencies' }
  }
}

function sessionText(status: string | null) {
  if (status === 'unlinked') return t('Unlinked on the phone')
  if (status === 'scan_qr') return t('Waiting for its QR code to be scanned')
  return status === 'failed' ? t('Could not connect') : t('Not connected, although it should be')
}

function pauseText(reason: string | null) {
  const texts: Record<string, string> = {
    user: t('manually'),
    error_threshold: t('too many failures'),
    no_acks: t('no acknowledgements'),
    logged_out: t('phone unlinked'),
    banned: t('account blocked'),
    missed_window: t('missed schedule'),
    restored: t('restored from a backup'),
    needs_approval: t('needs approval'),
  }
  return texts[reason ?? ''] ?? t('open to continue')
}
