// Dashboard: exact sums in one currency as of a day, each linked to its list.
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconChartBar, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { Link } from 'react-router'
import { currencies } from '../../../contract/currencies.ts'
import { type Dashboard, DashboardQuery, dashboard } from '../../../contract/dashboard.ts'
import { investmentStages, investorTypes } from '../../../contract/master-data.ts'
import { query } from '../../api.ts'
import { useOwnerFilter } from '../../identity/account/owner-filter-picker.tsx'
import { SampleStart } from '../../identity/sample-data/sample-panel.tsx'
import { today } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { useSearch } from '../../platform/lib/use-search.ts'
import { Stack } from '../../platform/ui/box.tsx'
import { ColorDot } from '../../platform/ui/color-badge.tsx'
import { Empty, ErrorState } from '../../platform/ui/empty.tsx'
import { type Filter, FilterBar, isFiltered, withoutFilters } from '../../platform/ui/filter-bar.tsx'
import { Page, Toolbar } from '../../platform/ui/page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { useOfferingFilter } from '../../records/offerings/offering-filter-picker.tsx'
import styles from './dashboard-show.module.css'
import { GroupLists } from './group-list.tsx'
import { MonthShow } from './month-show.tsx'
import { OfferingList } from './offering-list.tsx'
import { TileList } from './tile-list.tsx'

export default function DashboardShow() {
  const [search, setSearch] = useSearch(DashboardQuery)
  const found = useQuery({
    ...query(dashboard.get, { query: search }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const filters = useFilters()
  const { data, error } = found
  const isEmpty = data?.totals.count === 0
  const isAsked = isFiltered(filters, search) || search.as_of !== undefined
  return (
    <Page title={t('Dashboard')} quietTitle>
      <Toolbar actions={<DayAndCurrency search={search} onSearch={setSearch} base={data?.totals.base.currency} />}>
        <FilterBar filters={filters} search={search} onSearch={setSearch} />
      </Toolbar>
      {error && !data ? (
        <Section>
          <ErrorState error={error} onRetry={() => void found.refetch()} />
        </Section>
      ) : isEmpty && !found.isPlaceholderData ? (
        <Section>
          {isAsked ? (
            <NothingFound onClear={() => setSearch({ ...withoutFilters(filters), as_of: undefined })} />
          ) : (
            <Nothing />
          )}
        </Section>
      ) : (
        <Stack gap={16} className={styles.parts} data-stale={found.isPlaceholderData || undefined} aria-busy={!data}>
          <Figures data={data} search={search} />
        </Stack>
      )}
    </Page>
  )
}

/** Memoized: the options of the filters and currencies arrive in five responses that change no figure. */
const Figures = memo(function Figures({ data, search }: { data: Dashboard | undefined; search: DashboardQuery }) {
  return (
    <>
      <TileList totals={data?.totals} oldRates={data?.old_rates ?? []} search={search} />
      <MonthShow months={data?.months} currency={data?.totals.base.currency} />
      <OfferingList offerings={data?.offerings} currency={data?.totals.base.currency} search={search} />
      <GroupLists data={data} search={search} />
    </>
  )
})

function useFilters(): Filter[] {
  const types = useQuery(query(investorTypes.list)).data?.data ?? []
  const stages = useQuery(query(investmentStages.list)).data?.data ?? []
  return [
    useOfferingFilter(),
    { key: 'investor_type_id', label: t('Investor type'), many: true, choices: types.map(coloured) },
    { key: 'stage_id', label: t('Stage'), many: true, choices: stages.map(coloured) },
    useOwnerFilter(),
  ]
}
const coloured = ({ id, name, color }: { id: string; name: string; color: string }) => ({
  value: id,
  label: name,
  mark: <ColorDot color={color} />,
})

interface DayAndCurrencyProps {
  search: DashboardQuery
  onSearch: (change: { as_of?: string | undefined; in?: string | undefined }) => void
  base: string | undefined
}

function DayAndCurrency({ search, onSearch, base }: DayAndCurrencyProps) {
  const enabled = useQuery(query(currencies.list)).data?.data ?? []
  const own = enabled.find(({ is_base }) => is_base)?.code
  const shown = search.in ?? own ?? base ?? ''
  const codes = [...new Set([...enabled.map(({ code }) => code), shown])].filter(Boolean)
  return (
    <>
      <TextInput
        type="date"
        aria-label={t('As of')}
        title={t('As of the end of a day')}
        max={today()}
        value={search.as_of ?? today()}
        onChange={({ currentTarget: { value } }) => onSearch({ as_of: value && value < today() ? value : undefined })}
      />
      <NativeSelect
        w="6.5rem"
        aria-label={t('Totals in')}
        value={shown}
        data={codes}
        onChange={({ currentTarget: { value } }) => onSearch({ in: value === own ? undefined : value })}
      />
    </>
  )
}

function Nothing() {
  return (
    <Empty
      icon={IconChartBar}
      title={t('No figures yet')}
      text={t('Add an investment to see expected, committed, funded and due amounts here.')}
      action={
        <>
          <Button component={Link} to="/investments/add" leftSection={<IconPlus size={16} aria-hidden />}>
            {t('Add investment')}
          </Button>
          <Button component={Link} to="/investors" variant="default">
            {t('Go to Investors')}
          </Button>
          <SampleStart />
        </>
      }
    />
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <Empty
      icon={IconChartBar}
      title={t('No investments')}
      text={t('No investments match these filters on this day.')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('Clear filters')}
        </Button>
      }
    />
  )
}
