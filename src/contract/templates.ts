// Message templates: Liquid over a contact.
import * as z from 'zod/mini'
import { byId, Id, line, listQuery, pageOf, prose, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** WhatsApp cuts a text at 65,536 characters; a template is kept far below it. */
export const TemplateBody = prose(20_000, 1)

export const Template = z.object({
  id: Id,
  name: z.string(),
  body: z.string(),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
  updated_by: z.nullable(z.string()),
})
export type Template = z.output<typeof Template>
export const TemplateInput = z.strictObject({ name: line(200), body: TemplateBody })
export type TemplateInput = z.output<typeof TemplateInput>
export const TemplateChange = z.extend(z.partial(TemplateInput), { version: z.int() })
export const TemplateQuery = z.strictObject(listQuery(['name', 'created_at', 'updated_at']))
export type TemplateQuery = z.output<typeof TemplateQuery>

export const Preview = z.object({
  /** The message as it would be sent; null while it cannot be. */
  text: z.nullable(z.string()),
  /** A mistake in the template itself, with its place. */
  mistake: z.nullable(z.object({ message: z.string(), line: z.nullable(z.int()), column: z.nullable(z.int()) })),
  /** Variables without a value for this contact: it would not be sent. */
  missing: z.array(z.string()),
})
export type Preview = z.output<typeof Preview>

/** What a template may say, for the variable picker: `path` is what stands between the braces. */
export const templateVariables = [
  { path: 'contact.name', label: 'Name' },
  { path: 'contact.preferred_name', label: 'Preferred name' },
  { path: 'contact.phone', label: 'Phone' },
  { path: 'contact.email', label: 'E-mail' },
  { path: 'contact.company', label: 'Company' },
  { path: 'contact.job_title', label: 'Job title' },
  { path: 'organization.name', label: 'Organization' },
] as const

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
    body: z.strictObject({ body: prose(20_000), contact_id: z.optional(Id) }),
    response: Preview,
  }),
}
