// Direct messages: a session writes to one contact, who may never have written to it.
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
  /** Sends this template, filled in for the contact, and its file instead of `text`. */
  template_id: z.optional(Id),
  media_id: z.optional(z.nullable(Id)),
  /** The session to send from. By default the one that last exchanged messages with the contact, else a connected one. */
  session_id: z.optional(Id),
  /** The investor whose figures the template shows; by default the contact's primary investor. */
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

/** Reports what sending a message to this contact would do. */
export const DirectMessagePreview = z.object({
  /** Why this contact cannot get a message; null if it can. */
  refusal: z.nullable(MessageData),
  sessions: z.array(z.object({ id: Id, name: z.string(), driver: DriverName, status: SessionStatus })),
  /** The session to send from: the requested one, or the default. Null if the organization has none. */
  session_id: z.nullable(Id),
  /** What the message would wait for: its session to connect, or the sending speed until the given time. Null: it would leave now. */
  waiting: z.nullable(z.object({ reason: z.string(), until: z.nullable(Timestamp) })),
  /** True if the contact has never written to this session: the message then counts as a new chat. */
  is_new_chat: z.boolean(),
  /** Phone number of the session. A test message goes to it. */
  test_number: z.nullable(z.string()),
  test_number_text: PhoneText,
  /** Link that opens this chat in WhatsApp; null if the contact has no phone number. */
  whatsapp_url: z.nullable(z.string()),
  /** The template filled in for this contact; null without a template, or if values are missing. */
  text: z.nullable(z.string()),
  media: z.nullable(MediaFile),
  /** Why the template cannot be sent to this contact; names the missing values. Null if it can. */
  problem: z.nullable(MessageData),
})
export type DirectMessagePreview = z.output<typeof DirectMessagePreview>

export const directMessages = {
  /** Sends a message and marks earlier messages of this contact as handled. Repeating it with the same Idempotency-Key sends once. */
  send: endpoint({
    permission: 'edit',
    audited: 'message_sent',
    method: 'POST',
    path: '/v1/contacts/:id/messages',
    access: 'signed_in',
    params: byId,
    body: DirectMessageInput,
    response: Answer,
    status: 201,
  }),
  preview: endpoint({
    permission: 'view',
    method: 'POST',
    path: '/v1/contacts/:id/messages/preview',
    access: 'signed_in',
    reads: true,
    params: byId,
    body: DirectMessagePreviewInput,
    response: DirectMessagePreview,
  }),
  /** Sends the text, filled in for this contact, to `to` or the session's own number. The limits are those of test messages. */
  test: endpoint({
    permission: 'send_broadcasts',
    method: 'POST',
    path: '/v1/contacts/:id/messages/test',
    access: 'signed_in',
    params: byId,
    body: TestMessageInput,
    response: Answer,
    status: 201,
  }),
}
