// Broadcasts: one message to many, and what became of it for each.
import * as z from 'zod/mini'
import { byId, Id, line, listQuery, PhoneText, pageOf, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { TemplateBody } from './templates.ts'
import { ImportedGroup } from './wa-groups.ts'

export const BroadcastStatus = z.enum(['draft', 'preparing', 'sending', 'paused', 'completed', 'cancelled', 'failed'])
export type BroadcastStatus = z.output<typeof BroadcastStatus>
export const PauseReason = z.enum(['user', 'error_threshold', 'no_acks', 'logged_out', 'banned', 'missed_window'])
export type PauseReason = z.output<typeof PauseReason>

/** In the order of the ladder: a row only ever moves to a later one. */
export const recipientStatuses = [
  'pending',
  'skipped',
  'cancelled',
  'sending',
  'unknown',
  'failed',
  'accepted',
  'sent',
  'delivered',
  'read',
  'played',
] as const
export const RecipientStatus = z.enum(recipientStatuses)
export type RecipientStatus = z.output<typeof RecipientStatus>

/** How many recipients are in each state; exclusive, so they add up to the audience. */
export const RecipientCounts = z.object({
  pending: z.int(),
  sending: z.int(),
  accepted: z.int(),
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  played: z.int(),
  failed: z.int(),
  skipped: z.int(),
  cancelled: z.int(),
  unknown: z.int(),
})
export type RecipientCounts = z.output<typeof RecipientCounts>

/** Why nothing leaves although the broadcast is `sending`; it goes on by itself. */
export const Waiting = z.object({
  reason: z.enum([
    'session',
    'turn',
    'evidence',
    'pace',
    'rest',
    'hourly_cap',
    'daily_cap',
    'new_chat_cap',
    'warm_up',
    'hours',
    'recently_messaged',
    'hold',
  ]),
  until: z.nullable(Timestamp),
})
export type Waiting = z.output<typeof Waiting>

export const Audience = z.strictObject({
  /** Everybody in Contacts when the broadcast starts. */
  all_contacts: z.optional(z.boolean()),
  contact_ids: z.optional(z.array(Id).check(z.maxLength(100_000))),
  exclude_contact_ids: z.optional(z.array(Id).check(z.maxLength(100_000))),
  /** Imported groups. Only those of the broadcast's own session are written to. */
  wa_group_ids: z.optional(z.array(Id).check(z.maxLength(1_000))),
  /** Named audiences: who is in them when the broadcast starts. */
  broadcast_group_ids: z.optional(z.array(Id).check(z.maxLength(100))),
})
export type Audience = z.output<typeof Audience>

/** `is_deleted`: it has to be taken out before the broadcast can be sent. */
export const ChosenBroadcastGroup = z.object({ id: Id, name: z.string(), is_deleted: z.boolean() })

export const Broadcast = z.object({
  id: Id,
  name: z.string(),
  session_id: Id,
  session_name: z.string(),
  driver: z.string(),
  template_id: z.nullable(Id),
  template_name: z.nullable(z.string()),
  /** The text to send: the template's while a draft, then as frozen at the start. */
  body: z.string(),
  status: BroadcastStatus,
  pause_reason: z.nullable(PauseReason),
  failure: z.nullable(z.string()),
  waiting: z.nullable(Waiting),
  audience: z.object({
    all_contacts: z.boolean(),
    contact_count: z.int(),
    exclude_count: z.int(),
    group_count: z.int(),
    broadcast_groups: z.array(ChosenBroadcastGroup),
  }),
  counts: RecipientCounts,
  version: z.int(),
  created_at: Timestamp,
  started_at: z.nullable(Timestamp),
  finished_at: z.nullable(Timestamp),
})
export type Broadcast = z.output<typeof Broadcast>

export const BroadcastInput = z.strictObject({
  name: line(200),
  session_id: Id,
  template_id: z.optional(z.nullable(Id)),
  /** Own text, instead of a template. */
  body: z.optional(z.nullable(TemplateBody)),
  audience: Audience,
})
export type BroadcastInput = z.output<typeof BroadcastInput>
export const BroadcastChange = z.extend(z.partial(BroadcastInput), { version: z.int() })
export type BroadcastChange = z.output<typeof BroadcastChange>
export const BroadcastQuery = z.strictObject({
  ...listQuery(['name', 'created_at', 'started_at']),
  status: z.optional(BroadcastStatus),
})
export type BroadcastQuery = z.output<typeof BroadcastQuery>

export const Recipient = z.object({
  id: Id,
  /** Null also where the contact was removed for good, or is a group. */
  contact_id: z.nullable(Id),
  wa_group_id: z.nullable(Id),
  name: z.string(),
  /** E.164, or WhatsApp's id of a group. */
  address: z.string(),
  address_text: PhoneText,
  status: RecipientStatus,
  reason: z.nullable(z.string()),
  retryable: z.nullable(z.boolean()),
  text: z.nullable(z.string()),
  wa_message_id: z.nullable(z.string()),
  attempts: z.int(),
  sent_at: z.nullable(Timestamp),
  delivered_at: z.nullable(Timestamp),
  read_at: z.nullable(Timestamp),
  replied_at: z.nullable(Timestamp),
  /** Of a group: how many are in it besides the session's own account, and how many of them have it and have read it. */
  participants: z.nullable(z.int()),
  delivered_count: z.nullable(z.int()),
  read_count: z.nullable(z.int()),
})
export type Recipient = z.output<typeof Recipient>
export const RecipientQuery = z.strictObject({ ...listQuery(['name']), status: z.optional(RecipientStatus) })
export type RecipientQuery = z.output<typeof RecipientQuery>

/** `can_post` false, or another session than the broadcast's: it would be skipped. */
const ChosenGroup = z.pick(ImportedGroup, {
  id: true,
  session_id: true,
  session_name: true,
  name: true,
  participants_count: true,
  can_post: true,
  reason: true,
})

/** A draft's audience in ids, to edit it. */
export const AudienceContacts = z.object({
  contacts: z.array(z.object({ id: Id, name: z.string(), phone: z.nullable(z.string()) })),
  excluded: z.array(z.object({ id: Id, name: z.string(), phone: z.nullable(z.string()) })),
  groups: z.array(ChosenGroup),
})
export type AudienceContacts = z.output<typeof AudienceContacts>

const press = (verb: string) =>
  endpoint({
    method: 'POST',
    path: `/v1/broadcasts/:id/${verb}`,
    access: 'signed_in',
    params: byId,
    response: Broadcast,
  })
/** 100,000 ids of 39 bytes. */
const audienceBody = 4 * 1024 * 1024

export const broadcasts = {
  list: endpoint({
    method: 'GET',
    path: '/v1/broadcasts',
    access: 'signed_in',
    query: BroadcastQuery,
    response: pageOf(Broadcast),
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/broadcasts',
    access: 'signed_in',
    body: BroadcastInput,
    response: Broadcast,
    status: 201,
    body_limit: audienceBody,
  }),
  get: endpoint({ method: 'GET', path: '/v1/broadcasts/:id', access: 'signed_in', params: byId, response: Broadcast }),
  update: endpoint({
    method: 'PATCH',
    path: '/v1/broadcasts/:id',
    access: 'signed_in',
    params: byId,
    body: BroadcastChange,
    response: Broadcast,
    body_limit: audienceBody,
  }),
  remove: endpoint({ method: 'DELETE', path: '/v1/broadcasts/:id', access: 'signed_in', params: byId }),
  audience: endpoint({
    method: 'GET',
    path: '/v1/broadcasts/:id/audience',
    access: 'signed_in',
    params: byId,
    response: AudienceContacts,
  }),
  recipients: endpoint({
    method: 'GET',
    path: '/v1/broadcasts/:id/recipients',
    access: 'signed_in',
    params: byId,
    query: RecipientQuery,
    response: pageOf(Recipient),
  }),
  send: press('send'),
  pause: press('pause'),
  resume: press('resume'),
  cancel: press('cancel'),
}
