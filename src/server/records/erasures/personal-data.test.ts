// Which columns have personal data of contacts and investors, checked against the catalog: a new column needs a decision here.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'

/** Columns that `queries.ts` empties, or whose rows it deletes, or that are computed from such columns. */
const erased: Record<string, string> = {
  contacts: `name preferred_name phone phone_key phone_label other_phones other_phone_keys former_phones email email_key other_emails company
    job_title language notes consent search time_zone wa_id consent_how consent_evidence name_key custom`,
  contact_numbers: 'phone_key',
  contact_emails: 'email_key',
  opt_outs: 'phone_key evidence',
  investors: `name email city website preferred_currency source notes search name_key follow_up_note custom`,
  investments: 'title lost_reason notes search name_key custom',
  investment_history: 'title',
  transactions: 'reference note',
  notes: 'body address_key',
  // Tasks about the person are erased.
  tasks: 'title details name_key search',
  recipients: 'name address address_key text approved_text drifted_text',
  group_receipts: 'address_key',
  wa_messages: 'wa_message_id address_key address text driver',
  wa_answers: 'text reason wa_message_id address address_key driver',
  wa_chats: 'address_key',
  wa_conversations: 'address_key',
  wa_group_members: 'address phone_key',
  wa_sends: 'address_key',
  // Files that were sent to nobody else.
  media: 'kind type name sha256',
  media_parts: 'bytes',
  import_rows: `action reasons data key cells undo revert_failure duplicate_kind duplicate_choice notes remarks`,
  bulk_change_rows: 'before refusal undo_refusal',
  // The search for a name.
  views: 'parameters',
  // The values before a merge.
  merges: 'moved',
  // Sample values.
  imports: 'columns',
  record_edits: 'changes',
  // `detail` holds the number that a test message went to, and the name, host and events of a webhook; otherwise only ids, kinds and counts.
  audit_events: 'detail',
  idempotency_keys: 'key request_hash response',
  downloads: 'kind input token_hash status',
  webhook_deliveries: 'data response',
}

/** Columns that stay, and why they may. */
const kept: Record<string, [columns: string, because: string]> = {
  investors: ['code kind country', 'a number of the organization, and what figures of past days are grouped by'],
  investments: ['reference instrument currency amount_key', 'figures'],
  investment_history: ['currency', 'figures'],
  transactions: ['kind state', 'figures'],
  transaction_history: ['kind state', 'figures'],
  tasks: ['repeats', 'how often, of tasks about others'],
  recipients: ['reason wa_message_id', 'what became of a message; the id is computed from the row’s own id'],
  wa_sends: ['wa_message_id chat', 'counts for the sending limits'],
  record_edits: ['record ip', 'what kind of record a user changed, and from where'],
  investor_contacts: ['role', 'goes with the contact'],
  erasures: ['erased kept digests', 'counts, and digests with a secret of the organization'],
  erased_numbers: ['digest consent', 'the consent of a number that only its owner can name'],
  audit_events: ['action ip', 'acts of users'],
  broadcasts: [
    'name body status approval pause_reason failure send_on time_zone source_part language name_key search driver',
    'written for all recipients',
  ],
  broadcast_approvals: [
    'decision reason digest',
    'of a broadcast to all its recipients; the digest is of all their messages',
  ],
  templates: ['name body language name_key search', 'written for all recipients'],
  broadcast_groups: ['name segment name_key search', 'rules refer to records by id'],
  wa_groups: ['wa_id name', 'as the phone reports it'],
  imports: [
    'file_name status failure counts kind options needed_choices sheets sheet',
    'about the file; its rows are erased',
  ],
  import_mappings: ['kind headers fields options', 'headings of files'],
  bulk_changes: ['kind change status', 'the same values for many records'],
  home_dismissals: ['kind key state', 'ids'],
  wa_session_commands: ['command payload', 'commands of simulated phones, executed within a second'],
  push_messages: ['title path topic', 'to users, deleted once they are sent'],
  mails: ['encrypted', 'to users, deleted once they are sent'],
  webhook_deliveries: ['type state failure', 'what kind of event, and whether it was delivered'],
  offerings: ['name kind currency state name_key search custom', 'not about a person'],
  views: ['list name columns', 'what a list shows'],
  view_defaults: ['list', 'ids'],
  merges: ['kind', 'what kind of record was merged'],
  tags: ['name color', 'not about a person'],
  custom_fields: ['record key name type choices', 'what fields records have, without values'],
}

/** Tables about the organization, its members and settings, or about the installation. */
const notAboutContacts = `api_tokens auth_sessions backups broadcast_count_changes broadcast_counts email_changes enabled_currencies exchange_rates
  feed_rates investment_stages investment_statuses investor_types invitations login_domains login_links notices organizations password_resets period_closings push_subscriptions
  rate_feeds rate_limits record_counts record_numbers recovery_codes roles second_factors user_passkeys users wa_credentials wa_group_lists wa_leases wa_sessions
  webhooks`

const words = (text: string) => text.split(/\s+/).filter(Boolean)

test('each column with free content is erased, or stays for a reason', async () => {
  const database = await testDatabase()
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%' and a.attnum > 0 and not a.attisdropped
      and a.atttypid::regtype::text in ('text', 'text[]', 'jsonb', 'json', 'bytea', 'inet', 'character varying')
      and not (c.relname = any (${words(notAboutContacts)}::text[]))`.execute(database.system)
  const decided = [
    ...Object.entries(erased).flatMap(([table, columns]) => words(columns).map((column) => `${table}.${column}`)),
    ...Object.entries(kept).flatMap(([table, [columns]]) => words(columns).map((column) => `${table}.${column}`)),
  ]
  expect(decided.toSorted()).toEqual(rows.map(({ name }) => name).sort())
  expect(new Set(decided).size).toBe(decided.length)
})
