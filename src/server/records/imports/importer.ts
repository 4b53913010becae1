// Interface of an importer, one per kind of record: plans, applies and reverts rows.

import type { CustomField } from '../../../contract/custom-fields.ts'
import type { CustomValues } from '../../../contract/custom-values.ts'
import type { DuplicateChoice, ImportKind, ImportOptions, ImportRow, RowAction } from '../../../contract/imports.ts'
import type { Message } from '../../../contract/messages/message.ts'
import type { Tenant } from '../../platform/db/index.ts'
import type { Layout } from './columns.ts'
import type { CellNote, SourceRow } from './csv.ts'

export type { DuplicateChoice }
export type DuplicateKind = NonNullable<ImportRow['duplicate_kind']>
/** A row of the file, with the user's choice about a possible duplicate. */
export type AnsweredRow = SourceRow & { duplicate_choice?: DuplicateChoice | null }

export interface PlannedRow<Data = unknown> {
  line: number
  cells: string[]
  notes?: CellNote[] | null
  action: RowAction
  /** Why this action, or remarks. For an error, all problems. */
  reasons: Message[]
  /** Remarks about its cells, whatever the outcome of the row. */
  remarks?: Message[]
  /** The parsed data that `apply` writes. */
  data: Data
  /** Rows with the same key are about the same record. */
  key: string | null
  record_id: string | null
  /** It may duplicate another record. */
  duplicate_kind?: DuplicateKind | null
  duplicate_choice?: DuplicateChoice | null
  /** An existing transaction that the row repeats. */
  transaction_id?: string | null
}

/** A row to be applied: as planned, without what only a preview needs. */
export type PendingRow<Data = unknown> = Omit<
  PlannedRow<Data>,
  'cells' | 'notes' | 'key' | 'duplicate_kind' | 'remarks'
>

/** What is needed to revert a row. `of`: the record it belongs to; a `link` connects that contact with an investor. */
export interface UndoStep {
  made?: {
    what: 'contact' | 'link' | 'investor' | 'investment' | 'transaction' | 'offering'
    id: string
    version: number
    of?: string
  }[]
  /** Previous values; restored unless someone has changed them since. */
  changed?: {
    what: 'contact' | 'investor' | 'investment' | 'transaction' | 'offering'
    of?: string
    id: string
    version: number
    before: { [field: string]: unknown }
  }
  /** Tags that were added to an existing record. */
  tagged?: { what: 'contact' | 'investor'; id: string; tag_ids: string[] }
  /** `numbers` and `emails`: keys of the other numbers and addresses that were added to a contact. */
  filled?: {
    what: 'contact' | 'investor'
    id: string
    values: { [field: string]: string }
    custom?: CustomValues
    numbers?: string[]
    emails?: string[]
  }
}

export interface RowOutcome {
  line: number
  action: RowAction
  reasons: Message[]
  record_id: string | null
  undo: UndoStep | null
  /** The transaction that the row created or was matched with. */
  transaction_id?: string | null
}

/** What cells of custom fields are read against. */
export interface CustomCells {
  /** The active fields of this kind of record. */
  fields: readonly CustomField[]
  members: readonly { id: string; name: string }[]
}

export interface ImportContext {
  /** Id of the import; undefined during the preview. */
  id?: string
  kind: ImportKind
  layout: Layout
  options: ImportOptions
  custom: CustomCells
  /** Null for pasted cells. */
  fileName: string | null
  /** Workbook cells are stored as written; in other files a sign may precede a formula. */
  isWorkbook?: boolean
}

export interface RecordImporter {
  /** Rows applied in one transaction, few enough to keep it short. */
  batchRows: number
  /** Fields of which at least one must be mapped, and the message if none is. */
  needs: { fields: string[]; otherwise?: Message }
  /** One planner for all rows, called in order: it knows the earlier rows. */
  planner(tenant: Tenant, context: ImportContext): Promise<(records: AnsweredRow[]) => Promise<PlannedRow[]>>
  /** Decides again and writes. Rows without an outcome stay pending: they conflict with a concurrent change. */
  apply(tenant: Tenant, context: ImportContext, rows: PendingRow[]): Promise<RowOutcome[]>
}
