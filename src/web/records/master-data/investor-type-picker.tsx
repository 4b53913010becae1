// Investor type picker.
import { useQuery } from '@tanstack/react-query'
import { type InvestorKind, type InvestorType, investorTypes } from '../../../contract/master-data.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { RowPicker, type RowPickerProps, type Value } from './row-picker.tsx'
import { kindText } from './words.ts'

/** `kind` limits it to types for individuals or for entities. */
export function InvestorTypePicker<V extends Value>({
  kind,
  ...props
}: RowPickerProps<InvestorType, V> & { kind?: InvestorKind }) {
  const types = useQuery(query(investorTypes.list))
  const chosen = [props.value as Value].flat()
  const rows = types.data?.data.filter((type) => !kind || type.kind === kind || chosen.includes(type.id))
  return (
    <RowPicker
      {...props}
      rows={rows}
      groupOf={kind ? undefined : (type) => kindText(type.kind)}
      nothingFound={t('No types match')}
    />
  )
}
