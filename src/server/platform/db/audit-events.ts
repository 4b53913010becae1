// The audit log: who did what, when and from where. Append-only: the app may not change or delete its rows.
import type { Kysely } from 'kysely'
import type { AuditAction } from '../../../contract/audit-actions.ts'
import type { DB } from './types.ts'

interface AuditEvent {
  action: AuditAction
  /** Absent if the operator acted on the command line. */
  user_id?: string | undefined
  /** The record, user, session or invitation that was acted on. */
  target_id?: string | undefined
  ip?: string | undefined
  detail?: Record<string, unknown>
  at: Date
}

/** `within`: a tenant, or a transaction of the system that names the organization. */
export async function writeAuditEvent(
  within: { db: Kysely<DB>; organization_id: string },
  { detail = {}, ...event }: AuditEvent,
): Promise<void> {
  await within.db
    .insertInto('audit_events')
    .values({ ...event, organization_id: within.organization_id, detail: JSON.stringify(detail) })
    .execute()
}
