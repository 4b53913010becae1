// The audit log: who changed, sent, exported or signed in, when and from where.
import * as z from 'zod/mini'
import { AuditAction, AuditGroup } from './audit-actions.ts'
import { Day, Id, listQuery, pageOf, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './exports.ts'
import { TrashKind } from './trash.ts'

/** The kinds of records whose changes are recorded, and other things that are acted on. */
export const AuditedKind = z.enum([...TrashKind.options, 'session', 'user', 'import', 'api_token', 'webhook'])
export type AuditedKind = z.output<typeof AuditedKind>

const { page, per_page } = listQuery(['at'])
const filters = {
  group: z.optional(AuditGroup),
  user_id: z.optional(Id),
  /** First and last day, in the time zone of the organization. */
  from: z.optional(Day),
  until: z.optional(Day),
}
export const AuditQuery = z.strictObject({ page, per_page, ...filters })
export type AuditQuery = z.output<typeof AuditQuery>

export const AuditEntry = z.object({
  id: Id,
  at: Timestamp,
  action: AuditAction,
  /** Null if the operator acted on the command line, or if the user no longer exists. */
  user: z.nullable(z.object({ id: Id, name: z.string() })),
  by_operator: z.boolean(),
  /** The API token with which a program acted for the user. */
  token: z.nullable(z.object({ id: Id, name: z.string() })),
  /** What was acted on, if it is known. `name`: null once it is gone. `is_deleted`: it is in the trash. */
  target: z.nullable(z.object({ kind: AuditedKind, id: Id, name: z.nullable(z.string()), is_deleted: z.boolean() })),
  /** Of a changed record: names of the changed fields in the API. Of a file: what it contains. Of a webhook: its events. */
  what: z.array(z.string()),
  /** Address of the client. */
  ip: z.nullable(z.string()),
})
export type AuditEntry = z.output<typeof AuditEntry>

export const auditColumns = [
  'at',
  'user',
  'token',
  'action',
  'what',
  'kind',
  'record',
  'record_id',
  'ip',
  'id',
] as const
/** The caller also needs the permission to see the audit log. */
export const auditExport = listExport('audit', z.strictObject(filters), auditColumns)

export const audit = {
  /** Newest first. */
  list: endpoint({
    permission: 'see_audit_log',
    method: 'GET',
    path: '/v1/audit',
    access: 'signed_in',
    query: AuditQuery,
    response: pageOf(AuditEntry),
  }),
}
