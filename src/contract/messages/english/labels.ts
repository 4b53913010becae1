// English: names and values inside other messages.
import type { Sentence } from '../sentence.ts'

export const labels = {
  'label.this_organization': 'this organization',
  'label.broadcast_groups': 'broadcast groups',
  'label.broadcasts': 'broadcasts',
  'label.contacts': 'contacts',
  'label.exchange_rates': 'exchange rates',
  'label.imports': 'imports',
  'label.investments': 'investments',
  'label.investors': 'investors',
  'label.members': 'members',
  'label.notes': 'notes',
  'label.offerings': 'offerings',
  'label.opt_outs': 'opt-outs',
  'label.tags': 'tags',
  'label.tasks': 'tasks',
  'label.templates': 'templates',
  'label.running_sessions': 'WhatsApp sessions that run or are linked to a phone',
  'label.setting_fault': 'a setting is invalid',
  'label.column_fault': '{column} {fault}',
  'label.not_row': 'it is not a row',
  'label.too_long': 'it is too long',
  'value.not_date': '“{text}” is not a date such as 2026-11-20.',
  'value.not_currency': '“{text}” is not a currency code that Kabar knows.',
  'value.not_rate': '“{text}” is not a rate such as 16400.50, with at most 15 decimals.',
  'value.not_email': '“{text}” is not an email address.',
} as const satisfies Record<string, Sentence>
