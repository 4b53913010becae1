// The acts that the audit log records.
import * as z from 'zod/mini'

/** Every act that is recorded, by the group that the list filters by. */
const acts = {
  logins: [
    'signed_in',
    'sign_in_failed',
    'signed_out',
    'session_ended',
    'other_sessions_ended',
    'refresh_reused',
    'password_reset',
    'password_changed',
    'email_changed',
    'account_deleted',
    'reset_link_made',
  ],
  records: [
    'record_added',
    'record_changed',
    'record_deleted',
    'record_restored',
    'record_purged',
    // By the worker.
    'trash_purged',
    'bulk_changed',
    'bulk_change_undone',
    'person_erased',
    'records_merged',
    'merge_undone',
  ],
  messages: [
    'broadcast_sent',
    'broadcast_scheduled',
    'broadcast_unscheduled',
    'broadcast_paused',
    'broadcast_resumed',
    'broadcast_cancelled',
    'message_sent',
    'reply_answered',
  ],
  files: ['exported', 'import_started', 'import_cancelled', 'import_reverted', 'archive_imported'],
  phones: ['phone_added', 'phone_changed', 'phone_started', 'phone_stopped', 'phone_logged_out', 'phone_removed'],
  team: [
    'invitation_sent',
    'invitation_withdrawn',
    'member_joined',
    'member_removed',
    'member_restored',
    'user_disabled',
    'user_enabled',
  ],
  settings: [
    'organization_changed',
    'period_closed',
    'period_reopened',
    'currency_enabled',
    'currency_disabled',
    'rate_added',
    'rate_changed',
    'rate_deleted',
    'rates_imported',
    'premium_set',
    'quota_set',
  ],
} as const

export type AuditGroup = keyof typeof acts
export const AuditGroup = z.enum(Object.keys(acts) as [AuditGroup, ...AuditGroup[]])
export const actsOf = (group: AuditGroup): readonly AuditAction[] => acts[group]

export type AuditAction = (typeof acts)[AuditGroup][number]
export const AuditAction = z.enum(Object.values(acts).flat() as unknown as [AuditAction, ...AuditAction[]])
