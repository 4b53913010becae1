// Text and link of each task.
import type { Task, TaskKind } from '../../contract/home.ts'
import { money } from '../lib/money.ts'
import { rateLink } from '../lib/rate-link.ts'
import { t } from '../lib/text.ts'

export interface TaskText {
  title: string
  text: string
  to: string
}

export function taskText({ kind, key, title, detail, amount, currency }: Task): TaskText {
  const sum = amount !== null && currency !== null ? money(amount, currency) : ''
  switch (kind) {
    case 'session_down':
      return {
        title: t('{name} is not connected', { name: title }),
        text: sessionText(detail),
        to: '/account#whatsapp',
      }
    case 'broadcast_paused':
      return { title: t('“{name}” is paused', { name: title }), text: pauseText(detail), to: `/broadcasts/${key}` }
    case 'reply':
      return { title: t('New message from {name}', { name: title }), text: detail ?? '', to: `/contacts/${key}` }
    case 'overdue':
      return {
        title: t('{amount} is overdue', { amount: sum }),
        text: title,
        to: `/investments/${key}`,
      }
    case 'due':
      return { title: t('{amount} is due', { amount: sum }), text: title, to: `/investments/${key}` }
    case 'follow_up':
      return { title: t('Follow up with {name}', { name: title }), text: '', to: `/investors/${key}` }
    case 'rate_missing':
      return {
        title: t('{currency} has no rate', { currency: key }),
        text: t('Not included in totals in {base}.', { base: detail ?? '' }),
        to: rateLink(key),
      }
  }
}

/** Link to the list of all tasks of a kind. */
export function moreText(kind: TaskKind, count: number): { text: string; to: string } {
  switch (kind) {
    case 'session_down':
      return { text: t('All sessions'), to: '/account#whatsapp' }
    case 'broadcast_paused':
      return { text: t.plural(count, 'One more is paused', '{count} more are paused'), to: '/broadcasts?status=paused' }
    case 'reply':
      return { text: t.plural(count, 'One more new message', '{count} more new messages'), to: '/contacts' }
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
  if (status === 'scan_qr') return t('Waiting for its QR code to be scanned')
  return status === 'failed' ? t('Could not connect') : t('Should be running, but is not')
}

function pauseText(reason: string | null) {
  const texts: Record<string, string> = {
    user: t('manually'),
    error_threshold: t('too many failures'),
    no_acks: t('no acknowledgements'),
    logged_out: t('phone unlinked'),
    banned: t('account blocked'),
    missed_window: t('missed schedule'),
  }
  return texts[reason ?? ''] ?? t('open to continue')
}
