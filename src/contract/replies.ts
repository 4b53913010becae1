// Replies: what people write to a session, who has seen to it, and the answers.
import * as z from 'zod/mini'
import { byId, Id, listQuery, Pagination, PhoneText, pageOf, prose, Timestamp, YesNo } from './common.ts'
import { endpoint } from './endpoint.ts'
import { RecipientStatus } from './recipient-status.ts'

const Named = z.object({ id: Id, name: z.string() })

/** What somebody sent without a word, as it is kept in place of a text: the phone has it. */
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

/** What somebody writes is kept up to so many characters; the phone has all of it. */
export const maxReplyText = 4_096

export const Answer = z.object({
  id: Id,
  text: z.string(),
  /** Kabar wrote it by itself; else `author` did, null when they have left. */
  is_automatic: z.boolean(),
  author: z.nullable(Named),
  /** As of a recipient: `pending` waits for its turn, of `unknown` nobody knows (yet) whether it left. */
  status: RecipientStatus,
  reason: z.nullable(z.string()),
  /** What it waits for while `pending`: the session, or its pace until then. */
  waiting: z.nullable(z.object({ reason: z.string(), until: z.nullable(Timestamp) })),
  created_at: Timestamp,
  sent_at: z.nullable(Timestamp),
  delivered_at: z.nullable(Timestamp),
  read_at: z.nullable(Timestamp),
})
export type Answer = z.output<typeof Answer>

export const Reply = z.object({
  id: Id,
  /** `is_shortened`: only its beginning. */
  text: z.string(),
  is_shortened: z.boolean(),
  at: Timestamp,
  /** Null: nobody in Contacts has this number. */
  contact: z.nullable(Named),
  /** E.164, or WhatsApp's own id of somebody whose number it does not tell. */
  address: z.string(),
  address_text: PhoneText,
  session: z.object({ id: Id, name: z.string(), driver: z.string() }),
  /** What it replies to. */
  broadcast: z.nullable(Named),
  /** When somebody saw to it, and who; nobody: Kabar itself, or somebody who has left. */
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
  /** Of any of its contacts. */
  investor_id: z.optional(Id),
  broadcast_id: z.optional(Id),
})
export type ReplyQuery = z.output<typeof ReplyQuery>

export const AnswerInput = z.strictObject({
  text: prose(2_000, 1).check(
    z.trim(),
    z.refine<string>((text) => text !== '', { error: 'is required' }),
  ),
})
export type AnswerInput = z.output<typeof AnswerInput>

/** What was said between a session and a contact: broadcasts, replies and answers. */
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
    is_shortened: z.boolean(),
    driver: z.string(),
    handled_at: z.nullable(Timestamp),
  }),
  z.extend(Answer, { kind: z.literal('answer'), at: Timestamp, driver: z.string() }),
])
export type ConversationItem = z.output<typeof ConversationItem>

export const Conversation = z.object({
  /** Newest first. */
  data: z.array(ConversationItem),
  pagination: Pagination,
  /** What an answer goes to: their latest message, and why it cannot, in a sentence. Null while they have not written. */
  answerable: z.nullable(
    z.object({ reply_id: Id, session_name: z.string(), driver: z.string(), refusal: z.nullable(z.string()) }),
  ),
  unanswered: z.int(),
})
export type Conversation = z.output<typeof Conversation>

const act = (verb: string) =>
  endpoint({ method: 'POST', path: `/v1/replies/:id/${verb}`, access: 'signed_in', params: byId, response: Reply })

export const replies = {
  list: endpoint({
    method: 'GET',
    path: '/v1/replies',
    access: 'signed_in',
    query: ReplyQuery,
    response: pageOf(Reply),
  }),
  /** How many people wait for somebody to see to what they wrote. */
  unanswered: endpoint({
    method: 'GET',
    path: '/v1/replies/unanswered',
    access: 'signed_in',
    response: z.object({ people: z.int() }),
  }),
  /** Everything that passed between a contact and the sessions. */
  conversation: endpoint({
    method: 'GET',
    path: '/v1/replies/conversations/:id',
    access: 'signed_in',
    params: byId,
    query: z.strictObject({ page: listQuery(['at']).page, per_page: listQuery(['at']).per_page }),
    response: Conversation,
  }),
  get: endpoint({ method: 'GET', path: '/v1/replies/:id', access: 'signed_in', params: byId, response: Reply }),
  /** With an Idempotency-Key, pressed twice is one. What came before it from them is handled with it. */
  answer: endpoint({
    method: 'POST',
    path: '/v1/replies/:id/answer',
    access: 'signed_in',
    params: byId,
    body: AnswerInput,
    response: Answer,
    status: 201,
  }),
  /** Without an answer; what came before it from them too. */
  handle: act('handle'),
  unhandle: act('unhandle'),
  /** Only one that has not left yet. */
  takeBack: endpoint({
    method: 'POST',
    path: '/v1/replies/answers/:id/take-back',
    access: 'signed_in',
    params: byId,
    response: Answer,
  }),
}
