// Webhooks: addresses of other programs that Kabar notifies of changes.

import * as z from 'zod/mini'
import { byId, Id, line, listQuery, pageOf, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './messages/issue.ts'

/** The events that a webhook can choose, in the order of the dialog. */
export const WebhookEvent = z.enum([
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'contact.restored',
  /** A contact's number was opted out, by a reply such as STOP or by a user. */
  'contact.opted_out',
  'reply.received',
  'broadcast.status_changed',
  /** One event covers up to 100 recipients of a broadcast. */
  'broadcast.recipients_changed',
  'investment.created',
  'investment.updated',
  'investment.deleted',
  'investment.restored',
  'transaction.created',
  'transaction.updated',
  'transaction.deleted',
  'transaction.restored',
])
export type WebhookEvent = z.output<typeof WebhookEvent>

/** Sent only on request. */
export const testEvent = 'webhook.test'

export const maxWebhooks = 10

/** Why Kabar turned a webhook off: it failed for days, the receiver answered 410, or more than 100,000 deliveries waited. */
export const WebhookDisabledReason = z.enum(['failing', 'gone', 'too_many_waiting'])
export type WebhookDisabledReason = z.output<typeof WebhookDisabledReason>

export const Webhook = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  events: z.array(WebhookEvent),
  active: z.boolean(),
  /** Null if the webhook is on, or if a user turned it off. */
  disabled_reason: z.nullable(WebhookDisabledReason),
  /** When the first attempt failed since the last success. */
  failing_since: z.nullable(Timestamp),
  /** Until then, requests are signed with the previous secret as well. */
  previous_secret_until: z.nullable(Timestamp),
  /** How many deliveries wait for their first or next attempt. */
  waiting: z.int(),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Webhook = z.output<typeof Webhook>

/** `secret` signs the requests (`whsec_…`). It is shown only in this response. */
export const WebhookWithSecret = z.extend(Webhook, { secret: z.string() })
export type WebhookWithSecret = z.output<typeof WebhookWithSecret>

/** An absolute URL. Whether Kabar sends to its host is checked on the server. */
export const WebhookUrl = z
  .url({ protocol: /^https?$/, error: issue('field.not_link') })
  .check(z.maxLength(2_000, { error: issue('bounds.max_characters', { count: 2_000 }) }))

const given = {
  name: line(60),
  url: WebhookUrl,
  events: z
    .array(WebhookEvent)
    .check(z.minLength(1, { error: issue('field.required') }), z.maxLength(WebhookEvent.options.length)),
}
export const WebhookInput = z.strictObject(given)
export type WebhookInput = z.output<typeof WebhookInput>
/** Turning the webhook on again also clears its failures. */
export const WebhookChange = z.extend(z.partial(z.strictObject({ ...given, active: z.boolean() })), {
  version: z.int(),
})
export type WebhookChange = z.output<typeof WebhookChange>

export const DeliveryState = z.enum(['waiting', 'delivered', 'failed'])
export type DeliveryState = z.output<typeof DeliveryState>

/** Why the last attempt failed, or why there are no further attempts. */
export const DeliveryFailure = z.enum([
  /** The host was not found, or did not accept a connection. */
  'unreachable',
  /** The certificate of the host is not valid. */
  'certificate',
  'timeout',
  /** The host resolves to a private address. */
  'private_address',
  /** Status 3xx; redirects are not followed. */
  'redirect',
  /** A status that is not 2xx. */
  'status',
  /** Status 410: the receiver wants no more events. */
  'gone',
  /** The webhook's secret cannot be decrypted, because `APP_SECRET` has changed since it was stored. */
  'secret_lost',
  /** The webhook was turned off before the event was delivered. */
  'turned_off',
  /** The delivery was waiting when a backup was made; the original may have sent it. */
  'restored',
])
export type DeliveryFailure = z.output<typeof DeliveryFailure>

export const Delivery = z.object({
  /** Sent as `webhook-id`; the same at each attempt. */
  id: Id,
  webhook_id: Id,
  type: z.string(),
  at: Timestamp,
  state: DeliveryState,
  attempts: z.int(),
  /** Null unless the delivery is waiting. */
  next_attempt_at: z.nullable(Timestamp),
  /** This and the following fields are about the last attempt. */
  attempted_at: z.nullable(Timestamp),
  failure: z.nullable(DeliveryFailure),
  response_status: z.nullable(z.int()),
  /** The first 1,000 characters of the response body. */
  response: z.string(),
  duration_ms: z.nullable(z.int()),
})
export type Delivery = z.output<typeof Delivery>

const { page, per_page } = listQuery(['at'])
export const DeliveryQuery = z.strictObject({ page, per_page, state: z.optional(DeliveryState) })
export type DeliveryQuery = z.output<typeof DeliveryQuery>

/** The data of events, and what is chosen here, goes on to others with its amounts. */
const settings = { access: 'signed_in', permission: 'manage_settings', also: 'see_amounts' } as const
const all = { ...settings, path: '/v1/webhooks' } as const
const one = { ...settings, path: '/v1/webhooks/:id', params: byId } as const

export const webhooks = {
  /** Sorted by name. */
  list: endpoint({ ...all, method: 'GET', response: z.object({ data: z.array(Webhook) }) }),
  create: endpoint({
    ...all,
    fresh_proof: true,
    method: 'POST',
    body: WebhookInput,
    response: WebhookWithSecret,
    status: 201,
  }),
  update: endpoint({
    ...one,
    /** After these changes other data leave, or to another receiver, so they need a fresh proof. */
    fresh_proof: ({ url, events, active }: WebhookChange) =>
      url !== undefined || events !== undefined || active === true,
    method: 'PATCH',
    body: WebhookChange,
    response: Webhook,
  }),
  /** Also deletes the webhook's deliveries. */
  remove: endpoint({ ...one, method: 'DELETE' }),
  /** Makes a new secret. For another day, requests are signed with the previous one as well. */
  rotateSecret: endpoint({
    ...one,
    fresh_proof: true,
    method: 'POST',
    path: '/v1/webhooks/:id/rotate-secret',
    response: WebhookWithSecret,
  }),
  /** Queues an event of type `webhook.test`. */
  test: endpoint({ ...one, method: 'POST', path: '/v1/webhooks/:id/test', response: Delivery, status: 202 }),
  /** Deliveries of the last 30 days, newest first. */
  deliveries: endpoint({
    ...one,
    method: 'GET',
    path: '/v1/webhooks/:id/deliveries',
    query: DeliveryQuery,
    response: pageOf(Delivery),
  }),
  /** Sends a finished delivery again, with the same id. */
  replay: endpoint({
    ...one,
    method: 'POST',
    path: '/v1/webhook-deliveries/:id/replay',
    response: Delivery,
    status: 202,
  }),
}
