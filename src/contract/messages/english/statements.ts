// English: texts of a statement in a PDF.
import type { Sentence } from '../sentence.ts'

export const statements = {
  'statement.title': 'Statement',
  'statement.as_of': 'Statement as of {day}',
  'statement.commitments': 'Commitments',
  'statement.payments': 'Payments',
  'statement.due': 'Still to be paid',
  'statement.investment': 'Investment',
  'statement.committed': 'Committed',
  'statement.funded': 'Funded',
  'statement.outstanding': 'Outstanding',
  'statement.distributed': 'Distributed',
  'statement.date': 'Date',
  'statement.no_date': 'No date',
  'statement.paid_in': 'Paid in',
  'statement.paid_out': 'Paid out',
  'statement.amount': 'Amount',
  'statement.all_in': 'All in {currency}',
  'statement.none': 'No commitments or payments by this day.',
  'statement.note': 'Funded is what was paid in less refunds; outstanding is what is committed and not yet paid.',
  'statement.page': 'Page {page} of {pages}',
  'statement.contribution': 'Contribution',
  'statement.distribution': 'Distribution',
  'statement.return_of_capital': 'Return of capital',
  'statement.fee': 'Fee',
  'statement.refund': 'Refund',
} as const satisfies Record<string, Sentence>
