// The audit log: who did what, when and from where. Append-only: the app may not change or delete its rows.
import { type Kysely, sql } from 'kysely'
import type { AuditAction } from '../../../contract/audit-actions.ts'
import type { Database } from './index.ts'
import type { DB } from './types.ts'

interface AuditEvent {
  action: AuditAction
  /** Absent if the operator acted on the command line. */
  user_id?: string | undefined
  /** The record, user, session or invitation that was acted on. */
  target_id?: string | undefined
  ip?: string | undefined
  /** The API token that acted for the user; by default that of the transaction. */
  token_id?: string | undefined
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

/** Of the account with this address, if there is one: for an unknown address it does the same work without effect. */
export async function writeFailedLogin(
  { system }: Pick<Database, 'system'>,
  event: { email_key: string; ip: string | undefined; at: Date },
): Promise<void> {
  const action: AuditAction = 'sign_in_failed'
  await system.transaction().execute(async (db) => {
    // Waiting for the disk takes milliseconds, which would reveal whether an account exists.
    await sql`set local synchronous_commit = off`.execute(db)
    await sql`
      insert into audit_events (organization_id, user_id, action, ip, at)
      select organization_id, id, ${action}, ${event.ip ?? null}::inet, ${event.at} from users
      where email_key = ${event.email_key}`.execute(db)
  })
}
