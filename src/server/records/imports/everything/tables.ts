// Tables of "Export everything" that can be imported, in the order of their references, with the rules of their columns.
import * as z from 'zod/mini'
import { BroadcastGroupInput } from '../../../../contract/broadcast-groups.ts'
import { Color } from '../../../../contract/color.ts'
import { Day, line, Moment, prose } from '../../../../contract/common.ts'
import { ContactInput } from '../../../../contract/contacts.ts'
import { ExchangeRateInput } from '../../../../contract/currencies.ts'
import { CustomFieldInput } from '../../../../contract/custom-fields.ts'
import { CustomKey, CustomValues } from '../../../../contract/custom-values.ts'
import { InvestmentInput } from '../../../../contract/investments.ts'
import { InvestorInput } from '../../../../contract/investors.ts'
import { InvestmentStageInput, InvestmentStatusInput, InvestorTypeInput } from '../../../../contract/master-data.ts'
import { Currency } from '../../../../contract/money.ts'
import { OfferingInput } from '../../../../contract/offerings.ts'
import { TagInput } from '../../../../contract/tags.ts'
import { TaskInput } from '../../../../contract/tasks.ts'
import { TemplateInput } from '../../../../contract/templates.ts'
import { TransactionInput } from '../../../../contract/transactions.ts'
import { ViewInput } from '../../../../contract/views.ts'

interface ImportedTable {
  table: string
  /** Validation of columns, as in the forms. The database checks ids and enumerations. */
  rules: { [column: string]: z.ZodMiniType }
  /** Columns that are computed here, or belong to data that is not imported. */
  without?: readonly string[]
}

/** Columns that no form has, in any table. */
export const everywhere: ImportedTable['rules'] = {
  created_at: Moment,
  updated_at: Moment,
  deleted_at: Moment,
  purged_at: Moment,
  erased_at: Moment,
  archived_at: Moment,
  status_since: Moment,
  done_at: Moment,
  at: Moment,
  until: Day,
  position: z.int().check(z.gte(0), z.lte(1_000_000)),
  seed_key: line(40),
  custom: CustomValues,
}

const { expected_amount, committed_amount, probability, title } = InvestmentInput.shape
/** Includes deleted choices. */
const StoredChoice = z.object({ id: CustomKey, name: line(60), color: Color, is_deleted: z.optional(z.literal(true)) })
const { kind, state, amount, due_on } = TransactionInput.shape

const former_phones = z.array(z.strictObject({ phone: line(20), key: line(20) })).check(z.maxLength(100))

export const importedTables: readonly ImportedTable[] = [
  { table: 'enabled_currencies', rules: { code: Currency } },
  { table: 'exchange_rates', rules: ExchangeRateInput.shape },
  { table: 'investor_types', rules: InvestorTypeInput.shape },
  { table: 'investment_statuses', rules: InvestmentStatusInput.shape },
  { table: 'investment_status_history', rules: { probability } },
  { table: 'investment_stages', rules: InvestmentStageInput.shape },
  { table: 'tags', rules: TagInput.shape },
  {
    table: 'custom_fields',
    rules: { ...z.omit(CustomFieldInput, { choices: true }).shape, key: CustomKey, choices: z.array(StoredChoice) },
  },
  { table: 'offerings', rules: OfferingInput.shape },
  // WhatsApp reports the id of a number again.
  { table: 'contacts', rules: { ...ContactInput.shape, former_phones }, without: ['wa_id'] },
  {
    table: 'opt_outs',
    rules: {
      // A phone number, or a hidden id (LID) if the number is unknown.
      phone_key: line(200),
      evidence: prose(20_000),
    },
  },
  { table: 'investors', rules: InvestorInput.shape },
  { table: 'investor_contacts', rules: {} },
  { table: 'investor_stages', rules: {} },
  { table: 'investor_tags', rules: {} },
  { table: 'contact_tags', rules: {} },
  {
    table: 'investments',
    rules: InvestmentInput.shape,
    without: ['funded', 'distributed', 'scheduled', 'next_due_on', 'transaction_count'],
  },
  { table: 'investment_status_changes', rules: {} },
  {
    table: 'investment_history',
    rules: { currency: Currency, expected_amount, committed_amount, probability, title },
  },
  { table: 'investment_tags', rules: {} },
  { table: 'transactions', rules: TransactionInput.shape },
  { table: 'transaction_history', rules: { kind, state, amount, due_on } },
  { table: 'notes', rules: { body: ContactInput.shape.notes, address_key: line(200) } },
  // Broadcasts are not imported. `next_id` is left out as well, so reopening a task does not delete the following one.
  {
    table: 'tasks',
    rules: { ...TaskInput.shape, anchor_day: z.int().check(z.gte(1), z.lte(31)) },
    without: ['broadcast_id', 'next_id'],
  },
  // The archive does not include the files of messages.
  { table: 'templates', rules: TemplateInput.shape, without: ['media_id', 'updated_by'] },
  { table: 'broadcast_groups', rules: BroadcastGroupInput.shape },
  { table: 'broadcast_group_contacts', rules: {} },
  { table: 'views', rules: ViewInput.shape },
]

/** In the archive, but not imported. */
export const ignoredTables = [
  ...[
    'users',
    'invitations',
    'roles',
    'webhooks',
    'period_closings',
    'media',
    'broadcasts',
    'broadcast_approvals',
    'broadcast_contacts',
    'broadcast_wa_groups',
  ],
  ...[
    'broadcast_audience_groups',
    'broadcast_group_wa_groups',
    'recipients',
    'group_receipts',
    'wa_sessions',
    'wa_chats',
  ],
  ...[
    'wa_groups',
    'wa_group_members',
    'wa_messages',
    'wa_answers',
    'wa_conversations',
    'imports',
    'import_rows',
    'import_mappings',
    'bulk_changes',
    'bulk_change_rows',
  ],
  // Digests of another organization: its salt is not in the archive.
  ...['audit_events', 'record_edits', 'erasures', 'erased_numbers', 'merges', 'merged_records', 'distinct_pairs'],
]
