// Dashboard: sums in one currency as of a day. Each links to its list and shows the change since an earlier day.
import { Button, NativeSelect } from '@mantine/core'
import { IconChartBar, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { Link } from 'react-router'
import { currencies } from '../../../contract/currencies.ts'
import { type Dashboard, type DashboardComparison, dashboard } from '../../../contract/dashboard.ts'
import { investmentStages, investorTypes } from '../../../contract/master-data.ts'
import { query } from '../../api.ts'
import { useOwnerFilter } from '../../identity/account/owner-filter-picker.tsx'
import { SampleStart } from '../../identity/sample-data/sample-panel.tsx'
import { today } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { useSearch } from '../../platform/lib/use-search.ts'
import { Stack } from '../../platform/ui/box.tsx'
import { ColorDot } from '../../platform/ui/color-badge.tsx'
import { DateField } from '../../platform/ui/date-field.tsx'
import { Empty, ErrorState } from '../../platform/ui/empty.tsx'
import { type Filter, FilterBar, isFiltered, withoutFilters } from '../../platform/ui/filter-bar.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { TabList } from '../../platform/ui/tab-list.tsx'
import { useOfferingFilter } from '../../records/offerings/offering-filter-picker.tsx'
import styles from './dashboard-show.module.css'
import { GroupLists } from './group-list.tsx'
import { MonthShow } from './month-show.tsx'
import { OfferingList } from './offering-list.tsx'
import { RatePanel } from './rate-panel.tsx'
import { ReachShow } from './reach-show.tsx'
import { asked, DashboardSearch, defaultPeriod, periods, type tabs } from './search.ts'
import { TileList } from './tile-list.tsx'

type Change = (change: { [key in keyof DashboardSearch]?: string | undefined }) => void

export default function DashboardShow() {
  const [search, setSearch] = useSearch(DashboardSearch)
  const found = useQuery({
    ...query(dashboard.get, { query: asked(search) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const comparison = useComparison(search)
  const filters = useFilters()
  const { data, error } = found
  const isEmpty = data?.totals.count === 0
  const isAsked = isFiltered(filters, search) || search.as_of !== undefined
  return (
    <Page
      title={t('Dashboard')}
      quietTitle
      actions={
        <>
          <FilterBar filters={filters} search={search} onSearch={setSearch} />
          <Choices search={search} onSearch={setSearch} base={data?.totals.base.currency} />
        </>
      }
    >
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
        <>
          <TabList
            label={t('Parts of the dashboard')}
            tabs={[
              { tab: 'overview', label: t('Overview') },
              { tab: 'pipeline', label: t('Pipeline') },
              { tab: 'investors', label: t('Investors') },
              { tab: 'messages', label: t('Messages') },
            ]}
            current={search.tab ?? 'overview'}
          />
          <Stack gap={16} className={styles.parts} data-stale={found.isPlaceholderData || undefined} aria-busy={!data}>
            <Figures data={data} comparison={comparison} search={search} onSearch={setSearch} />
          </Stack>
        </>
      )}
    </Page>
  )
}

/** Undefined while loading; null if the user chose no comparison. */
function useComparison(search: DashboardSearch) {
  const { period = defaultPeriod } = search
  const isCompared = period !== 'none'
  const found = useQuery({
    ...query(dashboard.compare, { query: { ...asked(search), with: isCompared ? period : defaultPeriod } }),
    enabled: isCompared,
    staleTime: 0,
  })
  // If the comparison cannot be loaded, the dashboard shows its figures without changes.
  return isCompared && !found.error ? found.data : null
}

interface FiguresProps {
  data: Dashboard | undefined
  comparison: DashboardComparison | undefined | null
  search: DashboardSearch
  onSearch: Change
}

/** Memoized: the options of the filters and currencies arrive in five responses that change no figure. */
const Figures = memo(function Figures({ data, comparison, search, onSearch }: FiguresProps) {
  const totals = data?.totals
  const currency = totals?.base.currency
  const tiles = { totals, comparison, search }
  const note = <RatePanel totals={totals} oldRates={data?.old_rates ?? []} search={search} />
  const parts: Record<(typeof tabs)[number], React.ReactNode> = {
    overview: (
      <>
        <TileList figures={['committed', 'funded', 'outstanding', 'due', 'overdue', 'distributed']} {...tiles} />
        {note}
        <OfferingList offerings={data?.offerings} currency={currency} search={search} />
        <MonthShow
          months={data?.months}
          currency={currency}
          kind={search.chart ?? 'month'}
          onKind={(kind) => onSearch({ chart: kind === 'month' ? undefined : kind })}
        />
      </>
    ),
    pipeline: (
      <>
        <TileList figures={['pipeline', 'weighted', 'soft']} {...tiles} />
        {note}
        <GroupLists parts={['by_status']} data={data} search={search} />
        <GroupLists parts={['by_stage']} data={data} search={search} />
      </>
    ),
    investors: (
      <>
        <GroupLists parts={['top_investors', 'by_type', 'by_country', 'by_currency']} data={data} search={search} />
        {note}
      </>
    ),
    messages: <ReachShow reach={data?.reach} search={search} />,
  }
  return parts[search.tab ?? 'overview']
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

interface ChoicesProps {
  search: DashboardSearch
  onSearch: Change
  base: string | undefined
}

/** Lets the user choose period, day and currency. */
function Choices({ search, onSearch, base }: ChoicesProps) {
  const enabled = useQuery(query(currencies.list)).data?.data ?? []
  const own = enabled.find(({ is_base }) => is_base)?.code
  const shown = search.in ?? own ?? base ?? ''
  const codes = [...new Set([...enabled.map(({ code }) => code), shown])].filter(Boolean)
  return (
    <>
      <NativeSelect
        aria-label={t('Period')}
        value={search.period ?? defaultPeriod}
        data={periods()}
        onChange={({ currentTarget: { value } }) => onSearch({ period: value === defaultPeriod ? undefined : value })}
      />
      <DateField
        aria-label={t('As of')}
        max={today()}
        value={search.as_of ?? today()}
        onlyDays
        onChange={(day) => onSearch({ as_of: day && day < today() ? day : undefined })}
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
      permission="edit"
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
