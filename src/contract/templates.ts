// Message templates: Liquid over a contact, the investor they speak for, and its investments.
import * as z from 'zod/mini'
import { byId, Id, line, listQuery, pageOf, prose, Timestamp } from './common.ts'
import { Language } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { MediaFile } from './media.ts'

/** WhatsApp cuts a text at 65,536 characters; a template is kept far below it. */
export const TemplateBody = prose(20_000, 1)

export const Template = z.object({
  id: Id,
  name: z.string(),
  body: z.string(),
  /** What it is written in, BCP 47; empty when nobody said. Amounts and days of a contact without a language follow it. */
  language: z.string(),
  /** The file its messages carry; the text is its caption. */
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
export const TemplateQuery = z.strictObject(listQuery(['name', 'created_at', 'updated_at']))
export type TemplateQuery = z.output<typeof TemplateQuery>

const Named = z.object({ id: Id, name: z.string() })
const Mistake = z.object({ message: z.string(), line: z.nullable(z.int()), column: z.nullable(z.int()) })

export const Preview = z.object({
  /** The message as it would be sent; null while it cannot be. */
  text: z.nullable(z.string()),
  /** A mistake in the template itself, with its place. */
  mistake: z.nullable(Mistake),
  /** Variables without a value for this contact: it would not be sent. */
  missing: z.array(z.string()),
  /** Whose figures stand in it; null when it has none, or the contact is nobody's. */
  investor: z.nullable(Named),
  investment: z.nullable(Named),
})
export type Preview = z.output<typeof Preview>

/**
 * A text against contacts who could be written to: who would not get it, and for want of what. Many contacts are looked at in
 * parts: whoever asks goes on with `next` until it is null, and adds up.
 */
export const Check = z.object({
  mistake: z.nullable(Mistake),
  /** Contacts with a number who have not opted out. */
  total: z.int(),
  /** How many of these were looked at in this part. */
  checked: z.int(),
  ready: z.int(),
  /** A few of them, and how many in this part. `path` null: another reason, in `mistake`. */
  missing: z.array(
    z.object({
      path: z.nullable(z.string()),
      mistake: z.nullable(z.string()),
      count: z.int(),
      contacts: z.array(Named),
    }),
  ),
  /** Where the next part begins: to be given as `after`. */
  next: z.nullable(Id),
})
export type Check = z.output<typeof Check>

export const templates = {
  list: endpoint({
    method: 'GET',
    path: '/v1/templates',
    access: 'signed_in',
    query: TemplateQuery,
    response: pageOf(Template),
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/templates',
    access: 'signed_in',
    body: TemplateInput,
    response: Template,
    status: 201,
    adds: () => 1,
  }),
  get: endpoint({ method: 'GET', path: '/v1/templates/:id', access: 'signed_in', params: byId, response: Template }),
  update: endpoint({
    method: 'PATCH',
    path: '/v1/templates/:id',
    access: 'signed_in',
    params: byId,
    body: TemplateChange,
    response: Template,
  }),
  remove: endpoint({ method: 'DELETE', path: '/v1/templates/:id', access: 'signed_in', params: byId }),
  restore: endpoint({
    method: 'POST',
    path: '/v1/templates/:id/restore',
    access: 'signed_in',
    params: byId,
    response: Template,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/v1/templates/preview',
    access: 'signed_in',
    reads: true,
    body: z.strictObject({ body: prose(20_000), contact_id: z.optional(Id), language: z.optional(Language) }),
    response: Preview,
  }),
  check: endpoint({
    method: 'POST',
    path: '/v1/templates/check',
    access: 'signed_in',
    reads: true,
    body: z.strictObject({ body: prose(20_000), language: z.optional(Language), after: z.optional(Id) }),
    response: Check,
  }),
}
