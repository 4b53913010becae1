// Replies: messages people write to a session, who handled them, and our answers.

import * as z from 'zod/mini'
import { byId, Id, listQuery, Pagination, PhoneText, pageOf, prose, Timestamp, YesNo } from './common.ts'
import { Person } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { MediaFile } from './media.ts'
import { MessageData } from './messages/data.ts'
import { issue } from './messages/issue.ts'
import { RecipientStatus } from './recipient-status.ts'

const Named = z.object({ id: Id, name: z.string() })

/** Kind of a message without text, stored in place of the text; only the phone has the content. */
export const nonTextMessages = [
  '🎤 Voice message',
  '📷 Photo',
  '🎥 Video',
  '🖼️ Sticker',
  '📄 Document',
  '📍 Location',
  '👤 Contact',
  '💬 Other message',
] as const
export type NonTextMessage = (typeof nonTextMessages)[number]

/** Longer texts are truncated to this many characters; the phone has the full text. */
export const maxReplyText = 4_096

/** An outgoing message: an answer to a reply, or a direct message to a contact who may never have written. */
export const Answer = z.object({
  id: Id,
  text: z.string(),
  media: z.nullable(MediaFile),
  /** The session that sends it. */
  session: Named,
  /** Sent automatically by Kabar; otherwise by `author`, null if that user has left. */
  is_automatic: z.boolean(),
  author: z.nullable(Named),
  /** As for a recipient: `pending` is queued, `unknown` is unconfirmed. */
  status: RecipientStatus,
  reason: z.nullable(z.string()),
  /** What a `pending` answer waits for: the session, or throttling until the given time. */
  waiting: z.nullable(z.object({ reason: z.string(), until: z.nullable(Timestamp) })),
  created_at: Timestamp,
  sent_at: z.nullable(Timestamp),
  delivered_at: z.nullable(Timestamp),
  read_at: z.nullable(Timestamp),
})
export type Answer = z.output<typeof Answer>

export const Reply = z.object({
  id: Id,
  /** `is_truncated`: only the beginning is stored. */
  text: z.string(),
  is_truncated: z.boolean(),
  at: Timestamp,
  /** Null if no contact has this number. */
  contact: z.nullable(Named),
  /** E.164, or a WhatsApp id if WhatsApp hides the number. */
  address: z.string(),
  address_text: PhoneText,
  session: z.object({ id: Id, name: z.string(), driver: z.string() }),
  /** The message it replies to. */
  broadcast: z.nullable(Named),
  /** When and by whom it was handled; null for Kabar itself or a user who has left. */
  handled_at: z.nullable(Timestamp),
  handled_by: z.nullable(Named),
  answers: z.array(Answer),
})
export type Reply = z.output<typeof Reply>

/** Newest first. */
export const ReplyQuery = z.strictObject({
  page: listQuery(['at']).page,
  per_page: listQuery(['at']).per_page,
  unanswered: z.optional(YesNo),
  session_id: z.optional(Id),
  contact_id: z.optional(Id),
  /** Replies from any contact of this investor. */
  investor_id: z.optional(Id),
  broadcast_id: z.optional(Id),
})
export type ReplyQuery = z.output<typeof ReplyQuery>

export const AnswerInput = z.strictObject({
  text: prose(2_000, 1).check(
    z.trim(),
    z.refine<string>((text) => text !== '', { error: issue('field.required') }),
  ),
})
export type AnswerInput = z.output<typeof AnswerInput>

/** Everything between a session and a contact: broadcasts, replies and answers. */
export const ConversationItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('broadcast'),
    id: Id,
    at: Timestamp,
    text: z.string(),
    broadcast: Named,
    driver: z.string(),
    status: RecipientStatus,
    reason: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('reply'),
    id: Id,
    at: Timestamp,
    text: z.string(),
    is_truncated: z.boolean(),
    driver: z.string(),
    handled_at: z.nullable(Timestamp),
  }),
  z.extend(Answer, { kind: z.literal('answer'), at: Timestamp, driver: z.string() }),
  /** An internal note. It is never sent; only the team sees it. */
  z.object({
    kind: z.literal('note'),
    id: Id,
    at: Timestamp,
    text: z.string(),
    author: z.nullable(Named),
  }),
])
export type ConversationItem = z.output<typeof ConversationItem>

export const Conversation = z.object({
  person: Person,
  /** Newest first. */
  data: z.array(ConversationItem),
  pagination: Pagination,
  /** What an answer would be sent to: the latest message, or a sentence why not. Null while the contact has not written. */
  answer_target: z.nullable(
    z.object({
      reply_id: Id,
      session_id: Id,
      session_name: z.string(),
      driver: z.string(),
      refusal: z.nullable(MessageData),
    }),
  ),
  unanswered: z.int(),
})
export type Conversation = z.output<typeof Conversation>

const act = (verb: string) =>
  endpoint({
    permission: 'edit',
    method: 'POST',
    path: `/v1/replies/:id/${verb}`,
    access: 'signed_in',
    params: byId,
    response: Reply,
  })

export const replies = {
  list: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/replies',
    access: 'signed_in',
    query: ReplyQuery,
    response: pageOf(Reply),
  }),
  /** How many people have unhandled messages. */
  unanswered: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/replies/unanswered',
    access: 'signed_in',
    response: z.object({ people: z.int() }),
  }),
  /** The messages with one person in all sessions. `id` is the id of a contact, or of a message from an unknown number. */
  conversation: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/replies/conversations/:id',
    access: 'signed_in',
    params: byId,
    query: z.strictObject({ page: listQuery(['at']).page, per_page: listQuery(['at']).per_page }),
    response: Conversation,
  }),
  get: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/replies/:id',
    access: 'signed_in',
    params: byId,
    response: Reply,
  }),
  /** With an Idempotency-Key, a repeated request sends once. Earlier messages of the person are handled with it. */
  answer: endpoint({
    permission: 'edit',
    audited: 'reply_answered',
    method: 'POST',
    path: '/v1/replies/:id/answer',
    access: 'signed_in',
    params: byId,
    body: AnswerInput,
    response: Answer,
    status: 201,
  }),
  /** Marks it as handled without an answer, with all earlier messages of the person. */
  handle: act('handle'),
  unhandle: act('unhandle'),
  /** Only while it has not been sent. */
  cancelAnswer: endpoint({
    permission: 'edit',
    method: 'POST',
    path: '/v1/replies/answers/:id/cancel',
    access: 'signed_in',
    params: byId,
    response: Answer,
  }),
}
