// Importing contacts, investors and investments from a file or pasted cells: upload, map, preview, run, report, revert.
import * as z from 'zod/mini'
import { byId, Country, Id, listQuery, pageOf, Timestamp, wholeNumber } from './common.ts'
import { NumberStyle } from './currencies.ts'
import { endpoint } from './endpoint.ts'
import { Currency } from './money.ts'
import { Quota } from './quotas.ts'

/** Of a file; larger ones are split. */
export const importMaxBytes = 32 * 1024 * 1024

export const ImportKind = z.enum(['contacts', 'investors', 'investments', 'transactions'])
export type ImportKind = z.output<typeof ImportKind>
/**
 * `reading` (file is being taken apart) → `ready` (preview) → `running` → `done` → `reverting` → `reverted`; `failed`
 * with a reason; `cancelled` while it was running: it can be started again for the rest, or reverted.
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

/** The columns of an export that say which record a row is; with the id no table of other people has three of them. */
const ownMarks: Record<ImportKind, readonly string[]> = {
  contacts: ['name', 'preferred_name', 'phone', 'job_title', 'consent_how', 'time_zone', 'created_at', 'updated_at'],
  investors: ['code', 'name', 'type', 'do_not_contact', 'preferred_stages', 'is_archived', 'created_at', 'updated_at'],
  investments: ['reference', 'investor_code', 'status', 'committed_amount', 'lost_reason', 'created_at', 'updated_at'],
  transactions: [],
}

/** Of a file that Kabar exported. */
export function isOwnHeader(kind: ImportKind, header: readonly string[]): boolean {
  // Of transactions there is no other form.
  if (kind === 'transactions') return true
  return header.includes('id') && ownMarks[kind].filter((mark) => header.includes(mark)).length >= 3
}

/** What only files that Kabar exported have columns for: those are known by their headers and read back whole. */
export const reimportFields = {
  contacts: ['id', 'language', 'time_zone', 'consent_at', 'consent_how', 'consent_evidence', 'updated_at'],
  investors: ['id', 'preferred_stages', 'owner', 'is_archived', 'contacts', 'updated_at'],
  investments: ['id', 'probability', 'owner', 'updated_at'],
  transactions: ['id', 'investment_id', 'updated_at'],
} as const

/** The terms of an investment. */
export const termFields = [
  'units',
  'unit_price',
  'ownership_percent',
  'interest_rate_percent',
  'discount_percent',
  'valuation_cap',
  'maturity_on',
] as const

/** What a column may fill, by kind, in the order in which it is offered. */
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
    /** In words: the notes keep them. */
    'terms',
    'tags',
    ...reimportFields.investments,
  ],
  /** A file as Kabar exports it, with or without the ids. */
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
} as const satisfies Record<ImportKind, readonly string[]>
export type ImportField = (typeof importFields)[ImportKind][number]
export const ImportField = z.enum([...new Set(Object.values(importFields).flat())] as [ImportField, ...ImportField[]])

/** The order in which a day is written; the month may be a name in any of them. */
export const DateStyle = z.enum(['dmy', 'mdy', 'ymd'])
export type DateStyle = z.output<typeof DateStyle>

/** Rows that may be the same: `create` each, or count them as `one`. */
export const DuplicateRows = z.enum(['create', 'one'])
export type DuplicateRows = z.output<typeof DuplicateRows>

/** How the cells are read. */
export const ImportOptions = z.object({
  /** Null: some can be read in two ways, or there are none. `asks` says which. */
  number_style: z.nullable(NumberStyle),
  date_style: z.nullable(DateStyle),
  /** Whose numbers those without a country code are. */
  country: Country,
  /** Of amounts beside which none stands. */
  currency: Currency,
  /** Of investors beside whom none stands. */
  investor_type_id: z.nullable(Id),
  /** Investments may bring offerings and investors that do not exist yet. */
  create_offerings: z.boolean(),
  create_investors: z.boolean(),
  /** Rows like another in every respect: each is one of its own, or they are one. Null: not answered, and the start waits for it. */
  equal_rows: z.nullable(DuplicateRows),
  /** Rows of the same amount of which a day, a stage, a payment or the like differs. */
  similar_rows: DuplicateRows,
})
export type ImportOptions = z.output<typeof ImportOptions>

export const Import = z.object({
  id: Id,
  kind: ImportKind,
  file_name: z.string(),
  /** Of a workbook: the sheets that people see in it, and the one that was read. */
  sheets: z.array(z.string()),
  sheet: z.nullable(z.string()),
  status: ImportStatus,
  failure: z.nullable(z.string()),
  /** The file's header, in its order, each with the field it fills or null, and the first things that stand below it. */
  columns: z.array(z.object({ header: z.string(), field: z.nullable(ImportField), samples: z.array(z.string()) })),
  options: ImportOptions,
  /** What must be chosen, because the file may be read in two ways. */
  asks: z.array(z.enum(['number_style', 'date_style', 'equal_rows'])),
  /** Rows that may be the same as another, and of the equal ones those that nobody has answered yet. */
  questions: z.object({ equal: z.int(), similar: z.int(), open: z.int() }),
  /** Rows by what will be done with them. */
  counts: z.object({ create: z.int(), update: z.int(), skip: z.int(), error: z.int() }),
  total: z.int(),
  /** Rows done so far, while `running` and after. */
  done: z.int(),
  /** 90 days after it ended; what they added up to stays. */
  rows_removed: z.boolean(),
  /** Rows taken back, and rows that could not be: while `reverting` and after. */
  undone: z.int(),
  kept: z.int(),
  /** While `ready` or `cancelled`: the quota of records that the new ones would exceed; it cannot be started then. */
  over_quota: z.nullable(Quota),
  created_at: Timestamp,
  finished_at: z.nullable(Timestamp),
})
export type Import = z.output<typeof Import>

/** An import in a list: without its columns and how cells are read. */
export const ListedImport = z.object({
  ...z.pick(Import, { id: true, kind: true, file_name: true, status: true, failure: true }).shape,
  ...z.pick(Import, { counts: true, total: true, done: true, undone: true, kept: true, rows_removed: true }).shape,
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

export const ImportRow = z.object({
  /** Line in the file where the row begins, the header being 1. */
  line: z.int(),
  action: RowAction,
  /** Why it is skipped or in error, or what else to know: sentences for people, a line each. Of an error all that is wrong. */
  reason: z.nullable(z.string()),
  /** As they stand in the file, or as they were mended since; one for each column. */
  cells: z.array(z.string()),
  /** What it is, or fills. */
  record_id: z.nullable(Id),
  /** Why it could not be taken back; null where it was, or where there was nothing to take back. */
  kept: z.nullable(z.string()),
  /** It may be the same investment or payment as another; `reason` says as which. */
  question: z.nullable(z.enum(['equal', 'similar'])),
  /** What was answered for this row alone; else the options' `equal_rows` and `similar_rows` count. */
  same: z.nullable(DuplicateRows),
})
export type ImportRow = z.output<typeof ImportRow>
export const ImportRowQuery = z.strictObject({
  ...listQuery(['line']),
  action: z.optional(RowAction),
  /** Those that could not be taken back. */
  kept: z.optional(z.enum(['true'])),
  question: z.optional(z.enum(['equal', 'similar'])),
})
export type ImportRowQuery = z.output<typeof ImportRowQuery>

/** What is left out stays as it is. */
export const ImportChange = z.strictObject({
  /** The field of each column, in order. */
  fields: z.optional(z.array(z.nullable(ImportField)).check(z.maxLength(500))),
  ...z.partial(ImportOptions).shape,
})
export type ImportChange = z.output<typeof ImportChange>

/** The rows in error as a file: the same columns, and why. */
export const importErrorExport = z.strictObject({
  kind: z.literal('import_errors'),
  input: z.strictObject({ import_id: Id, format: z.enum(['csv', 'xlsx']) }),
})

/** What came of an archive of "Export everything". */
export const EverythingImport = z.object({
  tables: z.array(z.object({ table: z.string(), rows: z.int() })),
  /** Tables of the archive that are not read. */
  left: z.array(z.string()),
})
export type EverythingImport = z.output<typeof EverythingImport>

const Cell = z.string().check(z.maxLength(50_000))

export const imports = {
  list: endpoint({
    method: 'GET',
    path: '/v1/imports',
    access: 'signed_in',
    query: ImportQuery,
    response: pageOf(ListedImport),
  }),
  /** Multipart, one part `file`: this entry only holds its path; see the route. A workbook's first sheet, or the `sheet` of this name. */
  upload: endpoint({
    method: 'POST',
    path: '/v1/imports',
    access: 'signed_in',
    query: z.strictObject({ kind: z.optional(ImportKind), sheet: z.optional(z.string().check(z.maxLength(200))) }),
    response: Import,
    status: 201,
  }),
  /** Multipart, one part `file`: the archive of "Export everything", into an organization without records. All of it or nothing. */
  everything: endpoint({
    method: 'POST',
    path: '/v1/imports/everything',
    access: 'signed_in',
    response: EverythingImport,
    status: 201,
  }),
  /** Cells as a spreadsheet copies them, or the text of a file. */
  paste: endpoint({
    method: 'POST',
    path: '/v1/imports/paste',
    access: 'signed_in',
    body: z.strictObject({
      kind: z.optional(ImportKind),
      text: z.string().check(z.minLength(1, { error: 'is required' }), z.maxLength(5_000_000)),
    }),
    body_limit: 8 * 1024 * 1024,
    response: Import,
    status: 201,
  }),
  get: endpoint({ method: 'GET', path: '/v1/imports/:id', access: 'signed_in', params: byId, response: Import }),
  /** Another mapping, or another reading of the cells: the preview is made again. Only while `ready`. */
  change: endpoint({
    method: 'PATCH',
    path: '/v1/imports/:id',
    access: 'signed_in',
    params: byId,
    body: ImportChange,
    response: Import,
  }),
  rows: endpoint({
    method: 'GET',
    path: '/v1/imports/:id/rows',
    access: 'signed_in',
    params: byId,
    query: ImportRowQuery,
    response: pageOf(ImportRow),
  }),
  /** Mends one row of the preview, or answers whether it is the same as another; it and those like it are decided again. Only while `ready`. */
  changeRow: endpoint({
    method: 'PATCH',
    path: '/v1/imports/:id/rows/:line',
    access: 'signed_in',
    params: z.object({ id: Id, line: wholeNumber(1, 999_999_999) }),
    body: z.strictObject({
      cells: z.optional(z.array(Cell).check(z.maxLength(500))),
      same: z.optional(z.nullable(DuplicateRows)),
    }),
    response: ImportRow,
  }),
  start: endpoint({
    method: 'POST',
    path: '/v1/imports/:id/start',
    access: 'signed_in',
    params: byId,
    response: Import,
  }),
  /** Stops a running import after the rows it is at. */
  cancel: endpoint({
    method: 'POST',
    path: '/v1/imports/:id/cancel',
    access: 'signed_in',
    params: byId,
    response: Import,
  }),
  /** Takes back what an import that has ended made and filled, where nobody changed it since. */
  revert: endpoint({
    method: 'POST',
    path: '/v1/imports/:id/revert',
    access: 'signed_in',
    params: byId,
    response: Import,
  }),
}
