// Message templates: Liquid over a contact, the investor it speaks for and that investor's investments.

import * as z from 'zod/mini'
import { Id, line, listQuery, prose, Timestamp } from './common.ts'
import { Language } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { MediaFile } from './media.ts'
import { MessageData } from './messages/data.ts'
import { recordEndpoints } from './record-endpoints.ts'

/** WhatsApp truncates texts at 65,536 characters; templates stay far below. */
export const TemplateBody = prose(20_000, 1)

export const Template = z.object({
  id: Id,
  name: z.string(),
  body: z.string(),
  /** The message filled in for the sample contact. If that contact lacks a value, its place stays empty. */
  preview: z.string(),
  /** Language of the text, BCP 47; empty if not set. Formats amounts and days for contacts without a language. */
  language: z.string(),
  /** The file attached to its messages; the text becomes the caption. */
  media_id: z.nullable(Id),
  media: z.nullable(MediaFile),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
  updated_by: z.nullable(z.string()),
})
export type Template = z.output<typeof Template>
export const TemplateInput = z.strictObject({
  name: line(200),
  body: TemplateBody,
  language: z.optional(Language),
  media_id: z.optional(z.nullable(Id)),
})
export type TemplateInput = z.output<typeof TemplateInput>
export const TemplateChange = z.extend(z.partial(TemplateInput), { version: z.int() })
export const TemplateQuery = z.strictObject(listQuery(['name', 'language', 'updated_by', 'created_at', 'updated_at']))
export type TemplateQuery = z.output<typeof TemplateQuery>

const Named = z.object({ id: Id, name: z.string() })
const TemplateError = z.object({ message: MessageData, line: z.nullable(z.int()), column: z.nullable(z.int()) })

export const Preview = z.object({
  /** The rendered message; null if it cannot be rendered. */
  text: z.nullable(z.string()),
  /** An error in the template itself, with its position. */
  error: z.nullable(TemplateError),
  /** Variables without a value for this contact, which prevent sending. */
  missing: z.array(z.string()),
  /** The investor whose figures are used; null if none are, or the contact speaks for no investor. */
  investor: z.nullable(Named),
  investment: z.nullable(Named),
})
export type Preview = z.output<typeof Preview>

/**
 * Renders a text for every contact that can receive messages and reports who would be skipped, and why. Large sets are checked
 * in pages: the client repeats with `next` until it is null and adds up the results.
 */
export const Check = z.object({
  error: z.nullable(TemplateError),
  /** Contacts with a number who have not opted out. */
  total: z.int(),
  /** How many contacts this page checked. */
  checked: z.int(),
  ready: z.int(),
  /** Counts of this page with a few examples. `path` is null for a reason other than a missing value, given in `error`. */
  missing: z.array(
    z.object({
      path: z.nullable(z.string()),
      error: z.nullable(MessageData),
      count: z.int(),
      contacts: z.array(Named),
    }),
  ),
  /** Cursor of the next page, passed as `after`. */
  next: z.nullable(Id),
})
export type Check = z.output<typeof Check>

export const templates = {
  ...recordEndpoints('/v1/templates', {
    query: TemplateQuery,
    record: Template,
    input: TemplateInput,
    change: TemplateChange,
  }),
  preview: endpoint({
    permission: 'view',
    method: 'POST',
    path: '/v1/templates/preview',
    access: 'signed_in',
    reads: true,
    body: z.strictObject({ body: prose(20_000), contact_id: z.optional(Id), language: z.optional(Language) }),
    response: Preview,
  }),
  check: endpoint({
    permission: 'view',
    method: 'POST',
    path: '/v1/templates/check',
    access: 'signed_in',
    reads: true,
    body: z.strictObject({ body: prose(20_000), language: z.optional(Language), after: z.optional(Id) }),
    response: Check,
  }),
}
