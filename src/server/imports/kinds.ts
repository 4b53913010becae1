// What an import must know of each kind of record: how rows are planned, applied and taken back.
import type { ImportKind, ImportOptions, RowAction } from '../../contract/imports.ts'
import type { Tenant } from '../db/index.ts'
import type { Layout } from './columns.ts'
import type { Record } from './csv.ts'

export interface PlannedRow<Data = unknown> {
  line: number
  cells: string[]
  action: RowAction
  reason: string | null
  /** As read; what `apply` works with. */
  data: Data
  /** Rows with the same key are about the same thing. */
  key: string | null
  record_id: string | null
}

/** A row to be applied: as it was planned, without what only a preview needs. */
export type OpenRow<Data = unknown> = Omit<PlannedRow<Data>, 'cells' | 'key'>

/** What is needed to take a row back. `of`: the record that it belongs to; a `link` is that contact's with an investor. */
export interface Undo {
  made?: {
    what: 'contact' | 'link' | 'investor' | 'investment' | 'transaction' | 'offering'
    id: string
    version: number
    of?: string
  }[]
  filled?: { what: 'contact' | 'investor'; id: string; values: { [field: string]: string } }
}

export interface Outcome {
  line: number
  action: RowAction
  reason: string | null
  record_id: string | null
  undo: Undo | null
}

export interface Ground {
  kind: ImportKind
  layout: Layout
  options: ImportOptions
  fileName: string
}

export interface Kind {
  /** Some rows to be applied in one transaction: short enough to be no burden on others. */
  batchRows: number
  /** Fields of which one must be mapped, and what is said when none is. */
  needs: { fields: string[]; otherwise: string }
  /** One planner for all rows, given in order: it remembers what stood further up. */
  planner(tenant: Tenant, ground: Ground): Promise<(records: Record[]) => Promise<PlannedRow[]>>
  /** Decides again and writes. Rows that are in neither list stay to be done: they met something made in this very moment. */
  apply(tenant: Tenant, ground: Ground, rows: OpenRow[]): Promise<Outcome[]>
}
