// Contents of "Export everything": every table of the organization, except those listed here with a reason.
import type { DB } from '../db/types.ts'

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
  { table: 'organizations', says: 'Your organization: its name and settings.' },
  { table: 'users', says: 'The members.', without: ['email_key', 'password_hash'] },
  {
    table: 'invitations',
    says: 'Who was invited, by whom, and what became of it.',
    without: ['email_key'],
  },
  { table: 'investors', says: 'Investors.' },
  { table: 'investor_types', says: 'Kinds of investors.' },
  { table: 'investor_stages', says: 'The stages that an investor prefers.' },
  { table: 'investor_contacts', says: 'Which contacts belong to which investor.' },
  { table: 'investor_tags', says: 'Tags of investors.' },
  { table: 'offerings', says: 'What can be invested in.' },
  { table: 'investments', says: 'Investments.', without: ['amount_key'] },
  { table: 'investment_statuses', says: 'The statuses that an investment can have.' },
  {
    table: 'investment_status_history',
    says: 'The probability of a status until it was changed.',
  },
  { table: 'investment_stages', says: 'The stages that an investment can be in.' },
  { table: 'investment_status_changes', says: 'When an investment went from one status to another.' },
  {
    table: 'investment_history',
    says: 'Whose an investment was and what it was worth before it was changed, until the day of the change.',
  },
  { table: 'investment_tags', says: 'Tags of investments.' },
  { table: 'transactions', says: 'Money that came in and went out, by investment.' },
  { table: 'period_closings', says: 'Until which day the books were closed, by whom, when and why.' },
  { table: 'transaction_history', says: 'What a payment was until a change of it counted.' },
  { table: 'enabled_currencies', says: 'Currencies in use.' },
  { table: 'exchange_rates', says: 'Exchange rates by day.' },
  { table: 'contacts', says: 'Contacts.', without: ['phone_key', 'email_key'] },
  { table: 'contact_tags', says: 'Tags of contacts.' },
  { table: 'tags', says: 'The tags themselves.' },
  { table: 'notes', says: 'Notes on investors, contacts and investments.' },
  { table: 'opt_outs', says: 'Numbers that asked not to be written to.' },
  { table: 'media', says: 'Files of messages: what they are called and what they are.' },
  { table: 'templates', says: 'Templates.' },
  { table: 'broadcast_groups', says: 'Broadcast groups, with the rules of their segments.' },
  {
    table: 'broadcast_group_contacts',
    says: 'The contacts of a broadcast group that were picked or excluded by hand.',
  },
  { table: 'broadcast_group_wa_groups', says: 'The WhatsApp groups of a broadcast group.' },
  { table: 'broadcasts', says: 'Broadcasts.' },
  { table: 'broadcast_contacts', says: 'The audience of a broadcast as it was chosen by hand.' },
  { table: 'broadcast_wa_groups', says: 'The WhatsApp groups of that audience.' },
  { table: 'broadcast_audience_groups', says: 'The broadcast groups of that audience.' },
  {
    table: 'recipients',
    says: 'Each person and group in each broadcast: the text, what became of it, and when.',
    without: ['address_key', 'due_at', 'decide_at', 'fence', 'resends'],
  },
  { table: 'group_receipts', says: 'Who of a group has a message of a broadcast, and who has read it.' },
  {
    table: 'wa_sessions',
    says: 'WhatsApp sessions, without what would let somebody use them.',
    without: ['qr', 'pairing_code', 'qr_expires_at'],
  },
  { table: 'wa_chats', says: 'Who has written to a session, and when first.' },
  { table: 'wa_groups', says: 'WhatsApp groups of the sessions; those that were imported have a day.' },
  {
    table: 'wa_group_members',
    says: 'Who is in which WhatsApp group, without the own account.',
    without: ['phone_key'],
  },
  {
    table: 'wa_messages',
    says: 'What people wrote to a session.',
    without: ['address_key'],
  },
  { table: 'wa_answers', says: 'What was answered, and what became of it.', without: ['due_at', 'resends'] },
  { table: 'imports', says: 'Imported files and what became of them.', without: ['lease_token', 'lease_until'] },
  {
    table: 'import_rows',
    says: 'The rows of imported files: what was read, and what was done.',
    without: ['key', 'undo'],
  },
  { table: 'import_mappings', says: 'Which columns were taken for what.', without: ['headers'] },
  { table: 'audit_events', says: 'Who did what that matters for safety.', without: ['ip'] },
  { table: 'record_edits', says: 'Who changed what of which record.', without: ['ip'] },
]

/** Left out of every table: the organization is the same in each row, and `search`, `name_key` and `version` are internal. */
export const omittedColumns = ['organization_id', 'version', 'search', 'name_key', 'block'] as const

/** Tables of an organization that are left out, and why. */
export const notExported: Partial<Record<Table, string>> = {
  auth_sessions: 'where somebody is signed in is theirs alone',
  password_resets: 'links to a new password, hashed',
  email_changes: 'links to a new address, hashed',
  mails: 'on their way out, sealed, gone in a moment',
  wa_leases: 'which process owns a session',
  wa_sends: 'what the limits of a session are counted from; the messages themselves are exported',
  wa_group_lists: 'when a phone was last asked for its groups',
  wa_session_commands: 'what a session is about to do',
  wa_credentials: 'would let somebody write as you',
  media_parts: 'the bytes of files, which their page gives',
  downloads: 'links to files, hashed',
  home_dismissals: 'what somebody has put off on Home, of what is exported',
  sample_sets: 'whether sample data is in',
  sample_records: 'which records came with it',
  record_counts: 'counts of what is exported',
  broadcast_counts: 'counts of what is exported',
  broadcast_count_changes: 'what changed of these counts, for a minute',
  record_changes: 'when something changed, for an hour',
  changed_parts: 'which of it changed, for some hours',
  record_numbers: 'where counting goes on',
  idempotency_keys: 'requests of the last day, hashed',
  archive_uploads: 'when an archive was uploaded, for an hour',
}
