// The list of investments.
import { Button } from '@mantine/core'
import { IconChartPie, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { InvestmentQuery, investments } from '../../contract/investments.ts'
import { query } from '../api.ts'
import { ExportPicker } from '../downloads/export-picker.tsx'
import { t } from '../lib/text.ts'
import { recordLink } from '../lib/use-neighbours.ts'
import { useSearch } from '../lib/use-search.ts'
import { ColumnChoice, useColumns } from '../ui/column-choice.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { FilterBar, isFiltered, withoutFilters } from '../ui/filter-bar.tsx'
import { Page, Toolbar } from '../ui/page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Totals } from '../ui/totals.tsx'
import { useInvestmentFilters } from './filter-fields.tsx'
import { exported, investmentColumns } from './investment-columns.tsx'

export default function InvestmentList() {
  const [search, setSearch] = useSearch(InvestmentQuery)
  const { page: _page, per_page: _perPage, ...shown } = search
  const { sort: _sort, ...filtering } = shown
  const page = useQuery({ ...query(investments.list, { query: search }), placeholderData: keepPreviousData })
  const totals = useQuery({ ...query(investments.totals, { query: filtering }), placeholderData: keepPreviousData })
  const { columns, ids, choice } = useColumns('investments', useMemo(investmentColumns, []))
  const { filters, dialog } = useInvestmentFilters(search)
  return (
    <Page title={t('Investments')} quietTitle>
      <Toolbar
        actions={
          <>
            <ExportPicker
              request={(format) => ({
                kind: 'investments',
                input: { format, query: shown, columns: exported(ids) },
              })}
              disabled={page.data?.pagination.total === 0}
            />
            <Button component={Link} to={addLink(search)} leftSection={<IconPlus size={16} aria-hidden />}>
              {t('Add investment')}
            </Button>
          </>
        }
      >
        <SearchField
          label={t('Search investments')}
          value={search.q ?? ''}
          onChange={(q) => setSearch({ q }, { replace: true })}
        />
        <FilterBar filters={filters} search={search} onSearch={setSearch} />
        <ColumnChoice choice={choice} />
      </Toolbar>
      <DataTable
        label={t('Investments')}
        columns={columns}
        page={page}
        search={search}
        onSearch={setSearch}
        defaultSort="-created_at"
        rowTo={({ id }, at) => recordLink(`/investments/${id}`, search, at)}
        isFiltered={Boolean(search.q) || isFiltered(filters, search)}
        footer={<Totals totals={totals} figures={figures()} counted={counted} />}
        empty={<NoInvestments />}
        noMatch={
          <Empty
            icon={IconSearchOff}
            title={t('No investment matches')}
            text={t('Search looks at titles and references. Filters find more.')}
            action={
              <Button variant="default" onClick={() => setSearch(withoutFilters(filters))}>
                {t('Clear search')}
              </Button>
            }
          />
        }
      />
      {dialog}
    </Page>
  )
}

const figures = () => [
  { key: 'pipeline', label: t('Pipeline') },
  { key: 'committed', label: t('Committed') },
  { key: 'funded', label: t('Funded') },
  { key: 'outstanding', label: t('Outstanding') },
]
const counted = (count: number) => t.plural(count, 'One investment', '{count} investments')

/** In the list of one investor it is this investor's. */
const addLink = ({ investor_id }: InvestmentQuery) =>
  `/investments/add${investor_id ? `?investor_id=${investor_id}` : ''}`

function NoInvestments() {
  return (
    <Empty
      icon={IconChartPie}
      title={t('No investments yet')}
      text={t('An investment is what one investor puts into one offering, from the first interest to the exit.')}
      action={
        <Button component={Link} to="/investments/add" leftSection={<IconPlus size={16} aria-hidden />}>
          {t('Add the first one')}
        </Button>
      }
    />
  )
}
