// Labels of what an erasure erases and of what stays.
import type { ErasedCounts, KeptCounts } from '../../../contract/erasures.ts'

export const erasedLabels: Record<keyof ErasedCounts, string> = {
  contacts: 'Contacts',
  investors: 'Investors: name and details',
  investment_texts: 'Investments: title, notes and reasons',
  notes: 'Notes',
  tasks: 'Tasks',
  replies: 'Received messages',
  answers: 'Answers and direct messages',
  recipients: 'Broadcast messages: name, number and text',
  files: 'Files sent only to this person',
  import_rows: 'Rows of imported files',
  traces: 'Other traces of the number',
}

export const keptLabels: Record<keyof KeptCounts, string> = {
  investments: 'Investments: amounts and days',
  transactions: 'Transactions: amounts and days',
  recipients: 'Broadcast messages: status and times',
  consents: 'Consents, as a digest of the number',
}
