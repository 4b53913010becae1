// Direct messages: from a session to one contact, who may never have written.
import * as z from 'zod/mini'
import { byId, Id, line, PhoneText, prose, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { MediaFile } from './media.ts'
import { MessageData } from './messages/data.ts'
import { issue } from './messages/issue.ts'
import { Answer } from './replies.ts'
import { DriverName, SessionStatus } from './wa-sessions.ts'

const content = {
  text: z.optional(prose(20_000)),
  /** Instead of `text`: the template as this contact reads it, with its file. */
  template_id: z.optional(Id),
  media_id: z.optional(z.nullable(Id)),
  /** By default the session that the contact last talked with, else one that is connected. */
  session_id: z.optional(Id),
  /** Whose figures the template shows; by default those of the contact's primary investor. */
  investor_id: z.optional(Id),
}
const hasOneContent = z.refine<{ text?: string | undefined; template_id?: string | undefined }>(
  ({ text, template_id }) => (text?.trim() ? template_id === undefined : template_id !== undefined),
  { error: issue('field.required'), path: ['text'] },
)

export const DirectMessageInput = z.strictObject(content).check(hasOneContent)
export type DirectMessageInput = z.output<typeof DirectMessageInput>

export const TestMessageInput = z
  .strictObject({ ...content, /** By default the number of the session. */ to: z.optional(line(40, 0)) })
  .check(hasOneContent)
export type TestMessageInput = z.output<typeof TestMessageInput>

export const DirectMessagePreviewInput = z.strictObject({
  template_id: content.template_id,
  session_id: content.session_id,
  investor_id: content.investor_id,
})
export type DirectMessagePreviewInput = z.output<typeof DirectMessagePreviewInput>

/** What a message to a contact would do, before it is sent. */
export const DirectMessagePreview = z.object({
  /** Why nothing can be sent to this contact; null if it can. */
  refusal: z.nullable(MessageData),
  sessions: z.array(z.object({ id: Id, name: z.string(), driver: DriverName, status: SessionStatus })),
  /** The session asked for, or the default; null if there is none. */
  session_id: z.nullable(Id),
  /** What it would wait for: the session, or pacing until the given time. Null: it would be sent now. */
  waiting: z.nullable(z.object({ reason: z.string(), until: z.nullable(Timestamp) })),
  /** The contact has never written to this session: the message counts as a new chat. */
  is_new_chat: z.boolean(),
  /** The number of the session, to which a test message goes. */
  test_number: z.nullable(z.string()),
  test_number_text: PhoneText,
  /** Opens the chat in WhatsApp itself; null without a number. */
  whatsapp_url: z.nullable(z.string()),
  /** The template for this contact; null without one, or if values are missing. */
  text: z.nullable(z.string()),
  media: z.nullable(MediaFile),
  /** Why the template cannot be sent to this contact; names the missing values. */
  problem: z.nullable(MessageData),
})
export type DirectMessagePreview = z.output<typeof DirectMessagePreview>

export const directMessages = {
  /** With an Idempotency-Key, a repeated request sends once. What the contact wrote before is handled with it. */
  send: endpoint({
    method: 'POST',
    path: '/v1/contacts/:id/messages',
    access: 'signed_in',
    params: byId,
    body: DirectMessageInput,
    response: Answer,
    status: 201,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/v1/contacts/:id/messages/preview',
    access: 'signed_in',
    reads: true,
    params: byId,
    body: DirectMessagePreviewInput,
    response: DirectMessagePreview,
  }),
  /** Sends the text for this contact to the user's own number. */
  test: endpoint({
    method: 'POST',
    path: '/v1/contacts/:id/messages/test',
    access: 'signed_in',
    params: byId,
    body: TestMessageInput,
    response: Answer,
    status: 201,
  }),
}
