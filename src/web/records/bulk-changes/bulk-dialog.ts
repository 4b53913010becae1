// Props of the dialogs that change the selected records.
import type { BulkAction, BulkKind } from '../../../contract/bulk-changes.ts'

export interface BulkDialogProps {
  kind: BulkKind
  count: number
  /** Starts the change. Throws the errors that the form shows. */
  make: (change: BulkAction) => Promise<unknown>
  onClose: () => void
}

export type DialogName = 'values' | 'tags' | 'group' | 'delete'
