// Which tables of "Export everything" come back, in the order of their references, and the rules of their columns.
import * as z from 'zod/mini'
import { BroadcastGroupInput } from '../../../contract/broadcast-groups.ts'
import { Day, line, Moment, prose } from '../../../contract/common.ts'
import { ContactInput } from '../../../contract/contacts.ts'
import { ExchangeRateInput } from '../../../contract/currencies.ts'
import { InvestmentInput } from '../../../contract/investments.ts'
import { InvestorInput } from '../../../contract/investors.ts'
import { InvestmentStageInput, InvestmentStatusInput, InvestorTypeInput } from '../../../contract/master-data.ts'
import { Currency } from '../../../contract/money.ts'
import { OfferingInput } from '../../../contract/offerings.ts'
import { TagInput } from '../../../contract/tags.ts'
import { TemplateInput } from '../../../contract/templates.ts'
import { TransactionInput } from '../../../contract/transactions.ts'

interface ImportedTable {
  table: string
  /** What may stand in a column, as the forms have it. The database sees to ids, and to what is one of a few words. */
  rules: { [column: string]: z.ZodMiniType }
  /** Columns that are counted here, or belong to what does not come along. */
  without?: readonly string[]
}

/** What no form asks for, wherever it stands. */
export const everywhere: ImportedTable['rules'] = {
  created_at: Moment,
  updated_at: Moment,
  deleted_at: Moment,
  archived_at: Moment,
  status_since: Moment,
  at: Moment,
  until: Day,
  position: z.int().check(z.gte(0), z.lte(1_000_000)),
}

const { expected_amount, committed_amount, probability, title } = InvestmentInput.shape
const { kind, state, amount, due_on } = TransactionInput.shape

export const importedTables: readonly ImportedTable[] = [
  { table: 'enabled_currencies', rules: { code: Currency } },
  { table: 'exchange_rates', rules: ExchangeRateInput.shape },
  { table: 'investor_types', rules: InvestorTypeInput.shape },
  { table: 'investment_statuses', rules: InvestmentStatusInput.shape },
  { table: 'investment_status_history', rules: { probability } },
  { table: 'investment_stages', rules: InvestmentStageInput.shape },
  { table: 'tags', rules: TagInput.shape },
  { table: 'offerings', rules: OfferingInput.shape },
  // What WhatsApp says a number is, it says again.
  { table: 'contacts', rules: ContactInput.shape, without: ['wa_id'] },
  {
    table: 'opt_outs',
    rules: {
      // A number, or the hidden id of somebody whose number is not known.
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
  { table: 'notes', rules: { body: ContactInput.shape.notes } },
  // The files of messages are not in the archive.
  { table: 'templates', rules: TemplateInput.shape, without: ['media_id', 'updated_by'] },
  { table: 'broadcast_groups', rules: BroadcastGroupInput.shape },
  { table: 'broadcast_group_contacts', rules: {} },
]

/** In the archive, and not read. */
export const ignoredTables = [
  ...['users', 'invitations', 'period_closings', 'media', 'broadcasts', 'broadcast_contacts', 'broadcast_wa_groups'],
  ...[
    'broadcast_chosen_groups',
    'broadcast_group_wa_groups',
    'recipients',
    'group_receipts',
    'wa_sessions',
    'wa_chats',
  ],
  ...['wa_groups', 'wa_group_members', 'wa_messages', 'wa_answers', 'imports', 'import_rows', 'import_mappings'],
  ...['audit_events', 'record_edits'],
]
