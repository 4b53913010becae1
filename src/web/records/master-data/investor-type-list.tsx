// Page of investor types.
import { typeKind } from './kinds.ts'
import { RowList } from './row-list.tsx'

export default function InvestorTypeList() {
  return <RowList kind={typeKind} />
}
