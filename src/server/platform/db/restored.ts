// Organizations that are silent: copies restored from a backup, with what is changed before anybody opens one, and those that wait
// for their deletion.
import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from './index.ts'

/**
 * Nothing leaves an organization without this: a message, a broadcast that starts. Every new way out asks it where it claims its
 * work. `row`: an alias with `organization_id`.
 */
export const mayLeave = (row: string): RawBuilder<boolean> => sql`
  not exists (select from organizations held where held.organization_id = ${sql.ref(`${row}.organization_id`)}
    and (held.restored_from is not null or held.deletion_due_at is not null))`

/**
 * For phones and emails: a copy connects no phone of the original, but one that waits for its deletion stays linked until then, and
 * the emails about it must arrive.
 */
export const isReleased = (row: string): RawBuilder<boolean> => sql`
  not exists (select from organizations held where held.organization_id = ${sql.ref(`${row}.organization_id`)}
    and held.restored_from is not null)`

/** Tables that the statements below change. */
export const heldTables = [
  ...['organizations', 'broadcasts', 'wa_answers', 'wa_leases', 'wa_sessions', 'wa_session_commands', 'wa_credentials'],
  ...[
    'mails',
    'webhook_deliveries',
    'downloads',
    'audit_events',
    'auth_sessions',
    'api_tokens',
    'password_resets',
    'email_changes',
    'invitations',
    'login_links',
    'login_domains',
  ],
]

/** By a login that sees all rows. `$1`: the moment of the backup; each statement has it. */
export const holdStatements: readonly string[] = [
  // The original is deleted, the copy is not.
  `update organizations set restored_from = $1::timestamptz, deletion_due_at = null where demo_of is null`,
  // What was to be sent may have been sent since: people decide about broadcasts, and see which messages are unconfirmed.
  `update broadcasts set status = 'paused', pause_reason = 'restored', updated_at = now(), version = version + 1,
     started_at = case status when 'sending' then started_at end
   where test_of is null and $1::timestamptz is not null
     and (status in ('preparing', 'sending') and approval is distinct from 'asked' or status = 'scheduled' and send_at <= now())`,
  `update broadcasts set status = 'cancelled', finished_at = now()
   where test_of is not null and status in ('preparing', 'sending') and $1::timestamptz is not null`,
  `update wa_answers set status = 'failed', reason = 'unconfirmed', due_at = null
   where due_at is not null and $1::timestamptz is not null`,
  `update webhook_deliveries set state = 'failed', failure = 'restored', lease_token = null, lease_until = null
   where state = 'waiting' and at <= $1::timestamptz`,
  `delete from mails where created_at <= $1::timestamptz`,
  // The owner and the connection were those of the original.
  `update wa_leases set lease_until = '-infinity' where $1::timestamptz is not null`,
  `delete from wa_session_commands where created_at <= $1::timestamptz`,
  `update wa_sessions set status = 'stopped', qr = null, qr_expires_at = null, pairing_code = null
   where status not in ('stopped', 'failed') and $1::timestamptz is not null`,
  // Keys that change with every message: used a second time, the other side could not read the message. New ones are agreed on.
  `delete from wa_credentials where $1::timestamptz is not null and (key like 'session/%' or key like 'sender-key%')`,
  // Access that was ended or used up since the backup: everybody logs in again, and links are sent again.
  `update auth_sessions set revoked_at = now(), revoke_reason = 'restored', remembered_until = null
   where (revoked_at is null or remembered_until is not null) and $1::timestamptz is not null`,
  `update api_tokens set revoked_at = now() where revoked_at is null and $1::timestamptz is not null`,
  `delete from password_resets where $1::timestamptz is not null`,
  `delete from email_changes where $1::timestamptz is not null`,
  `update invitations set withdrawn_at = now() where accepted_at is null and withdrawn_at is null and $1::timestamptz is not null`,
  // Also whom the provider may let in: it may have been forbidden since.
  `delete from login_links where $1::timestamptz is not null`,
  `delete from login_domains where $1::timestamptz is not null`,
  // Their files were not copied.
  `delete from downloads where $1::timestamptz is not null`,
  `insert into audit_events (organization_id, action, detail)
   select organization_id, 'copy_restored', jsonb_build_object('by', 'operator', 'from', $1::timestamptz)
   from organizations where demo_of is null`,
]

/** With another secret than that of the backup: what it encrypts is lost, and its sign-in sessions end by themselves. */
export const withoutSecretStatements: readonly string[] = [
  `delete from wa_credentials`,
  `update wa_sessions set desired_status = 'stopped'`,
]

/** Pauses the broadcasts whose time passed while the copy was held: the original may have sent them. */
export async function pauseMissed({ db, organization_id }: Tenant): Promise<void> {
  await sql`
    update broadcasts set status = 'paused', pause_reason = 'restored', updated_at = now(), version = version + 1
    where organization_id = ${organization_id} and status = 'scheduled' and send_at <= now()`.execute(db)
}
