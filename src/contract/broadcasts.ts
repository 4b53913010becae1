// Broadcasts: one message to many recipients, and the outcome for each.

import * as z from 'zod/mini'
import { Audience, AudienceContacts, ChosenBroadcastGroup } from './audiences.ts'
import type { AuditAction } from './audit-actions.ts'
import {
  Approvals,
  ApprovedChanges,
  BroadcastApproval,
  ChangedMessages,
  ChangedQuery,
  Decision,
  Rejection,
  RejectionInput,
} from './broadcast-approvals.ts'
import { asTyped, byId, Id, line, listQuery, PhoneText, pageOf, Timestamp, YesNo } from './common.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './exports.ts'
import { MediaFile } from './media.ts'
import { MessageData } from './messages/data.ts'
import { issue } from './messages/issue.ts'
import { DraftPreflight, Estimate, Preflight, RenderedMessageQuery, RenderedMessages } from './preflight.ts'
import { RecipientStatus } from './recipient-status.ts'
import { TemplateBody } from './templates.ts'
import { TimeZone } from './users.ts'

export { RecipientStatus, recipientStatuses } from './recipient-status.ts'

export const BroadcastStatus = z.enum([
  'draft',
  'awaiting_approval',
  'scheduled',
  'preparing',
  'sending',
  'paused',
  'completed',
  'cancelled',
  'failed',
])
export type BroadcastStatus = z.output<typeof BroadcastStatus>
export const PauseReason = z.enum([
  'user',
  'error_threshold',
  'no_acks',
  'logged_out',
  'banned',
  'missed_window',
  'restored',
  /** The broadcast now needs an approval that it does not have. It can be turned back into a draft. */
  'needs_approval',
])
export type PauseReason = z.output<typeof PauseReason>

/** Number of recipients in each state. The states are exclusive, so the counts add up to the audience. */
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

/**
 * Why a broadcast that is `sending` is not sending right now; it continues automatically. For a `cancelled` one: what its
 * unconfirmed messages wait for, and until when if the session is disconnected.
 */
export const Waiting = z.object({
  reason: z.enum([
    'session',
    'other_broadcast',
    'confirmation',
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

/** Which recipients of the source broadcast are included; a `copy` has the same audience. */
export const SourcePart = z.enum(['copy', 'failed', 'not_sent', 'not_read', 'not_replied'])
export type SourcePart = z.output<typeof SourcePart>

export const Broadcast = z.object({
  id: Id,
  name: z.string(),
  session_id: Id,
  session_name: z.string(),
  /** The driver it was started with, even if its session has changed since; before the start, the session's. */
  driver: z.string(),
  template_id: z.nullable(Id),
  template_name: z.nullable(z.string()),
  /** The text to send: the template's while a draft, frozen at the start. */
  body: z.string(),
  /** A file that replaces the template's; from the start on, the file being sent. */
  media_id: z.nullable(Id),
  /** The file to send: its own, or the template's while a draft. The text is its caption. */
  media: z.nullable(MediaFile),
  status: BroadcastStatus,
  pause_reason: z.nullable(PauseReason),
  /** Why it could not be started or continued. */
  failure: z.nullable(MessageData),
  waiting: z.nullable(Waiting),
  audience: z.object({
    all_contacts: z.boolean(),
    contact_count: z.int(),
    exclude_count: z.int(),
    group_count: z.int(),
    broadcast_groups: z.array(ChosenBroadcastGroup),
  }),
  counts: RecipientCounts,
  /** How many recipients replied. */
  replied: z.int(),
  /** The chosen local time in `time_zone`: `2026-11-25T09:00`. Null if it starts as soon as it is sent. */
  send_on: z.nullable(z.string()),
  /** `send_on` as an instant. A local time skipped by daylight saving moves forward. */
  send_at: z.nullable(Timestamp),
  time_zone: z.nullable(z.string()),
  /** Recipients whose message is not sent by then become `skipped(expired)`. */
  expires_at: z.nullable(Timestamp),
  /** The broadcast it was copied from. */
  source: z.nullable(z.object({ id: Id, name: z.string(), part: SourcePart })),
  /** Its copies and follow-ups, newest first. */
  follow_ups: z.array(z.object({ id: Id, name: z.string(), status: BroadcastStatus, part: SourcePart })),
  /** The request for approval, while it is open or once it is approved; otherwise null. */
  approval: z.nullable(BroadcastApproval),
  /** Why the last request for approval was rejected. Null unless the broadcast is a draft that was rejected. */
  rejection: z.nullable(Rejection),
  /** The caller created, edited or requested it, and so may not decide on it. */
  is_author: z.boolean(),
  /** How many messages were not sent because they changed after the approval. They can still be approved. */
  changed: z.int(),
  version: z.int(),
  created_at: Timestamp,
  started_at: z.nullable(Timestamp),
  finished_at: z.nullable(Timestamp),
})
export type Broadcast = z.output<typeof Broadcast>

/** Local time in `time_zone` (`2026-11-25T09:00`), or an instant (`2026-11-25T02:00:00Z`). */
export const When = z
  .string()
  .check(
    z.refine<string>(
      (text) =>
        /^20\d\d-\d\d-\d\dT\d\d:\d\d((:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/.test(text) && isDateAndTime(text),
      { error: issue('field.not_moment') },
    ),
  )

function isDateAndTime(text: string) {
  const clock = Date.parse(`${text.slice(0, 16)}:00Z`)
  return (
    !Number.isNaN(clock) &&
    new Date(clock).toISOString().startsWith(text.slice(0, 16)) &&
    !Number.isNaN(Date.parse(text))
  )
}

export const BroadcastInput = z.strictObject({
  name: line(200),
  session_id: Id,
  template_id: z.optional(z.nullable(Id)),
  /** Custom text, instead of a template. */
  body: z.optional(z.nullable(TemplateBody)),
  /** Sent with the text, instead of the template's file. */
  media_id: z.optional(z.nullable(Id)),
  audience: Audience,
  /** When it starts once scheduled. */
  send_at: z.optional(z.nullable(When)),
  /** Defaults to the organization's time zone. */
  time_zone: z.optional(z.nullable(TimeZone)),
  expires_at: z.optional(z.nullable(When)),
})
export type BroadcastInput = z.output<typeof BroadcastInput>
export const BroadcastChange = z.extend(z.partial(BroadcastInput), { version: z.int() })
export type BroadcastChange = z.output<typeof BroadcastChange>
/** A draft as it stands in the form. Pass the `id` of a stored draft, so that a follow-up leaves out people it no longer concerns. */
export const DraftToPreflight = z.strictObject({
  id: z.optional(Id),
  session_id: Id,
  template_id: z.optional(z.nullable(Id)),
  body: z.optional(z.nullable(TemplateBody)),
  audience: Audience,
  send_at: z.optional(z.nullable(When)),
  time_zone: z.optional(z.nullable(TimeZone)),
})
export type DraftToPreflight = z.output<typeof DraftToPreflight>
export const BroadcastQuery = z.strictObject({
  /** `sent`, `delivered`, `read` and `replied` sort by the number of recipients. */
  ...listQuery([
    'name',
    'status',
    'session',
    'sent',
    'delivered',
    'read',
    'replied',
    'created_at',
    'started_at',
    'send_at',
  ]),
  status: z.optional(BroadcastStatus),
})
export type BroadcastQuery = z.output<typeof BroadcastQuery>

export const Recipient = z.object({
  id: Id,
  /** Null if the contact was purged, or the recipient is a group. */
  contact_id: z.nullable(Id),
  wa_group_id: z.nullable(Id),
  name: z.string(),
  /** E.164, or the WhatsApp id of a group. */
  address: z.string(),
  address_text: PhoneText,
  status: RecipientStatus,
  reason: z.nullable(z.string()),
  retryable: z.nullable(z.boolean()),
  /** As sent; before that, as written for the approval. */
  text: z.nullable(z.string()),
  wa_message_id: z.nullable(z.string()),
  attempts: z.int(),
  sent_at: z.nullable(Timestamp),
  delivered_at: z.nullable(Timestamp),
  read_at: z.nullable(Timestamp),
  replied_at: z.nullable(Timestamp),
  /** Groups only: members apart from the session's own account, and how many received and read the message. */
  participants: z.nullable(z.int()),
  delivered_count: z.nullable(z.int()),
  read_count: z.nullable(z.int()),
})
export type Recipient = z.output<typeof Recipient>
export const RecipientQuery = z.strictObject({
  ...listQuery(['name', 'address', 'status', 'sent_at', 'delivered_at', 'read_at', 'replied_at']),
  status: z.optional(RecipientStatus),
  reason: z.optional(asTyped(500)),
  /** Whether the recipient replied. */
  replied: z.optional(YesNo),
})
export type RecipientQuery = z.output<typeof RecipientQuery>
/** Counts by state and reason, highest first. */
export const RecipientReasons = z.object({
  data: z.array(z.object({ status: RecipientStatus, reason: z.string(), count: z.int() })),
})

/** Columns of the exported file; the first is always `id`. */
export const recipientColumns = [
  'name',
  'phone',
  'status',
  'reason',
  // The reason as a sentence, in the language of the user.
  'reason_text',
  'retryable',
  'text',
  'wa_message_id',
  'attempts',
  'sent_at',
  'delivered_at',
  'read_at',
  'replied_at',
  // Groups only: number of members, of deliveries and of reads.
  'participants',
  'delivered_count',
  'read_count',
  'contact_id',
  'wa_group_id',
] as const
export const recipientExport = listExport(
  'recipients',
  z.extend(z.omit(RecipientQuery, { page: true, per_page: true }), { broadcast_id: Id }),
  recipientColumns,
)

/** Without `to` it is sent to the session's own number. Without `contact_id` it is rendered for the first recipient. */
export const TestInput = z.strictObject({
  to: z.optional(z.string().check(z.trim(), z.maxLength(50))),
  contact_id: z.optional(Id),
})
/** A test message. It has its own id and is throttled like any message of the session. */
export const BroadcastTest = z.object({
  id: Id,
  address: z.string(),
  address_text: PhoneText,
  status: RecipientStatus,
  reason: z.nullable(z.string()),
  text: z.nullable(z.string()),
  /** The attached file. */
  media: z.nullable(MediaFile),
  created_at: Timestamp,
  sent_at: z.nullable(Timestamp),
  delivered_at: z.nullable(Timestamp),
  read_at: z.nullable(Timestamp),
})
export type BroadcastTest = z.output<typeof BroadcastTest>

export const FollowUpInput = z.strictObject({
  part: z.enum(['failed', 'not_sent', 'not_read', 'not_replied']),
  /** Includes recipients whose message is unconfirmed and may have arrived. */
  include_unconfirmed: z.optional(z.boolean()),
  name: z.optional(line(200)),
})
export type FollowUpInput = z.output<typeof FollowUpInput>

const press = (verb: string, audited: AuditAction) =>
  endpoint({
    permission: 'send_broadcasts',
    audited,
    method: 'POST',
    path: `/v1/broadcasts/:id/${verb}`,
    access: 'signed_in',
    params: byId,
    response: Broadcast,
  })
/** Room for 100,000 ids of 39 bytes. */
const audienceBody = 4 * 1024 * 1024

export const broadcasts = {
  list: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/broadcasts',
    access: 'signed_in',
    query: BroadcastQuery,
    response: pageOf(Broadcast),
  }),
  create: endpoint({
    permission: 'edit',
    method: 'POST',
    path: '/v1/broadcasts',
    access: 'signed_in',
    body: BroadcastInput,
    response: Broadcast,
    status: 201,
    body_limit: audienceBody,
  }),
  get: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/broadcasts/:id',
    access: 'signed_in',
    params: byId,
    response: Broadcast,
  }),
  update: endpoint({
    permission: 'edit',
    method: 'PATCH',
    path: '/v1/broadcasts/:id',
    access: 'signed_in',
    params: byId,
    body: BroadcastChange,
    response: Broadcast,
    body_limit: audienceBody,
  }),
  remove: endpoint({
    permission: 'edit',
    method: 'DELETE',
    path: '/v1/broadcasts/:id',
    access: 'signed_in',
    params: byId,
  }),
  restore: endpoint({
    permission: 'edit',
    method: 'POST',
    path: '/v1/broadcasts/:id/restore',
    access: 'signed_in',
    params: byId,
    response: Broadcast,
  }),
  audience: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/broadcasts/:id/audience',
    access: 'signed_in',
    params: byId,
    response: AudienceContacts,
  }),
  recipients: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/broadcasts/:id/recipients',
    access: 'signed_in',
    params: byId,
    query: RecipientQuery,
    response: pageOf(Recipient),
  }),
  reasons: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/broadcasts/:id/reasons',
    access: 'signed_in',
    params: byId,
    response: RecipientReasons,
  }),
  preflight: endpoint({
    permission: 'view',
    method: 'POST',
    path: '/v1/broadcasts/:id/preflight',
    access: 'signed_in',
    reads: true,
    params: byId,
    response: Preflight,
  }),
  /** The preflight of the unsaved draft in the form, without its problems. Large audiences are checked by a smaller sample. */
  preflightDraft: endpoint({
    permission: 'view',
    method: 'POST',
    path: '/v1/broadcasts/preflight',
    access: 'signed_in',
    reads: true,
    body: DraftToPreflight,
    response: DraftPreflight,
    body_limit: audienceBody,
  }),
  /** The rendered message of each recipient, paginated. */
  renderedMessages: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/broadcasts/:id/rendered-messages',
    access: 'signed_in',
    params: byId,
    query: RenderedMessageQuery,
    response: RenderedMessages,
  }),
  /** For a running broadcast: when the remaining messages will have been sent. Null without throttling, or if none remain. */
  estimate: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/broadcasts/:id/estimate',
    access: 'signed_in',
    params: byId,
    response: z.object({ estimate: z.nullable(Estimate) }),
  }),
  /** Each member may send 20 test messages an hour, of broadcasts and direct messages together. Sending hours do not apply. */
  test: endpoint({
    permission: 'send_broadcasts',
    method: 'POST',
    path: '/v1/broadcasts/:id/test',
    access: 'signed_in',
    params: byId,
    body: TestInput,
    response: BroadcastTest,
  }),
  /** The most recent test messages. */
  tests: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/broadcasts/:id/tests',
    access: 'signed_in',
    params: byId,
    response: z.object({ data: z.array(BroadcastTest) }),
  }),
  duplicate: endpoint({
    permission: 'edit',
    method: 'POST',
    path: '/v1/broadcasts/:id/duplicate',
    access: 'signed_in',
    params: byId,
    response: Broadcast,
    status: 201,
  }),
  /** Creates a draft for recipients who did not receive, read or reply to this one. */
  retry: endpoint({
    permission: 'send_broadcasts',
    method: 'POST',
    path: '/v1/broadcasts/:id/retry',
    access: 'signed_in',
    params: byId,
    body: FollowUpInput,
    response: Broadcast,
    status: 201,
  }),
  schedule: press('schedule', 'broadcast_scheduled'),
  unschedule: press('unschedule', 'broadcast_unscheduled'),
  send: press('send', 'broadcast_sent'),
  pause: press('pause', 'broadcast_paused'),
  resume: press('resume', 'broadcast_resumed'),
  cancel: press('cancel', 'broadcast_cancelled'),
  /** Freezes text, file and recipients, and writes each message. Nothing is sent before another member approves. */
  requestApproval: endpoint({
    permission: 'edit',
    audited: 'broadcast_approval_requested',
    method: 'POST',
    path: '/v1/broadcasts/:id/request-approval',
    access: 'signed_in',
    params: byId,
    response: Broadcast,
  }),
  /** Takes the request back, so that the broadcast is a draft again. */
  withdraw: endpoint({
    permission: 'edit',
    audited: 'broadcast_withdrawn',
    method: 'POST',
    path: '/v1/broadcasts/:id/withdraw',
    access: 'signed_in',
    params: byId,
    response: Broadcast,
  }),
  /** Sends the broadcast, or schedules it if its start is ahead. Its authors may not approve it. */
  approve: endpoint({
    permission: 'approve_broadcasts',
    audited: 'broadcast_approved',
    method: 'POST',
    path: '/v1/broadcasts/:id/approve',
    access: 'signed_in',
    params: byId,
    body: Decision,
    response: Broadcast,
  }),
  reject: endpoint({
    permission: 'approve_broadcasts',
    audited: 'broadcast_rejected',
    method: 'POST',
    path: '/v1/broadcasts/:id/reject',
    access: 'signed_in',
    params: byId,
    body: RejectionInput,
    response: Broadcast,
  }),
  /** All requests with their decisions, newest first. */
  approvals: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/broadcasts/:id/approvals',
    access: 'signed_in',
    params: byId,
    response: Approvals,
  }),
  /** The messages that were not sent because they changed after the approval, before and after. */
  changedMessages: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/broadcasts/:id/changed-messages',
    access: 'signed_in',
    params: byId,
    query: ChangedQuery,
    response: ChangedMessages,
  }),
  /** Approves all changed messages and sends them, if they are still exactly as the caller saw them. */
  approveChanges: endpoint({
    permission: 'approve_broadcasts',
    audited: 'broadcast_changes_approved',
    method: 'POST',
    path: '/v1/broadcasts/:id/approve-changes',
    access: 'signed_in',
    params: byId,
    body: ApprovedChanges,
    response: Broadcast,
  }),
}
