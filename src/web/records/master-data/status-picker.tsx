// Investment status picker.
import { useQuery } from '@tanstack/react-query'
import { type InvestmentStatus, investmentStatuses } from '../../../contract/master-data.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { RowPicker, type RowPickerProps, type Value } from './row-picker.tsx'

export function StatusPicker<V extends Value>(props: RowPickerProps<InvestmentStatus, V>) {
  const statuses = useQuery(query(investmentStatuses.list))
  return <RowPicker {...props} rows={statuses.data?.data} nothingFound={t('No statuses match')} />
}
