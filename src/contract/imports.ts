// Importing records from a file or pasted cells: upload, map, preview, run, report, revert.

import * as z from 'zod/mini'
import { byId, Country, Id, line, listQuery, Name, pageOf, Timestamp, wholeNumber } from './common.ts'
import { NumberStyle } from './currencies.ts'
import type { CustomRecord } from './custom-fields.ts'
import type { CustomType } from './custom-values.ts'
import { endpoint } from './endpoint.ts'
import type { CustomColumn } from './exports.ts'
import { MessageData } from './messages/data.ts'
import { issue } from './messages/issue.ts'
import { Currency } from './money.ts'
import { Quota } from './quotas.ts'
import { TagIds } from './tags.ts'

/** Limit for one file; larger ones must be split. */
export const importMaxBytes = 32 * 1024 * 1024

export const ImportKind = z.enum(['contacts', 'investors', 'investments', 'transactions', 'offerings'])
export type ImportKind = z.output<typeof ImportKind>
/**
 * `reading` (the file is being parsed) → `ready` (preview) → `running` → `done` → `reverting` → `reverted`; `failed` with a
 * reason; `cancelled` while it was running: the rest can be started again, or the import reverted.
 */
export const ImportStatus = z.enum([
  'reading',
  'ready',
  'running',
  'done',
  'cancelled',
  'failed',
  'reverting',
  'reverted',
])
export type ImportStatus = z.output<typeof ImportStatus>
export const RowAction = z.enum(['create', 'update', 'skip', 'error'])
export type RowAction = z.output<typeof RowAction>

/** Columns by which an export is recognized: no other program's table has three of them and an id. */
const ownMarks: Record<ImportKind, readonly string[]> = {
  contacts: ['name', 'preferred_name', 'phone', 'job_title', 'consent_how', 'time_zone', 'created_at', 'updated_at'],
  investors: ['code', 'name', 'type', 'do_not_contact', 'preferred_stages', 'is_archived', 'created_at', 'updated_at'],
  investments: ['reference', 'investor_code', 'status', 'committed_amount', 'lost_reason', 'created_at', 'updated_at'],
  transactions: [],
  offerings: ['name', 'target_amount', 'min_ticket', 'opens_on', 'closes_on', 'state', 'created_at', 'updated_at'],
}

/** True for the header of a file that Kabar exported. */
export function isOwnHeader(kind: ImportKind, header: readonly string[]): boolean {
  // Transactions have no other format.
  if (kind === 'transactions') return true
  return header.includes('id') && ownMarks[kind].filter((mark) => header.includes(mark)).length >= 3
}

/** Fields that only Kabar's own exports have; such files are recognized by their headers and reimported in full. */
export const reimportFields = {
  contacts: [
    ...['id', 'other_phones', 'other_emails', 'language', 'time_zone'],
    ...['consent_at', 'consent_how', 'consent_evidence', 'updated_at'],
  ],
  investors: ['id', 'preferred_stages', 'owner', 'is_archived', 'contacts', 'updated_at'],
  investments: ['id', 'probability', 'owner', 'updated_at'],
  transactions: ['id', 'investment_id', 'updated_at'],
  offerings: ['id', 'updated_at'],
} as const

/** Terms of an investment. */
export const termFields = [
  'units',
  'unit_price',
  'ownership_percent',
  'interest_rate_percent',
  'discount_percent',
  'valuation_cap',
  'maturity_on',
] as const

/** Fields that a column can fill, by kind, in the order they are offered. */
export const importFields = {
  contacts: [
    'name',
    'first_name',
    'middle_name',
    'last_name',
    'preferred_name',
    'phone',
    'email',
    'company',
    'job_title',
    'notes',
    'consent',
    'do_not_contact',
    'tags',
    ...reimportFields.contacts,
  ],
  investors: [
    'name',
    'code',
    'type',
    'kind',
    'email',
    'country',
    'city',
    'website',
    'source',
    'preferred_currency',
    'ticket_min',
    'ticket_max',
    'next_follow_up_on',
    'follow_up_note',
    'notes',
    'contact_name',
    'contact_phone',
    'contact_email',
    'contact_role',
    'do_not_contact',
    'tags',
    ...reimportFields.investors,
  ],
  investments: [
    'investor',
    'investor_code',
    'offering',
    'reference',
    'title',
    'status',
    'stage',
    'instrument',
    'currency',
    'expected_amount',
    'committed_amount',
    'expected_close_on',
    'committed_on',
    'closed_on',
    'lost_reason',
    'notes',
    'transaction_kind',
    'transaction_amount',
    'transaction_on',
    'transaction_reference',
    ...termFields,
    /** As prose: stored in the notes. */
    'terms',
    'tags',
    ...reimportFields.investments,
  ],
  /** A file as Kabar exports it, with or without ids. */
  transactions: [
    'investment',
    'investor',
    'kind',
    'state',
    'currency',
    'amount',
    'due_on',
    'settled_on',
    'reference',
    'note',
    ...reimportFields.transactions,
  ],
  offerings: [
    ...['name', 'kind', 'currency', 'target_amount', 'min_ticket', 'opens_on', 'closes_on', 'state'],
    ...reimportFields.offerings,
  ],
} as const satisfies Record<ImportKind, readonly string[]>
export type BuiltInField = (typeof importFields)[ImportKind][number]
const BuiltInField = z.enum([...new Set(Object.values(importFields).flat())] as [BuiltInField, ...BuiltInField[]])
/** A custom field, named as its export column: `custom.tier`, or `custom.fee.currency` for the currency of money. */
const CustomTarget = z
  .string()
  .check(
    z.regex(/^custom\.[a-z][a-z0-9_]{0,39}(\.currency)?$/, { error: issue('field.not_choice') }),
  ) as unknown as z.ZodMiniType<CustomColumn, CustomColumn>
export const ImportField = z.union([BuiltInField, CustomTarget])
export type ImportField = z.output<typeof ImportField>

/** The kind of record whose custom fields an import can fill. Payments have no custom fields. */
export const customRecordOf = {
  contacts: 'contact',
  investors: 'investor',
  investments: 'investment',
  transactions: null,
  offerings: 'offering',
} as const satisfies Record<ImportKind, CustomRecord | null>

/** Whether the format of numbers or of dates matters for a column; for a custom field this depends on its type. */
export const fieldForm = (field: ImportField, type?: CustomType): 'amount' | 'day' | undefined => {
  if (field.startsWith('custom.'))
    return type === 'date' ? 'day' : type === 'number' || type === 'money' ? 'amount' : undefined
  if (field.endsWith('_on')) return 'day'
  return /amount$|^ticket_|_ticket$|^unit|_percent$|^valuation_cap$/.test(field) ? 'amount' : undefined
}

/** The order of a numeric date; the month may be a name in any of them. */
export const DateStyle = z.enum(['dmy', 'mdy', 'ymd'])
export type DateStyle = z.output<typeof DateStyle>

/** Possible duplicates: `create` each, or `merge` them into one. */
export const DuplicateChoice = z.enum(['create', 'merge'])
export type DuplicateChoice = z.output<typeof DuplicateChoice>

/** How cells are parsed. */
export const ImportOptions = z.object({
  /** Null: ambiguous, or the file has no numbers. `needed_choices` says which. */
  number_style: z.nullable(NumberStyle),
  date_style: z.nullable(DateStyle),
  /** Country of numbers without a country code. */
  country: Country,
  /** Currency of amounts without one. */
  currency: Currency,
  /** Type of investors without one. */
  investor_type_id: z.nullable(Id),
  /** Rows of investments may create missing offerings and investors. */
  create_offerings: z.boolean(),
  create_investors: z.boolean(),
  /** Identical rows: create each or merge them. Null: not answered yet, which blocks the start. */
  duplicate_rows: z.nullable(DuplicateChoice),
  /** Rows with the same amount that differ in a day, a stage, a payment or the like. */
  similar_rows: DuplicateChoice,
  /** Names of tags that every row's record gets, even if the record exists already. Ignored for files that Kabar exported. */
  tags: z.array(line(60)).check(z.maxLength(10)),
})
export type ImportOptions = z.output<typeof ImportOptions>

export const Import = z.object({
  id: Id,
  kind: ImportKind,
  /** Null for pasted cells. */
  file_name: z.nullable(z.string()),
  /** The visible sheets of a workbook, and the one that was read. */
  sheets: z.array(z.string()),
  sheet: z.nullable(z.string()),
  status: ImportStatus,
  failure: z.nullable(MessageData),
  /** The file's columns in order, each with its header, the field it fills or null, and sample values. */
  columns: z.array(z.object({ header: z.string(), field: z.nullable(ImportField), samples: z.array(z.string()) })),
  options: ImportOptions,
  /** Choices that the user must make because the file is ambiguous. */
  needed_choices: z.array(z.enum(['number_style', 'date_style', 'duplicate_rows'])),
  /** Possible duplicates, and the identical ones without an answer. */
  duplicates: z.object({ identical: z.int(), similar: z.int(), undecided: z.int() }),
  /** Rows by planned action. */
  counts: z.object({ create: z.int(), update: z.int(), skip: z.int(), error: z.int() }),
  /** Number of rows that can be saved but should be checked, for example because a phone number has an unusual length. */
  warnings: z.int(),
  /** Number of rows from which something is left out or changed, for example an unreadable email address. */
  remarks: z.int(),
  total: z.int(),
  /** Finished rows, while `running` and after. */
  done: z.int(),
  /** Rows are deleted 90 days after the import ended; the counts stay. */
  rows_removed: z.boolean(),
  /** Rows reverted, and rows that could not be: while `reverting` and after. */
  reverted: z.int(),
  not_reverted: z.int(),
  /** While `ready` or `cancelled`: the records quota that the new records would exceed, which blocks the start. */
  over_quota: z.nullable(Quota),
  created_at: Timestamp,
  finished_at: z.nullable(Timestamp),
})
export type Import = z.output<typeof Import>

/** An import in a list: without its columns and options. */
export const ListedImport = z.object({
  ...z.pick(Import, { id: true, kind: true, file_name: true, status: true, failure: true }).shape,
  ...z.pick(Import, { counts: true, total: true, done: true, reverted: true, not_reverted: true, rows_removed: true })
    .shape,
  created_by: z.nullable(z.object({ id: Id, name: z.string() })),
  created_at: Timestamp,
  finished_at: z.nullable(Timestamp),
})
export type ListedImport = z.output<typeof ListedImport>
const { q: _, ...pages } = listQuery(['created_at'])
/** Newest first. */
export const ImportQuery = z.strictObject({
  ...pages,
  kind: z.optional(ImportKind),
  status: z.optional(ImportStatus),
})
export type ImportQuery = z.output<typeof ImportQuery>

/** How the import read a cell: a phone number in international form, a plain decimal, an ISO date, or the names of choices. */
const ReadCell = z.object({
  column: z.int(),
  kind: z.enum(['phone', 'amount', 'day', 'name']),
  text: z.string(),
  /** True if the phone number has an unusual length or is in no known range of its country. */
  is_unusual: z.boolean(),
})
export type ReadCell = z.output<typeof ReadCell>

export const ImportRow = z.object({
  /** Line in the file where the row begins; the header is line 1. */
  line: z.int(),
  action: RowAction,
  /** Why it is skipped or in error, or remarks. For an error, all problems. */
  reasons: z.array(MessageData),
  /** As in the file, or as edited since; one per column. */
  cells: z.array(z.string()),
  /** The phone numbers, amounts, dates and choices that the import read from `cells`. */
  read: z.array(ReadCell),
  /** The record that it creates or updates. */
  record_id: z.nullable(Id),
  /** Why it could not be reverted; null if it was, or if there was nothing to revert. */
  revert_failure: z.nullable(MessageData),
  /** It may duplicate another investment or payment; `reasons` says which. */
  duplicate_kind: z.nullable(z.enum(['identical', 'similar'])),
  /** The choice for this row alone; otherwise `duplicate_rows` and `similar_rows` apply. */
  duplicate_choice: z.nullable(DuplicateChoice),
})
export type ImportRow = z.output<typeof ImportRow>
export const ImportRowQuery = z.strictObject({
  ...listQuery(['line']),
  action: z.optional(RowAction),
  /** Only rows that could not be reverted. */
  not_reverted: z.optional(z.enum(['true'])),
  duplicate_kind: z.optional(z.enum(['identical', 'similar'])),
  /** Only rows with a warning, or only rows with a remark that is no warning. */
  remark: z.optional(z.enum(['warning', 'remark'])),
})
export type ImportRowQuery = z.output<typeof ImportRowQuery>

/** Omitted properties are unchanged. */
export const ImportChange = z.strictObject({
  /** The field of each column, in order. */
  fields: z.optional(z.array(z.nullable(ImportField)).check(z.maxLength(500))),
  ...z.partial(ImportOptions).shape,
})
export type ImportChange = z.output<typeof ImportChange>

/** The rows in error as a file: the same columns, and the reason. */
export const importErrorExport = z.strictObject({
  kind: z.literal('import_errors'),
  input: z.strictObject({ import_id: Id, format: z.enum(['csv', 'xlsx']) }),
})

/** Result of importing an archive of "Export everything". */
export const EverythingImport = z.object({
  tables: z.array(z.object({ table: z.string(), rows: z.int() })),
  /** Tables of the archive that are not imported. */
  skipped_tables: z.array(z.string()),
})
export type EverythingImport = z.output<typeof EverythingImport>

const Cell = z.string().check(z.maxLength(50_000))

/** All endpoints need the permission to see amounts, because any column of a file may contain them. */
export const imports = {
  list: endpoint({
    permission: 'see_amounts',
    method: 'GET',
    path: '/v1/imports',
    access: 'signed_in',
    query: ImportQuery,
    response: pageOf(ListedImport),
  }),
  /** Multipart, one part `file`; this entry only declares the path, see the route. Reads the first sheet, or the one named `sheet`. */
  upload: endpoint({
    permission: 'edit',
    also: 'see_amounts',
    method: 'POST',
    path: '/v1/imports',
    access: 'signed_in',
    query: z.strictObject({ kind: z.optional(ImportKind), sheet: z.optional(z.string().check(z.maxLength(200))) }),
    response: Import,
    status: 201,
  }),
  /** Multipart, one part `file`: an archive of "Export everything", into an organization without records. All of it or nothing. */
  everything: endpoint({
    permission: 'manage_settings',
    also: 'see_amounts',
    method: 'POST',
    path: '/v1/imports/everything',
    access: 'signed_in',
    response: EverythingImport,
    status: 201,
  }),
  /** Cells copied from a spreadsheet, or the text of a file. */
  paste: endpoint({
    permission: 'edit',
    also: 'see_amounts',
    method: 'POST',
    path: '/v1/imports/paste',
    access: 'signed_in',
    body: z.strictObject({
      kind: z.optional(ImportKind),
      text: z.string().check(z.minLength(1, { error: issue('field.required') }), z.maxLength(5_000_000)),
    }),
    body_limit: 8 * 1024 * 1024,
    response: Import,
    status: 201,
  }),
  get: endpoint({
    permission: 'see_amounts',
    method: 'GET',
    path: '/v1/imports/:id',
    access: 'signed_in',
    params: byId,
    response: Import,
  }),
  /** Changes the mapping or the options and rebuilds the preview. Only while `ready`. */
  change: endpoint({
    permission: 'edit',
    also: 'see_amounts',
    method: 'PATCH',
    path: '/v1/imports/:id',
    access: 'signed_in',
    params: byId,
    body: ImportChange,
    response: Import,
  }),
  rows: endpoint({
    permission: 'see_amounts',
    method: 'GET',
    path: '/v1/imports/:id/rows',
    access: 'signed_in',
    params: byId,
    query: ImportRowQuery,
    response: pageOf(ImportRow),
  }),
  /** Edits one row of the preview or chooses what becomes of its duplicate; it and similar rows are decided again. Only while `ready`. */
  changeRow: endpoint({
    permission: 'edit',
    also: 'see_amounts',
    method: 'PATCH',
    path: '/v1/imports/:id/rows/:line',
    access: 'signed_in',
    params: z.object({ id: Id, line: wholeNumber(1, 999_999_999) }),
    body: z.strictObject({
      cells: z.optional(z.array(Cell).check(z.maxLength(500))),
      duplicate_choice: z.optional(z.nullable(DuplicateChoice)),
    }),
    response: ImportRow,
  }),
  start: endpoint({
    permission: 'edit',
    also: 'see_amounts',
    audited: 'import_started',
    method: 'POST',
    path: '/v1/imports/:id/start',
    access: 'signed_in',
    params: byId,
    response: Import,
  }),
  /** Stops a running import after the current batch. */
  cancel: endpoint({
    permission: 'edit',
    also: 'see_amounts',
    audited: 'import_cancelled',
    method: 'POST',
    path: '/v1/imports/:id/cancel',
    access: 'signed_in',
    params: byId,
    response: Import,
  }),
  /** Reverts what a finished import created and filled, unless someone has changed it since. */
  revert: endpoint({
    permission: 'edit',
    also: 'see_amounts',
    audited: 'import_reverted',
    method: 'POST',
    path: '/v1/imports/:id/revert',
    access: 'signed_in',
    params: byId,
    response: Import,
  }),
  /** Adds tags to all records of a finished import, whether it created, updated or found them. */
  tag: endpoint({
    permission: 'edit',
    also: 'see_amounts',
    method: 'POST',
    path: '/v1/imports/:id/tags',
    access: 'signed_in',
    params: byId,
    body: z.strictObject({ tag_ids: TagIds.check(z.minLength(1, { error: issue('field.required') })) }),
    /** `records` have the tags now; `left_out` could not get them because a record may have at most 50 tags. */
    response: z.object({ records: z.int(), left_out: z.int() }),
  }),
  /** Creates a broadcast group of the imported contacts, or of the contacts of imported investors. A large group uses a tag and a rule. */
  group: endpoint({
    permission: 'edit',
    also: 'see_amounts',
    method: 'POST',
    path: '/v1/imports/:id/broadcast-group',
    access: 'signed_in',
    params: byId,
    body: z.strictObject({ name: Name }),
    response: z.object({ id: Id, name: z.string(), contacts: z.int() }),
    status: 201,
  }),
}
