// Webhooks: addresses of other programs that Kabar tells of changes.

import * as z from 'zod/mini'
import { byId, Id, line, listQuery, pageOf, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './messages/issue.ts'

/** What can be chosen, in the order of the dialog. */
export const WebhookEvent = z.enum([
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'contact.restored',
  /** A number said STOP or was opted out by a user. */
  'contact.opted_out',
  'reply.received',
  'broadcast.status_changed',
  /** Up to 100 recipients of a broadcast in one event. */
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

/** Sent on request only. */
export const testEvent = 'webhook.test'

export const maxWebhooks = 10

/** Why Kabar turned a webhook off: it failed for days, or the receiver answered 410. */
export const WebhookDisabledReason = z.enum(['failing', 'gone'])
export type WebhookDisabledReason = z.output<typeof WebhookDisabledReason>

export const Webhook = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  events: z.array(WebhookEvent),
  active: z.boolean(),
  /** Null if it is on, or a user turned it off. */
  disabled_reason: z.nullable(WebhookDisabledReason),
  /** The first failed attempt since the last success. */
  failing_since: z.nullable(Timestamp),
  /** Until then the secret before the last one signs, too. */
  previous_secret_until: z.nullable(Timestamp),
  /** Deliveries that wait for their first or next attempt. */
  waiting: z.int(),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Webhook = z.output<typeof Webhook>

/** With the secret that signs its requests, which is shown once: `whsec_…`. */
export const WebhookWithSecret = z.extend(Webhook, { secret: z.string() })
export type WebhookWithSecret = z.output<typeof WebhookWithSecret>

/** An absolute address. Which ones Kabar sends to is decided by the server. */
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
/** Turning it on again forgets that it failed. */
export const WebhookChange = z.extend(z.partial(z.strictObject({ ...given, active: z.boolean() })), {
  version: z.int(),
})
export type WebhookChange = z.output<typeof WebhookChange>

export const DeliveryState = z.enum(['waiting', 'delivered', 'failed'])
export type DeliveryState = z.output<typeof DeliveryState>

/** Why the last attempt failed, or why there are no more. */
export const DeliveryFailure = z.enum([
  /** No such host, or no connection. */
  'unreachable',
  /** The certificate is not valid. */
  'certificate',
  'timeout',
  /** The host has a private address. */
  'private_address',
  /** A 3xx: redirects are not followed. */
  'redirect',
  /** Any other status than 2xx. */
  'status',
  /** 410: the receiver wants no more. */
  'gone',
  /** Kabar has another `APP_SECRET` than when the secret was made. */
  'secret_lost',
  /** The webhook was turned off. */
  'turned_off',
  /** It waited when a backup was made: the original may have sent it. */
  'restored',
])
export type DeliveryFailure = z.output<typeof DeliveryFailure>

export const Delivery = z.object({
  /** Sent as `webhook-id`, the same at each attempt. */
  id: Id,
  webhook_id: Id,
  type: z.string(),
  at: Timestamp,
  state: DeliveryState,
  attempts: z.int(),
  /** Null unless it waits. */
  next_attempt_at: z.nullable(Timestamp),
  /** Of the last attempt, as everything below. */
  attempted_at: z.nullable(Timestamp),
  failure: z.nullable(DeliveryFailure),
  response_status: z.nullable(z.int()),
  /** Its first 1,000 characters. */
  response: z.string(),
  duration_ms: z.nullable(z.int()),
})
export type Delivery = z.output<typeof Delivery>

const { page, per_page } = listQuery(['at'])
export const DeliveryQuery = z.strictObject({ page, per_page, state: z.optional(DeliveryState) })
export type DeliveryQuery = z.output<typeof DeliveryQuery>

const settings = { access: 'signed_in', permission: 'manage_settings' } as const
const all = { ...settings, path: '/v1/webhooks' } as const
const one = { ...settings, path: '/v1/webhooks/:id', params: byId } as const

export const webhooks = {
  /** In order of their names. */
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
    /** Another receiver gets the data from then on. */
    fresh_proof: (body: WebhookChange) => body.url !== undefined,
    audited: 'webhook_changed',
    method: 'PATCH',
    body: WebhookChange,
    response: Webhook,
  }),
  /** With its deliveries. */
  remove: endpoint({ ...one, audited: 'webhook_deleted', method: 'DELETE' }),
  /** A new secret; the present one signs, too, for another day. */
  rotateSecret: endpoint({
    ...one,
    fresh_proof: true,
    method: 'POST',
    path: '/v1/webhooks/:id/rotate-secret',
    response: WebhookWithSecret,
  }),
  /** Queues an event of the type `webhook.test`. */
  test: endpoint({ ...one, method: 'POST', path: '/v1/webhooks/:id/test', response: Delivery, status: 202 }),
  /** The log of the last 30 days, newest first. */
  deliveries: endpoint({
    ...one,
    method: 'GET',
    path: '/v1/webhooks/:id/deliveries',
    query: DeliveryQuery,
    response: pageOf(Delivery),
  }),
  /** Sends a finished delivery again, under the same id. */
  replay: endpoint({
    ...one,
    method: 'POST',
    path: '/v1/webhook-deliveries/:id/replay',
    response: Delivery,
    status: 202,
  }),
}
