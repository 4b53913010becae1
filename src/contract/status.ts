// What runs and what waits, for those who manage the organization.
import * as z from 'zod/mini'
import { Id, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { SessionStatus, WaSession } from './wa-sessions.ts'

export const Status = z.object({
  /** Versions of Kabar and of PostgreSQL. */
  release: z.string(),
  database: z.string(),
  phones: z.array(
    z.object({
      id: Id,
      name: z.string(),
      status: SessionStatus,
      last_error: WaSession.shape.last_error,
      last_connected_at: z.nullable(Timestamp),
      /** Recipients of broadcasts that are being sent, and messages to single persons. */
      waiting: z.int(),
    }),
  ),
  /** Emails of the organization that are still to be sent. */
  mails_waiting: z.int(),
  /** When the oldest of them was written; null if none waits. */
  oldest_mail_at: z.nullable(Timestamp),
  webhook_events_waiting: z.int(),
  /** Of the installation; null before the first one. */
  last_backup_at: z.nullable(Timestamp),
  /** The last attempt failed. */
  backup_failed: z.boolean(),
})
export type Status = z.output<typeof Status>

export const status = {
  get: endpoint({
    permission: 'manage_settings',
    method: 'GET',
    path: '/v1/status',
    access: 'signed_in',
    response: Status,
  }),
}
