// Filters of the list of investments.
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { currencies } from '../../../contract/currencies.ts'
import { Instrument, type InvestmentQuery } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { investmentStages, investmentStatuses, investorTypes, StatusCategory } from '../../../contract/master-data.ts'
import { query } from '../../api.ts'
import { useOwnerFilter } from '../../identity/account/owner-filter-picker.tsx'
import { countryChoices } from '../../platform/lib/countries.ts'
import { language, t } from '../../platform/lib/text.ts'
import { ColorDot } from '../../platform/ui/color-badge.tsx'
import type { Filter } from '../../platform/ui/filter-bar.tsx'
import { categoryText } from '../master-data/status-badge.tsx'
import { useOfferingFilter } from '../offerings/offering-filter-picker.tsx'
import { useTagFilter } from '../tags/tag-filter-picker.tsx'
import { instrumentText } from './words.ts'

// Lazy loaded: needed only to filter by investor.
const InvestorPicker = lazy(async () => ({
  default: (await import('../investors/investor-picker.tsx')).InvestorPicker,
}))

export function useInvestmentFilters({ investor_id }: InvestmentQuery) {
  const statuses = useQuery(query(investmentStatuses.list)).data?.data ?? []
  const stages = useQuery(query(investmentStages.list)).data?.data ?? []
  const types = useQuery(query(investorTypes.list)).data?.data ?? []
  const enabled = useQuery(query(currencies.list)).data?.data ?? []
  const investor = useQuery({
    ...query(investors.get, { params: { id: investor_id ?? '' } }),
    enabled: investor_id !== undefined,
  }).data
  const tags = useTagFilter()
  const filters: Filter[] = [
    { key: 'status_id', label: t('Status'), many: true, choices: statuses.map(coloured) },
    {
      key: 'category',
      label: t('Category'),
      many: true,
      choices: StatusCategory.options.map((category) => ({ value: category, label: categoryText(category) })),
    },
    useOfferingFilter(),
    {
      key: 'investor_id',
      label: t('Investor'),
      text: () => investor?.name ?? '…',
      editor: ({ value, onChange }) => (
        <InvestorPicker
          label={t('Investor')}
          value={value ?? null}
          onChange={(id) => onChange(id ?? undefined)}
          includeArchived
          isWithin
        />
      ),
    },
    { key: 'investor_type_id', label: t('Investor type'), many: true, choices: types.map(coloured) },
    { key: 'stage_id', label: t('Stage'), many: true, choices: stages.map(coloured) },
    useOwnerFilter(),
    {
      key: 'payment',
      label: t('Payments'),
      choices: [
        { value: 'due', label: t('due or overdue') },
        { value: 'overdue', label: t('overdue') },
      ],
    },
    {
      key: 'currency',
      label: t('Currency'),
      many: true,
      choices: enabled.map(({ code }) => ({ value: code, label: code })),
    },
    {
      key: 'instrument',
      label: t('Instrument'),
      many: true,
      choices: Instrument.options.map((instrument) => ({ value: instrument, label: instrumentText(instrument) })),
    },
    { key: 'country', label: t('Investor country'), many: true, choices: countryChoices(language()) },
    { key: 'as_of', label: t('As of'), day: true },
    { key: 'in', label: t('Totals in'), choices: enabled.map(({ code }) => ({ value: code, label: code })) },
    tags.filter,
  ]
  return { filters, dialog: tags.dialog }
}

const coloured = ({ id, name, color }: { id: string; name: string; color: string }) => ({
  value: id,
  label: name,
  mark: <ColorDot color={color} />,
})
