// What an entry of the audit log says, and where its record is.
import type { AuditEntry, AuditedKind } from '../../../contract/audit.ts'
import type { AuditAction, AuditGroup } from '../../../contract/audit-actions.ts'
import type { DownloadRequest } from '../../../contract/downloads.ts'
import { permissionLabels } from '../../identity/account/labels.ts'
import { t } from '../../platform/lib/text.ts'
import { contactLabels } from '../../records/contacts/labels.ts'
import { investmentLabels } from '../../records/investments/labels.ts'
import { investorLabels } from '../../records/investors/labels.ts'
import { offeringLabels } from '../../records/offerings/labels.ts'
import { taskLabels } from '../../records/tasks/labels.ts'
import { transactionLabels } from '../../records/transactions/labels.ts'
import { kindLabels as trashLabels } from '../trash/labels.ts'

export const groupLabels: Record<AuditGroup, string> = {
  logins: 'Logins and passwords',
  records: 'Records',
  messages: 'Messages',
  files: 'Exports and imports',
  phones: 'WhatsApp phones',
  team: 'Team',
  settings: 'Settings',
}

const sentences: Record<AuditAction, string> = {
  signed_in: 'Logged in',
  signed_in_by_passkey: 'Logged in with a passkey',
  signed_in_by_provider: 'Logged in with the login provider',
  sign_in_failed: 'Wrong password or code',
  passkey_refused: 'A passkey was not accepted',
  signed_out: 'Logged out',
  session_ended: 'Logged out a device',
  other_sessions_ended: 'Logged out all other devices',
  refresh_reused: 'An old login was used again: the device was logged out',
  password_reset: 'Set a new password by email link',
  password_changed: 'Changed the password',
  email_changed: 'Changed the email address',
  account_deleted: 'Deleted their account',
  second_factor_on: 'Turned on two-step login',
  second_factor_moved: 'Moved two-step login to another app',
  second_factor_off: 'Turned off two-step login',
  second_factor_reset: 'Reset two-step login of a user',
  authenticator_added: 'Added an authenticator app',
  authenticator_removed: 'Removed the authenticator app',
  passkey_added: 'Added a passkey',
  passkey_renamed: 'Renamed a passkey',
  passkey_removed: 'Removed a passkey',
  recovery_codes_renewed: 'Made new recovery codes',
  recovery_code_used: 'Used a recovery code',
  devices_forgotten: 'Forgot all remembered devices',
  reset_link_made: 'Created a link for a new password',
  api_token_made: 'Made an API token',
  api_token_revoked: 'Revoked an API token',
  login_linked: 'Linked a login provider',
  login_unlinked: 'Unlinked a login provider',
  record_added: 'Added a record',
  record_changed: 'Changed a record',
  record_deleted: 'Deleted a record',
  record_restored: 'Restored a record',
  record_purged: 'Deleted a record for good',
  trash_purged: 'Deleted old records of the trash for good',
  bulk_changed: 'Changed several records at once',
  bulk_change_undone: 'Undid a change of several records',
  person_erased: 'Erased the personal data of a person',
  records_merged: 'Merged duplicates',
  merge_undone: 'Undid a merge',
  broadcast_sent: 'Started the broadcast',
  broadcast_scheduled: 'Scheduled the broadcast',
  broadcast_unscheduled: 'Took back the schedule of the broadcast',
  broadcast_paused: 'Paused the broadcast',
  broadcast_resumed: 'Resumed the broadcast',
  broadcast_cancelled: 'Cancelled the broadcast',
  broadcast_approval_requested: 'Asked for approval of the broadcast',
  broadcast_withdrawn: 'Withdrew the request for approval of the broadcast',
  broadcast_approved: 'Approved the broadcast',
  broadcast_rejected: 'Rejected the broadcast',
  broadcast_changes_approved: 'Approved changed messages of the broadcast',
  message_sent: 'Sent a message',
  test_message_sent: 'Sent a test message',
  reply_answered: 'Answered a reply',
  exported: 'Exported: {what}',
  import_started: 'Started the import',
  import_cancelled: 'Cancelled the import',
  import_reverted: 'Undid the import',
  archive_imported: 'Imported an archive of all records',
  phone_added: 'Added a phone',
  phone_changed: 'Changed the settings of the phone',
  phone_started: 'Connected the phone',
  phone_stopped: 'Disconnected the phone',
  phone_logged_out: 'Unlinked the phone',
  phone_removed: 'Removed the phone',
  invitation_sent: 'Sent an invitation',
  invitation_withdrawn: 'Withdrew an invitation',
  member_joined: 'Joined the team',
  member_role_changed: 'Changed the role of a member',
  member_removed: 'Removed a member',
  member_restored: 'Restored a member',
  user_disabled: 'Disabled the account',
  user_enabled: 'Enabled the account',
  role_added: 'Added a role',
  role_changed: 'Changed a role',
  second_factor_required: 'Required two-step login of all members',
  domain_allowed: 'Let a domain join',
  domain_forbidden: 'Ended joining by a domain',
  second_factor_optional: 'Made two-step login optional',
  role_deleted: 'Deleted a role',
  organization_changed: 'Changed the settings of the organization',
  audit_retention_changed: 'Changed how long the audit log is kept',
  organization_deletion_requested: 'Asked for the deletion of the organization',
  organization_deletion_cancelled: 'Cancelled the deletion of the organization',
  period_closed: 'Closed a period',
  period_reopened: 'Reopened a period',
  currency_enabled: 'Enabled a currency',
  currency_disabled: 'Disabled a currency',
  rate_added: 'Added an exchange rate',
  rate_changed: 'Changed an exchange rate',
  rate_deleted: 'Deleted an exchange rate',
  rates_imported: 'Imported exchange rates',
  premium_set: 'Changed the plan',
  quota_set: 'Changed a limit',
  secret_rotated: 'Changed the secret of Kabar',
  webhook_added: 'Added a webhook',
  webhook_changed: 'Changed a webhook',
  webhook_deleted: 'Deleted a webhook',
  webhook_secret_rotated: 'Replaced the secret of a webhook',
  webhook_disabled: 'Turned off a webhook',
  backup_failed: 'Tried to make a backup, without success',
  copy_restored: 'Restored this copy from a backup',
  copy_released: 'Released this restored copy',
}

export const kindLabels: Record<AuditedKind, string> = {
  ...trashLabels,
  session: 'WhatsApp phone',
  user: 'Member',
  import: 'Import',
  api_token: 'API token',
  webhook: 'Webhook',
}

const files: Record<DownloadRequest['kind'], string> = {
  everything: 'All records',
  contacts: 'Contacts',
  investors: 'Investors',
  investments: 'Investments',
  transactions: 'Transactions',
  offerings: 'Offerings',
  tasks: 'Tasks',
  audit: 'Audit log',
  recipients: 'Recipients of a broadcast',
  import_errors: 'Rows that could not be imported',
  statement: 'Statement',
  erasure_certificate: 'Certificate of an erasure',
}

/** "Changed a record: name, email". */
export function sentenceOf({ action, what }: AuditEntry): string {
  const sentence = sentences[action]
  if (action === 'exported')
    return t(sentence, { what: what.map((kind) => t(files[kind as keyof typeof files] ?? kind)).join(', ') })
  if (what.length === 0) return t(sentence)
  const listed = (labels: object) => {
    const fields = what.map((field) => (labels as Record<string, string>)[field] ?? field)
    return t('{act}: {fields}', { act: t(sentence), fields: fields.join(', ') })
  }
  if (action === 'api_token_made' || action === 'api_token_revoked') return listed(permissionLabels())
  return listed({
    ...{ ...contactLabels(), ...investorLabels(), ...offeringLabels(), ...transactionLabels(), ...investmentLabels() },
    ...taskFieldLabels(),
    archived_at: t('Archive status'),
    ...{ choices: t('Choices'), is_active: t('Active') },
  })
}

/** Without the fields whose labels another kind of record already provides. */
function taskFieldLabels() {
  const { repeats, assignee_user_id, details } = taskLabels()
  return { repeats, assignee_user_id, details, done_at: t('Done') }
}

/** Undefined if the record has no page of its own, or is in the trash. */
export function linkOf({ target }: AuditEntry): string | undefined {
  if (!target || target.is_deleted) return undefined
  const { kind, id } = target
  const paths: Partial<Record<typeof kind, string>> = {
    contact: `/contacts/${id}`,
    investor: `/investors/${id}`,
    investment: `/investments/${id}`,
    task: `/tasks/${id}`,
    broadcast: `/broadcasts/${id}`,
    template: `/templates/${id}/edit`,
    broadcast_group: `/broadcast-groups/${id}/edit`,
  }
  return paths[kind]
}
