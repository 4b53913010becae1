// Silent organizations: restored copies before their release, and organizations that await their deletion. Also what is changed in
// a copy before it can be opened.
import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from './index.ts'

/**
 * Whether an organization may send anything or start a broadcast. Every feature that sends must check it where it claims its work.
 * `row`: an alias with `organization_id`.
 */
export const mayLeave = (row: string): RawBuilder<boolean> => sql`
  not exists (select from organizations held where held.organization_id = ${sql.ref(`${row}.organization_id`)}
    and (held.restored_from is not null or held.deletion_due_at is not null))`

/**
 * For phones and emails, only false in a copy, which must not use the original's phone. Before a deletion phones stay linked, and
 * the emails about it must arrive.
 */
export const isReleased = (row: string): RawBuilder<boolean> => sql`
  not exists (select from organizations held where held.organization_id = ${sql.ref(`${row}.organization_id`)}
    and held.restored_from is not null)`

/** The tables that the following statements change. */
export const heldTables = [
  ...['organizations', 'broadcasts', 'wa_answers', 'wa_leases', 'wa_sessions', 'wa_session_commands', 'wa_credentials'],
  ...[
    'mails',
    'webhook_deliveries',
    'downloads',
    'push_subscriptions',
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

/** Run by a login that sees all rows. `$1`: the moment of the backup, which every statement must use. */
export const holdStatements: readonly string[] = [
  // Only the original was to be deleted, not the copy.
  `update organizations set restored_from = $1::timestamptz, deletion_due_at = null where demo_of is null`,
  // The original may have sent these meanwhile, so people decide about broadcasts and see which messages are unconfirmed.
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
  // These leases and commands belonged to the original.
  `update wa_leases set lease_until = '-infinity' where $1::timestamptz is not null`,
  `delete from wa_session_commands where created_at <= $1::timestamptz`,
  `update wa_sessions set status = 'stopped', connecting_since = null,
     last_connected_at = case when status = 'working' then $1::timestamptz else last_connected_at end, qr = null, qr_expires_at = null, pairing_code = null
   where status not in ('stopped', 'failed') and $1::timestamptz is not null`,
  // These keys change with every message, so the receiver could not decrypt a message with an old one. New keys are negotiated.
  `delete from wa_credentials where $1::timestamptz is not null and (key like 'session/%' or key like 'sender-key%')`,
  // Ends all access: what ended or was used after the backup must not work again. Everybody logs in anew, and links are sent again.
  `update auth_sessions set revoked_at = now(), revoke_reason = 'restored', remembered_until = null
   where (revoked_at is null or remembered_until is not null) and $1::timestamptz is not null`,
  `update api_tokens set revoked_at = now() where revoked_at is null and $1::timestamptz is not null`,
  `delete from password_resets where $1::timestamptz is not null`,
  `delete from email_changes where $1::timestamptz is not null`,
  `update invitations set withdrawn_at = now() where accepted_at is null and withdrawn_at is null and $1::timestamptz is not null`,
  // Logins by a provider: linked accounts and allowed domains may have been removed since.
  `delete from login_links where $1::timestamptz is not null`,
  `delete from login_domains where $1::timestamptz is not null`,
  // These browsers are subscribed to the original. Queued notifications are deleted with them (foreign key).
  `delete from push_subscriptions where $1::timestamptz is not null`,
  // The files of downloads are not part of a backup.
  `delete from downloads where $1::timestamptz is not null`,
  `insert into audit_events (organization_id, action, detail)
   select organization_id, 'copy_restored', jsonb_build_object('by', 'operator', 'from', $1::timestamptz)
   from organizations where demo_of is null`,
]

/** If the copy has another secret than the backup, it cannot decrypt these. Sign-in sessions become invalid by themselves. */
export const withoutSecretStatements: readonly string[] = [
  `delete from wa_credentials`,
  `update wa_sessions set desired_status = 'stopped'`,
]

/** Pauses broadcasts whose time passed before the release, because the original may have sent them. */
export async function pauseMissed({ db, organization_id }: Tenant): Promise<void> {
  await sql`
    update broadcasts set status = 'paused', pause_reason = 'restored', updated_at = now(), version = version + 1
    where organization_id = ${organization_id} and status = 'scheduled' and send_at <= now()`.execute(db)
}
