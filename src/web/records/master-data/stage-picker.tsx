// Investment stage picker.
import { useQuery } from '@tanstack/react-query'
import { type InvestmentStage, investmentStages } from '../../../contract/master-data.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { RowPicker, type RowPickerProps, type Value } from './row-picker.tsx'

export function StagePicker<V extends Value>(props: RowPickerProps<InvestmentStage, V>) {
  const stages = useQuery(query(investmentStages.list))
  return <RowPicker {...props} rows={stages.data?.data} nothingFound={t('No stages match')} />
}
