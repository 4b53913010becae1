// English: texts of the certificate of an erasure, and of its confirmation.
import type { Sentence } from '../sentence.ts'

export const erasures = {
  'erasure.certificate': 'Certificate of erasure',
  'erasure.statement':
    'The personal data of one person was erased on request, in one step that cannot be undone. This certificate has no personal data.',
  'erasure.erased': 'Erased',
  'erasure.kept': 'What stays, without a name',
  'erasure.kind_contacts': 'Contacts',
  'erasure.kind_investors': 'Investors: name and details',
  'erasure.kind_investment_texts': 'Investments: title, notes and reasons',
  'erasure.kind_notes': 'Notes',
  'erasure.kind_tasks': 'Tasks',
  'erasure.kind_replies': 'Received messages',
  'erasure.kind_answers': 'Answers and direct messages',
  'erasure.kind_recipients': 'Broadcast messages: name, number and text',
  'erasure.kind_files': 'Files sent only to this person',
  'erasure.kind_import_rows': 'Rows of imported files',
  'erasure.kind_traces': 'Other traces of the number',
  'erasure.kept_investments': 'Investments: amounts and days',
  'erasure.kept_transactions': 'Transactions: amounts and days',
  'erasure.kept_recipients': 'Broadcast messages: status and times',
  'erasure.kept_consents': 'Consents, as a digest of the number',
  'erasure.digests': 'Digests of the numbers (SHA-256 with a secret of the organization)',
  'erasure.name_differs': 'must be the name: {name}',
  'erasure.one_person': 'must be one contact or one investor',
} as const satisfies Record<string, Sentence>
