// Conversations with one person each, who may be a contact or an unknown number: messages, assignment and notes.

import * as z from 'zod/mini'
import { byId, Id, listQuery, Pagination, PhoneText, prose, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Note } from './notes.ts'
import { RecipientStatus } from './recipient-status.ts'

const Named = z.object({ id: Id, name: z.string() })

export const ConversationFilter = z.enum(['unanswered', 'mine', 'waiting'])
export type ConversationFilter = z.output<typeof ConversationFilter>

/** Sorted: first conversations with an unanswered message or an unsent answer, then the others; the newest first in each part. */
export const ConversationQuery = z.strictObject({
  page: listQuery(['at']).page,
  per_page: listQuery(['at']).per_page,
  /** Searches names, phone numbers and message texts. */
  q: listQuery(['at']).q,
  /** `mine`: assigned to the caller. `waiting`: has an answer that waits for its session to connect. */
  show: z.optional(ConversationFilter),
})
export type ConversationQuery = z.output<typeof ConversationQuery>

/** The other party of a conversation. */
export const Person = z.object({
  /** The id of the contact; for an unknown number, the id of its first message. */
  id: Id,
  contact: z.nullable(Named),
  /** Phone number in E.164 format, or a WhatsApp id if WhatsApp hides the number. */
  address: z.string(),
  address_text: PhoneText,
  assignee: z.nullable(Named),
})
export type Person = z.output<typeof Person>

export const ConversationRow = z.extend(Person, {
  /** The latest message in either direction. `status` is set for outgoing messages only. */
  last: z.object({ is_theirs: z.boolean(), text: z.string(), at: Timestamp, status: z.nullable(RecipientStatus) }),
  /** Id of the latest incoming message; null if this person never wrote. */
  reply_id: z.nullable(Id),
  /** Number of incoming messages that nobody has handled. */
  unanswered: z.int(),
  /** Number of outgoing messages that wait because their session is not connected. */
  waiting: z.int(),
})
export type ConversationRow = z.output<typeof ConversationRow>

/** `user_id`: a user of the organization, or null to assign the conversation to nobody. */
export const AssigneeInput = z.strictObject({ user_id: z.nullable(Id) })
export const ConversationNoteInput = z.strictObject({ body: prose(20_000, 1) })
export type ConversationNoteInput = z.output<typeof ConversationNoteInput>

export const conversations = {
  list: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/conversations',
    access: 'signed_in',
    query: ConversationQuery,
    response: z.object({
      data: z.array(ConversationRow),
      pagination: Pagination,
      /** Counts of all conversations, regardless of search and filters. */
      counts: z.object({ unanswered: z.int(), mine: z.int(), waiting: z.int() }),
    }),
  }),
  assign: endpoint({
    permission: 'edit',
    method: 'PUT',
    path: '/v1/conversations/:id/assignee',
    access: 'signed_in',
    params: byId,
    body: AssigneeInput,
    response: Person,
  }),
  /** Adds an internal note about the contact or the unknown number. Nothing is sent. */
  addNote: endpoint({
    permission: 'edit',
    method: 'POST',
    path: '/v1/conversations/:id/notes',
    access: 'signed_in',
    params: byId,
    body: ConversationNoteInput,
    response: Note,
    status: 201,
  }),
}
