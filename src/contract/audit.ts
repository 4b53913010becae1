// The audit log: which acts it records.
import * as z from 'zod/mini'

export const AuditAction = z.enum([
  'refresh_reused',
  'password_reset',
  'password_changed',
  'email_changed',
  'account_deleted',
  'invitation_sent',
  'invitation_withdrawn',
  'member_joined',
  'member_removed',
  'member_restored',
  // Of records: on request, or by the worker.
  'record_purged',
  'trash_purged',
  'bulk_changed',
  'bulk_change_undone',
  'person_erased',
  'records_merged',
  'merge_undone',
  // By the operator on the command line.
  'user_disabled',
  'user_enabled',
  'reset_link_made',
  'premium_set',
  'quota_set',
])
export type AuditAction = z.output<typeof AuditAction>
