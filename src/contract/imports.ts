// Importing contacts from a file: upload, preview, run, report.
import * as z from 'zod/mini'
import { byId, Id, listQuery, PhoneText, pageOf, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** `reading` (file is being taken apart) → `ready` (preview) → `running` → `done`; `failed` with a reason. */
export const ImportStatus = z.enum(['reading', 'ready', 'running', 'done', 'failed'])
export type ImportStatus = z.output<typeof ImportStatus>
export const RowAction = z.enum(['create', 'update', 'skip', 'error'])
export type RowAction = z.output<typeof RowAction>
/** The fields of a contact that a column may fill. */
export const ContactField = z.enum([
  'name',
  'first_name',
  'middle_name',
  'last_name',
  'preferred_name',
  'phone',
  'email',
  'company',
  'job_title',
  'notes',
])
export type ContactField = z.output<typeof ContactField>

export const Import = z.object({
  id: Id,
  file_name: z.string(),
  status: ImportStatus,
  failure: z.nullable(z.string()),
  /** The file's header, in its order, each with the field it fills or null. */
  columns: z.array(z.object({ header: z.string(), field: z.nullable(ContactField) })),
  /** Rows by what will be done with them. */
  counts: z.object({ create: z.int(), update: z.int(), skip: z.int(), error: z.int() }),
  total: z.int(),
  /** Rows done so far, while `running` and after. */
  done: z.int(),
  /** 90 days after it ended; what they added up to stays. */
  rows_removed: z.boolean(),
  created_at: Timestamp,
  finished_at: z.nullable(Timestamp),
})
export type Import = z.output<typeof Import>

export const ImportRow = z.object({
  /** Line in the file where the row begins, the header being 1. */
  line: z.int(),
  action: RowAction,
  /** Why it is skipped or in error, or what else to know; a sentence for people. */
  reason: z.nullable(z.string()),
  name: z.string(),
  phone: z.nullable(z.string()),
  phone_text: PhoneText,
  email: z.string(),
  company: z.string(),
  contact_id: z.nullable(Id),
})
export type ImportRow = z.output<typeof ImportRow>
export const ImportRowQuery = z.strictObject({ ...listQuery(['line']), action: z.optional(RowAction) })
export type ImportRowQuery = z.output<typeof ImportRowQuery>

export const imports = {
  /** Multipart, one part `file`: this entry only holds its path; see the route. */
  upload: endpoint({ method: 'POST', path: '/v1/imports', access: 'signed_in', response: Import, status: 201 }),
  get: endpoint({ method: 'GET', path: '/v1/imports/:id', access: 'signed_in', params: byId, response: Import }),
  rows: endpoint({
    method: 'GET',
    path: '/v1/imports/:id/rows',
    access: 'signed_in',
    params: byId,
    query: ImportRowQuery,
    response: pageOf(ImportRow),
  }),
  start: endpoint({
    method: 'POST',
    path: '/v1/imports/:id/start',
    access: 'signed_in',
    params: byId,
    response: Import,
  }),
}
