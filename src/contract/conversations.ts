// Conversations: the messages of one person, a contact or a number that is none; who looks after them, and notes about them.

import * as z from 'zod/mini'
import { byId, Id, listQuery, Pagination, PhoneText, prose, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Note } from './notes.ts'
import { RecipientStatus } from './recipient-status.ts'

const Named = z.object({ id: Id, name: z.string() })

export const ConversationFilter = z.enum(['unanswered', 'mine', 'waiting'])
export type ConversationFilter = z.output<typeof ConversationFilter>

/** With an unanswered message or an unsent answer first, then the newest. */
export const ConversationQuery = z.strictObject({
  page: listQuery(['at']).page,
  per_page: listQuery(['at']).per_page,
  /** Names, numbers and texts. */
  q: listQuery(['at']).q,
  /** `mine`: assigned to the caller. `waiting`: an answer waits for its session. */
  show: z.optional(ConversationFilter),
})
export type ConversationQuery = z.output<typeof ConversationQuery>

/** Whom a conversation is with. */
export const Person = z.object({
  /** Of the contact; for a number that is none, of its first message. */
  id: Id,
  contact: z.nullable(Named),
  /** E.164, or a WhatsApp id if WhatsApp hides the number. */
  address: z.string(),
  address_text: PhoneText,
  assignee: z.nullable(Named),
})
export type Person = z.output<typeof Person>

export const ConversationRow = z.extend(Person, {
  /** The latest message, theirs or ours; `status` of ours. */
  last: z.object({ is_theirs: z.boolean(), text: z.string(), at: Timestamp, status: z.nullable(RecipientStatus) }),
  /** Their latest message; null if they never wrote. */
  reply_id: z.nullable(Id),
  /** Number of their messages that nobody has handled. */
  unanswered: z.int(),
  /** Number of our messages that wait for a session that is not connected. */
  waiting: z.int(),
})
export type ConversationRow = z.output<typeof ConversationRow>

/** A user of the organization; null for nobody. */
export const AssigneeInput = z.strictObject({ user_id: z.nullable(Id) })
export const ConversationNoteInput = z.strictObject({ body: prose(20_000, 1) })
export type ConversationNoteInput = z.output<typeof ConversationNoteInput>

export const conversations = {
  list: endpoint({
    method: 'GET',
    path: '/v1/conversations',
    access: 'signed_in',
    query: ConversationQuery,
    response: z.object({
      data: z.array(ConversationRow),
      pagination: Pagination,
      /** Of all conversations, whatever the query. */
      counts: z.object({ unanswered: z.int(), mine: z.int(), waiting: z.int() }),
    }),
  }),
  assign: endpoint({
    method: 'PUT',
    path: '/v1/conversations/:id/assignee',
    access: 'signed_in',
    params: byId,
    body: AssigneeInput,
    response: Person,
  }),
  /** About the contact, or about the number if it is none. Nothing is sent. */
  addNote: endpoint({
    method: 'POST',
    path: '/v1/conversations/:id/notes',
    access: 'signed_in',
    params: byId,
    body: ConversationNoteInput,
    response: Note,
    status: 201,
  }),
}
