// Contents of "Export everything": every table of the organization, except those listed here with a reason.
import type { DB } from '../../platform/db/types.ts'

type Table = keyof DB & string

export interface Exported {
  table: Table
  /** What a row is, for the README of the archive. */
  says: string
  /** Columns that are left out, besides `omittedColumns`. */
  without?: readonly string[]
}

/** In the order of the archive. Files are named after their table. */
export const exported: readonly Exported[] = [
  {
    table: 'organizations',
    says: 'Your organization: its name and settings.',
    without: ['demo_of', 'demo_of_user_id', 'digest_salt', 'restored_from', 'deletion_due_at'],
  },
  { table: 'users', says: 'Members of the organization.', without: ['email_key', 'password_hash', 'morning_mail_on'] },
  {
    table: 'invitations',
    says: 'Invitations: who was invited, by whom, and whether the invitation was accepted.',
    without: ['email_key'],
  },
  { table: 'roles', says: 'Roles that your organization made.' },
  { table: 'investors', says: 'Investors.' },
  { table: 'investor_types', says: 'Investor types.' },
  { table: 'investor_stages', says: 'Preferred stages of investors.' },
  { table: 'investor_contacts', says: 'Contacts of investors.' },
  { table: 'investor_tags', says: 'Tags of investors.' },
  { table: 'offerings', says: 'Offerings: rounds, funds and other things to invest in.' },
  { table: 'investments', says: 'Investments.', without: ['amount_key'] },
  { table: 'investment_statuses', says: 'Investment statuses.' },
  {
    table: 'investment_status_history',
    says: 'Earlier probabilities of statuses.',
  },
  { table: 'investment_stages', says: 'Investment stages.' },
  { table: 'investment_status_changes', says: 'Status changes of investments.' },
  {
    table: 'investment_history',
    says: 'Earlier owners and amounts of investments, until the day they were changed.',
  },
  { table: 'investment_tags', says: 'Tags of investments.' },
  { table: 'transactions', says: 'Transactions of investments.' },
  { table: 'period_closings', says: 'Closed periods: until which day, by whom, when and why.' },
  { table: 'transaction_history', says: 'Earlier versions of transactions, until the day they were changed.' },
  { table: 'enabled_currencies', says: 'Enabled currencies.' },
  { table: 'exchange_rates', says: 'Exchange rates by date.' },
  { table: 'contacts', says: 'Contacts.', without: ['phone_key', 'other_phone_keys', 'email_key'] },
  { table: 'contact_tags', says: 'Tags of contacts.' },
  { table: 'tags', says: 'Tags.' },
  { table: 'custom_fields', says: 'Custom fields. Records have their values in the column `custom`.' },
  { table: 'notes', says: 'Notes on investors, contacts, investments and numbers that are no contact.' },
  { table: 'tasks', says: 'Tasks, and which task followed a repeating one.' },
  { table: 'opt_outs', says: 'Phone numbers that have opted out.' },
  { table: 'merges', says: 'Merges of contacts and investors.', without: ['moved'] },
  { table: 'merged_records', says: 'Which record a merged one became.' },
  { table: 'distinct_pairs', says: 'Records that are no duplicates of each other.' },
  { table: 'views', says: 'Saved views of lists.' },
  { table: 'erasures', says: 'Erasures of persons: when, by whom, and how much was erased.' },
  { table: 'erased_numbers', says: 'Consents of erased numbers, by a digest of the number.' },
  { table: 'media', says: 'Message files: names and types, without their content.' },
  { table: 'templates', says: 'Templates.' },
  { table: 'broadcast_groups', says: 'Broadcast groups and their rules.' },
  {
    table: 'broadcast_group_contacts',
    says: 'Contacts added to or excluded from a broadcast group manually.',
  },
  { table: 'broadcast_group_wa_groups', says: 'WhatsApp groups of broadcast groups.' },
  { table: 'broadcasts', says: 'Broadcasts.' },
  { table: 'broadcast_approvals', says: 'Requests for approval of broadcasts, and who decided.' },
  { table: 'broadcast_contacts', says: 'Contacts in the audience of a broadcast.' },
  { table: 'broadcast_wa_groups', says: 'WhatsApp groups in the audience of a broadcast.' },
  { table: 'broadcast_audience_groups', says: 'Broadcast groups in the audience of a broadcast.' },
  {
    table: 'recipients',
    says: 'Recipients of broadcasts: message, status and times.',
    without: ['address_key', 'due_at', 'decide_at', 'fence', 'resends'],
  },
  { table: 'group_receipts', says: 'Delivery and read receipts of group members.' },
  {
    table: 'wa_sessions',
    says: 'WhatsApp sessions, without their credentials.',
    without: ['qr', 'pairing_code', 'qr_expires_at'],
  },
  { table: 'wa_chats', says: 'Chats of a session, and when each first wrote.' },
  { table: 'wa_groups', says: 'WhatsApp groups of the sessions. Imported groups have a date of import.' },
  {
    table: 'wa_group_members',
    says: 'Members of WhatsApp groups, except your own account.',
    without: ['phone_key'],
  },
  {
    table: 'wa_messages',
    says: 'Messages received by a session.',
    without: ['address_key'],
  },
  { table: 'wa_conversations', says: 'Who looks after the messages of which number.' },
  {
    table: 'wa_answers',
    says: 'Answers and direct messages, and their status.',
    without: ['address_key', 'due_at', 'resends'],
  },
  {
    table: 'webhooks',
    says: 'Webhooks, without their secrets.',
    without: ['secret', 'previous_secret', 'previous_until'],
  },
  { table: 'imports', says: 'Imports and their status.', without: ['lease_token', 'lease_until'] },
  {
    table: 'import_rows',
    says: 'Rows of imported files and their result.',
    without: ['key', 'undo'],
  },
  { table: 'bulk_changes', says: 'Bulk changes of the last seven days.', without: ['lease_token', 'lease_until'] },
  { table: 'bulk_change_rows', says: 'Records of bulk changes, and what each had before.' },
  { table: 'import_mappings', says: 'Column mappings of earlier imports.', without: ['headers'] },
  { table: 'audit_events', says: 'Security events: who did what, and when.', without: ['ip', 'token_id'] },
  { table: 'record_edits', says: 'Changes of records: who changed what, and when.', without: ['ip', 'token_id'] },
]

/** Left out of every table: the organization is the same in each row, and `search`, `name_key` and `version` are internal. */
export const omittedColumns = ['organization_id', 'version', 'search', 'name_key'] as const

/** Tables of an organization that are left out, and why. */
export const notExported: Partial<Record<Table, string>> = {
  auth_sessions: 'sign-in sessions are private to each user',
  api_tokens: 'digests of API tokens, which are private to each user',
  second_factors: 'secrets of authenticator apps',
  recovery_codes: 'digests of recovery codes',
  user_passkeys: 'how a user logs in, private to each user',
  login_links: 'who a user is at a login provider, private to each user',
  login_domains: 'set by the operator of this installation',
  password_resets: 'hashes of password reset links',
  email_changes: 'hashes of links that confirm a new address',
  webhook_deliveries: 'copies of changes for webhooks, kept for 30 days',
  notices: 'what members were told by email, forgotten when it is over',
  push_subscriptions: 'which browsers of a member show notifications, private to each user',
  push_messages: 'queued notifications for these browsers, kept for a day',
  mails: 'queued emails, encrypted and short-lived',
  wa_leases: 'which process owns a session',
  wa_sends: 'log for the sending limits; the messages themselves are exported',
  wa_group_lists: 'when the groups of a session were last refreshed',
  wa_session_commands: 'pending commands to a session',
  wa_credentials: 'would allow others to send messages as you',
  media_parts: 'contents of files, which can be downloaded one by one',
  downloads: 'hashes of download links',
  home_dismissals: 'hidden and snoozed alerts, which are private to each user',
  view_defaults: 'which view opens for a member, private to each user',
  contact_numbers: 'which contact has which number, computed from the contacts',
  contact_emails: 'which contact has which other address, computed from the contacts',
  record_counts: 'counts of exported records',
  broadcast_counts: 'counts of exported recipients',
  broadcast_count_changes: 'changes of these counts, kept for a minute',
  record_changes: 'when records changed, kept for an hour',
  record_numbers: 'the last automatic numbers',
  idempotency_keys: 'hashes of the requests of the last day',
  archive_uploads: 'when archives were uploaded, kept for an hour',
}
