// Page of investment stages.
import { stageKind } from './kinds.ts'
import { RowList } from './row-list.tsx'

export default function StageList() {
  return <RowList kind={stageKind} />
}
