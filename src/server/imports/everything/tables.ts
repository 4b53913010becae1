// Which tables of "Export everything" come back, in the order of their references, and the rules of their columns.
import type * as z from 'zod/mini'
import { BroadcastGroupInput } from '../../../contract/broadcast-groups.ts'
import { ContactInput } from '../../../contract/contacts.ts'
import { ExchangeRateInput } from '../../../contract/currencies.ts'
import { InvestmentInput } from '../../../contract/investments.ts'
import { InvestorInput } from '../../../contract/investors.ts'
import { InvestmentStageInput, InvestmentStatusInput, InvestorTypeInput } from '../../../contract/master-data.ts'
import { OfferingInput } from '../../../contract/offerings.ts'
import { TagInput } from '../../../contract/tags.ts'
import { TemplateInput } from '../../../contract/templates.ts'
import { TransactionInput } from '../../../contract/transactions.ts'

interface Taken {
  table: string
  /** What may stand in a column, as the forms have it. The database sees to the rest. */
  rules: { [column: string]: z.ZodMiniType }
  /** Columns that are counted here, or belong to what does not come along. */
  without?: readonly string[]
}

export const taken: readonly Taken[] = [
  { table: 'enabled_currencies', rules: {} },
  { table: 'exchange_rates', rules: ExchangeRateInput.shape },
  { table: 'investor_types', rules: InvestorTypeInput.shape },
  { table: 'investment_statuses', rules: InvestmentStatusInput.shape },
  { table: 'investment_status_history', rules: {} },
  { table: 'investment_stages', rules: InvestmentStageInput.shape },
  { table: 'tags', rules: TagInput.shape },
  { table: 'offerings', rules: OfferingInput.shape },
  // What WhatsApp says a number is, it says again.
  { table: 'contacts', rules: ContactInput.shape, without: ['wa_id'] },
  { table: 'opt_outs', rules: {} },
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
  { table: 'investment_history', rules: {} },
  { table: 'investment_tags', rules: {} },
  { table: 'transactions', rules: TransactionInput.shape },
  { table: 'transaction_history', rules: {} },
  { table: 'notes', rules: { body: ContactInput.shape.notes } },
  // The files of messages are not in the archive.
  { table: 'templates', rules: TemplateInput.shape, without: ['media_id', 'updated_by'] },
  { table: 'broadcast_groups', rules: BroadcastGroupInput.shape },
  { table: 'broadcast_group_contacts', rules: {} },
]

/** In the archive, and not read. */
export const left = [
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
