// What an import must know of each kind of record: how rows are planned, applied and taken back.
import type { ImportKind, ImportOptions, ImportRow, RowAction } from '../../contract/imports.ts'
import type { Tenant } from '../db/index.ts'
import type { Layout } from './columns.ts'
import type { CellNote, SourceRow } from './csv.ts'

export type RowQuestion = NonNullable<ImportRow['question']>
export type DuplicateChoice = NonNullable<ImportRow['same']>
/** A row of the file, with the answer that a person gave for it. */
export type AnsweredRow = SourceRow & { same?: DuplicateChoice | null }

export interface PlannedRow<Data = unknown> {
  line: number
  cells: string[]
  notes?: CellNote[] | null
  action: RowAction
  reason: string | null
  /** What else to know of its cells, whatever becomes of it. */
  remark?: string | null
  /** As read; what `apply` works with. */
  data: Data
  /** Rows with the same key are about the same thing. */
  key: string | null
  record_id: string | null
  /** It may be the same as another one. */
  question?: RowQuestion | null
  same?: DuplicateChoice | null
  /** An existing transaction that the row tells of again. */
  transaction_id?: string | null
}

/** A row to be applied: as it was planned, without what only a preview needs. */
export type PendingRow<Data = unknown> = Omit<PlannedRow<Data>, 'cells' | 'notes' | 'key' | 'question' | 'remark'>

/** What is needed to take a row back. `of`: the record that it belongs to; a `link` is that contact's with an investor. */
export interface UndoStep {
  made?: {
    what: 'contact' | 'link' | 'investor' | 'investment' | 'transaction' | 'offering'
    id: string
    version: number
    of?: string
  }[]
  /** What was there before; taken back where nobody changed it since. */
  changed?: {
    what: 'contact' | 'investor' | 'investment' | 'transaction'
    of?: string
    id: string
    version: number
    before: { [field: string]: unknown }
  }
  /** Tags that were added to what was there. */
  tagged?: { what: 'contact' | 'investor'; id: string; tag_ids: string[] }
  filled?: { what: 'contact' | 'investor'; id: string; values: { [field: string]: string } }
}

export interface RowOutcome {
  line: number
  action: RowAction
  reason: string | null
  record_id: string | null
  undo: UndoStep | null
  /** That it made, or was matched with. */
  transaction_id?: string | null
}

export interface ImportContext {
  /** Of the import; none while it is only previewed. */
  id?: string
  kind: ImportKind
  layout: Layout
  options: ImportOptions
  fileName: string
  /** Cells of a workbook are as they were written; in other files a sign may stand before them. */
  isWorkbook?: boolean
}

export interface RecordImporter {
  /** Some rows to be applied in one transaction: short enough to be no burden on others. */
  batchRows: number
  /** Fields of which one must be mapped, and what is said when none is. */
  needs: { fields: string[]; otherwise: string }
  /** One planner for all rows, given in order: it remembers what stood further up. */
  planner(tenant: Tenant, ground: ImportContext): Promise<(records: AnsweredRow[]) => Promise<PlannedRow[]>>
  /** Decides again and writes. Rows that are in neither list stay to be done: they met something made in this very moment. */
  apply(tenant: Tenant, ground: ImportContext, rows: PendingRow[]): Promise<RowOutcome[]>
}
