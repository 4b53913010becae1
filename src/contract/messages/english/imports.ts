// English: imported files and their rows.
import type { Sentence } from '../sentence.ts'

export const imports = {
  'import.row_failed':
    'Kabar could not save one of the rows. Rows imported before it are saved; import the file again for the rest.',
  'import.too_many_columns': 'Row {row} has more than {max} columns. Keep those with names, numbers and addresses.',
  'import.too_many_rows':
    'The file has more than {max, number} rows. Split it and import the parts one after the other.',
  'import.file_too_large': 'The file is larger than 32 MB. Split it and import the parts one after the other.',
  'import.too_much_text':
    'The file has more than {max} million characters of text. Keep the columns that are needed, or split it.',
  'import.too_many_filled_cells':
    'The sheet has more than {max, number} filled cells. Keep the columns that are needed, or split it.',
  'import.no_phone_column': 'No column with phone numbers was found. Choose the column with the phone numbers.',
  'import.file_empty': 'The file is empty. Choose a file with a header row and one row per record.',
  'import.already_started': 'This import has already started. It can be reverted.',
  'import.formats_undecided': 'Choose the number and date formats of this file first.',
  'import.rows_deleted': 'The rows were deleted 90 days after the import. The imported records are kept.',
  'import.not_ended': 'Only an import that has ended can be reverted.',
  'import.still_runs': 'Only the records of an import that has ended can be tagged or grouped.',
  'import.no_contacts': 'All contacts of this import have been deleted.',
  'import.no_tags': 'Offerings have no tags.',
  'import.no_room_for_tag': {
    one: 'One contact has too many tags for another one. Remove some, then try again.',
    other: '{count, number} contacts have too many tags for another one. Remove some, then try again.',
  },
  'import.not_running': 'Only an import that is running can be cancelled.',
  'import.duplicates_undecided': 'Some rows look identical. First choose whether to keep both or merge them.',
  'import.number_just_added': 'Someone else added this number. Import the row again.',
  'file.empty': 'The file is empty.',
  'file.required': 'Choose a file.',
  'file.is_pdf': 'This is a PDF. Kabar reads CSV, Excel (.xlsx) and vCard files.',
  'file.not_text': 'This is not a text file. Kabar reads CSV, Excel (.xlsx) and vCard files.',
  'file.is_xls':
    'This is an old Excel workbook (.xls), or one with a password. Save it as .xlsx without password, then choose that file.',
  'file.is_zip': 'This is a ZIP archive, not an Excel workbook. Choose the file that is inside it.',
  'file.is_xlsb': 'This is a binary Excel workbook (.xlsb). Save it as .xlsx, then choose that file.',
  'file.is_ods': 'This is an OpenDocument spreadsheet (.ods). Save it as .xlsx, then choose that file.',
  'file.is_numbers': 'This is a Numbers spreadsheet. Export it as Excel (.xlsx), then choose that file.',
  'file.is_word': 'This is a Word document. Copy its table and paste the cells, or save them as CSV.',
  'file.is_json': 'This is JSON, not a table. Save it as CSV and choose that file.',
  'file.is_web_page': 'This is a web page, not a table. Save it as CSV and choose that file.',
  'file.is_xml': 'This is an XML file, not a table. Save it as CSV and choose that file.',
  'csv.quote_open': 'The quote in row {row} is not closed. Close or remove it, then choose the file again.',
  'csv.not_table': 'From row {row} on, the file is not a table. Correct that row, then choose the file again.',
  'csv.row_too_long': 'One row of this file is too long. Split it, or remove it.',
  'workbook.incomplete': 'This workbook is incomplete. Copy or download it again.',
  'workbook.damaged':
    'This workbook is damaged, or locked with a password. Save it again in Excel, or save the sheet as CSV.',
  'workbook.too_large': 'This workbook is too large to be unpacked. Save the sheet as CSV, or split it.',
  'workbook.no_sheet': 'This workbook has no such sheet.',
  'archive.organization_not_empty':
    'This organization already has {what}. An archive can only be imported into an organization without records.',
  'archive.inconsistent': 'This archive is inconsistent. {fault}',
  'archive.commitment_missing': 'investments: {reference} needs a committed amount, or the reason why it was lost.',
  'archive.investment_decimals': 'investments: {reference} has too many decimals for {currency}.',
  'archive.transaction_fault':
    'transactions: one of {reference} has too many decimals for {currency}, or was settled in the future.',
  'archive.no_default_status': 'investment_statuses: none is the default for new investments.',
  'archive.no_base_currency': 'enabled_currencies: the base currency is missing.',
  'archive.row_fault': 'json/{table}.jsonl, line {line}: {fault}. Nothing was imported.',
  'archive.rows_inconsistent': 'json/{table}.jsonl: a row is inconsistent with the others. Nothing was imported.',
  'archive.not_export': 'This is not an archive of “Export everything”. Choose the ZIP file that Kabar created.',
  'archive.damaged': 'This archive is damaged or too large. Export everything again and choose the new file.',
  'archive.too_many_rows': 'The archive has more than 1,000,000 rows. Ask your administrator to move the database.',
} as const satisfies Record<string, Sentence>
