// Names of webhook events, states and failures.
import type { Delivery, DeliveryFailure, DeliveryState, Webhook, WebhookEvent } from '../../../contract/webhooks.ts'
import { testEvent } from '../../../contract/webhooks.ts'
import { dateTime } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import type { Tone } from '../../platform/ui/badge.tsx'

/** The events, grouped as in the dialog. */
export const eventGroups = (): { title: string; events: Partial<Record<WebhookEvent, string>> }[] => [
  {
    title: t('Contacts'),
    events: {
      'contact.created': t('Contact added'),
      'contact.updated': t('Contact changed'),
      'contact.deleted': t('Contact deleted'),
      'contact.restored': t('Contact restored'),
      'contact.opted_out': t('Opted out'),
    },
  },
  {
    title: t('Messages'),
    events: {
      'reply.received': t('Reply received'),
      'broadcast.status_changed': t('Status of a broadcast'),
      'broadcast.recipients_changed': t('Status of recipients'),
    },
  },
  {
    title: t('Investments'),
    events: {
      'investment.created': t('Investment added'),
      'investment.updated': t('Investment changed'),
      'investment.deleted': t('Investment deleted'),
      'investment.restored': t('Investment restored'),
    },
  },
  {
    title: t('Transactions'),
    events: {
      'transaction.created': t('Transaction added'),
      'transaction.updated': t('Transaction changed'),
      'transaction.deleted': t('Transaction deleted'),
      'transaction.restored': t('Transaction restored'),
    },
  },
]

/** The label of an event, or its API name if this version does not know it. */
export function eventLabel(type: string): string {
  if (type === testEvent) return t('Test event')
  const all: Record<string, string> = Object.assign({}, ...eventGroups().map(({ events }) => events))
  return all[type] ?? type
}

export function stateOf(webhook: Webhook): { label: string; tone: Tone } {
  const { active, disabled_reason, failing_since } = webhook
  if (disabled_reason) return { label: t('Turned off by Kabar'), tone: 'bad' }
  if (!active) return { label: t('Off'), tone: 'neutral' }
  return failing_since ? { label: t('Failing'), tone: 'warning' } : { label: t('On'), tone: 'good' }
}

/** What is wrong with the webhook, and what the user can do; undefined if all is well. */
export function troubleOf({ disabled_reason, active, failing_since }: Webhook): string | undefined {
  if (disabled_reason === 'gone')
    return t('The receiver answered that it is gone (410). Correct the address, or delete this webhook.')
  if (disabled_reason === 'too_many_waiting')
    return t(
      'More than 100,000 deliveries were waiting: the receiver is too slow. Turn the webhook on again once it is faster.',
    )
  if (disabled_reason === 'failing')
    return t('For three days nothing could be delivered. See below what went wrong, then turn it on again.')
  if (active && failing_since)
    return t('Nothing was delivered since {time}. Kabar keeps trying, and turns the webhook off after three days.', {
      time: dateTime(failing_since),
    })
  return undefined
}

export const deliveryStates = (): Record<DeliveryState, { label: string; tone: Tone }> => ({
  waiting: { label: t('Waiting'), tone: 'accent' },
  delivered: { label: t('Delivered'), tone: 'good' },
  failed: { label: t('Failed'), tone: 'bad' },
})

export function failureText({ failure, response_status }: Delivery): string | undefined {
  return failure ? failures(String(response_status))[failure] : undefined
}

const failures = (status: string): Record<DeliveryFailure, string> => ({
  unreachable: t('The receiver could not be reached.'),
  certificate: t('The certificate of the receiver is not valid.'),
  timeout: t('The receiver did not answer within ten seconds.'),
  private_address: t('The address leads into a private network. Kabar does not send there.'),
  redirect: t('The receiver answered with a redirect ({status}), which Kabar does not follow.', { status }),
  status: t('The receiver answered with {status}.', { status }),
  gone: t('The receiver answered that it is gone (410).'),
  secret_lost: t('Kabar can no longer read the secret. Make a new one.'),
  turned_off: t('The webhook was turned off.'),
  restored: t('It was waiting when the backup was made; the original may have sent it.'),
})
