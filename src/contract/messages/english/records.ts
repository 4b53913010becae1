// English: records and their values.
import type { Sentence } from '../sentence.ts'

export const records = {
  'contact.opted_out':
    'This number has opted out. Only a new opt-in reverses that: choose Opted in, and enter how the contact agreed.',
  'contact.deleted': 'This contact no longer exists.',
  'phone.starts_with_equals': 'A number cannot start with “=”.',
  'phone.extension': 'A number with an extension cannot receive WhatsApp messages. Remove the extension.',
  'phone.no_country_code': 'Start the number with + and the country code.',
  'phone.unknown_country_code': 'No country has this country code.',
  'phone.wrong_length': 'This number has the wrong length for its country.',
  'phone.two_numbers': 'This field has two numbers. Enter only one.',
  'phone.invalid': 'This is not a phone number.',
  'phone.damaged': 'This number was damaged by a spreadsheet ({text}). Format its column as text and export it again.',
  'phone.too_long': 'This number is too long.',
  'phone.too_short': 'This number is too short.',
  'phone.taken': '{name} already has this number.',
  'phone.invalid_in':
    'This is not a number for {country, country}. Begin numbers of other countries with + and the country code.',
  'phone.too_long_in':
    'This number is too long for {country, country}. Begin numbers of other countries with + and the country code.',
  'phone.too_short_in':
    'This number is too short for {country, country}. Begin numbers of other countries with + and the country code.',
  'record.changed': '{name} was changed by someone else. Review it, then save again.',
  'record.deleted': 'This record no longer exists.',
  'record.in_use': {
    one: '1 record uses “{name}”. Move it to another one first.',
    other: '{count, number} records use “{name}”. Move them to another one first.',
  },
  'name.taken': 'This name is already in use. Choose another one.',
  'master_data.replacement_same': 'Choose a different entry.',
  'master_data.list_changed': 'This list was changed by someone else. Review it, then move the row again.',
  'master_data.inactive': 'This entry is no longer active. Choose another one.',
  'master_data.deleted': 'This entry no longer exists. Choose another one.',
  'status.is_default': 'New investments begin as “{name}”. Make another status the default first.',
  'status.cannot_be_default': 'Only an active status of the category Prospect can be the default.',
  'status.last_active': '“{name}” is the last active status of its category. Add or activate another one there first.',
  'status.deleted': 'This status no longer exists.',
  'status.inactive': 'This status is no longer active.',
  'stage.some_deleted': 'One of these stages no longer exists.',
  'stage.deleted': 'This stage no longer exists.',
  'stage.inactive': 'This stage is no longer active.',
  'owner.not_member': 'This person is not a member of the organization.',
  'filter.record_deleted': 'A filter of this list no longer exists.',
  'investor.deleted': 'This investor no longer exists.',
  'investor.code_taken': 'Another investor has the code {code}.',
  'investor.has_investments': {
    one: 'This investor has one investment. Archive the investor instead: it is then hidden from pickers, and totals do not change.',
    other:
      '{count, number} investments belong to this investor. Archive the investor instead: it is then hidden from pickers, and totals do not change.',
  },
  'investor_type.deleted': 'This type no longer exists.',
  'investor_type.inactive': 'This type is no longer active.',
  'investment.reference_taken': 'Another investment has the reference {reference}.',
  'investment.investor_deleted': 'Its investor is deleted. Restore the investor first.',
  'investment.currency_locked': 'The currency is locked by transactions.',
  'investment.has_settled': {
    one: 'This investment has one settled transaction. Change its status instead, or delete the transaction first.',
    other:
      'This investment has {count, number} settled transactions. Change its status instead, or delete the transactions first.',
  },
  'offering.name_taken': 'Another offering is called {name}.',
  'offering.deleted': 'This offering no longer exists.',
  'offering.in_use': {
    one: 'This offering has one investment. Close it instead: it is then not offered for new investments.',
    other:
      '{count, number} investments use this offering. Close it instead: it is then not offered for new investments.',
  },
  'transaction.currency_changed':
    'This transaction was in {before}, but its investment is now in {currency}. Change the currency back first.',
  'transaction.changed': 'This transaction was changed by someone else. Review it, then save again.',
  'tag.name_taken': 'A tag with this name already exists.',
  'tag.deleted': 'This tag no longer exists. Choose another one.',
  'note.changed': 'This note was changed by someone else. Review it, then save again.',
  'note.record_deleted': 'The record of this note no longer exists.',
  'currency.is_base': '{code} is the base currency. Set another base currency first.',
  'currency.in_use': {
    one: 'One record uses {code}. It cannot be disabled while in use.',
    other: '{count, number} records use {code}. It cannot be disabled while in use.',
  },
  'rate.day_taken': 'This day already has a rate: 1 {from} = {rate} {to}. Edit that rate.',
  'rate.changed': 'This rate was changed by someone else. Review it, then save again.',
  'rate_file.numbers_ambiguous': 'The numbers are ambiguous. Choose a number format.',
  'rate_file.number_ambiguous': 'This number is ambiguous. Choose a number format.',
  'rate_file.repeated': 'Line {line} already has this pair and day.',
  'rate_file.same_currency': 'Both currencies are the same.',
  'rate_file.too_long': 'The file has more than {max, number} lines. Split it into parts.',
  'rate_file.quote_open': 'A quote is not closed.',
  'rate_file.no_header': 'The first line must name the columns: day, from, to, rate.',
  'rate_file.columns_missing': 'A column is missing: {columns}.',
  'rate_file.cells': {
    one: 'This line has 1 cell instead of {wanted}. A number with a comma needs quotes.',
    other: 'This line has {count} cells instead of {wanted}. A number with a comma needs quotes.',
  },
  'sample_data.no_invitations': 'Only you see your sample data. Go back to your organization to invite people.',
  'sample_data.no_phones': 'Sample data has invented contacts, so it sends through the simulator only.',
  'day.in_future': 'This day is in the future.',
} as const satisfies Record<string, Sentence>
