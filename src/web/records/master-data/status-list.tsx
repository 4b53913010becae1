// Page of investment statuses.
import { statusKind } from './kinds.ts'
import { RowList } from './row-list.tsx'

export default function StatusList() {
  return <RowList kind={statusKind} />
}
