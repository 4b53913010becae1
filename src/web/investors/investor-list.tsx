// The list of investors.
import { Button } from '@mantine/core'
import { IconPlus, IconSearchOff, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { InvestorQuery, investors } from '../../contract/investors.ts'
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
import { useInvestorFilters } from './filter-fields.tsx'
import { exported, investorColumns } from './investor-columns.tsx'
import { figureNames, figureText } from './words.ts'

export default function InvestorList() {
  const [search, setSearch] = useSearch(InvestorQuery)
  const { page: _page, per_page: _perPage, ...shown } = search
  const { sort: _sort, ...matching } = shown
  const page = useQuery({ ...query(investors.list, { query: search }), placeholderData: keepPreviousData })
  const totals = useQuery({ ...query(investors.totals, { query: matching }), placeholderData: keepPreviousData })
  const { columns, ids, choice } = useColumns('investors', useMemo(investorColumns, []))
  const { filters, dialog } = useInvestorFilters(search)
  return (
    <Page title={t('Investors')} quietTitle>
      <Toolbar
        actions={
          <>
            <ExportPicker
              request={(format) => ({ kind: 'investors', input: { format, query: shown, columns: exported(ids) } })}
              disabled={page.data?.pagination.total === 0}
            />
            <Button component={Link} to="/investors/add" leftSection={<IconPlus size={16} aria-hidden />}>
              {t('Add investor')}
            </Button>
          </>
        }
      >
        <SearchField
          label={t('Search investors')}
          value={search.q ?? ''}
          onChange={(q) => setSearch({ q }, { replace: true })}
        />
        <FilterBar filters={filters} search={search} onSearch={setSearch} />
        <ColumnChoice choice={choice} />
      </Toolbar>
      <DataTable
        label={t('Investors')}
        columns={columns}
        page={page}
        search={search}
        onSearch={setSearch}
        defaultSort="name"
        rowTo={({ id }, at) => recordLink(`/investors/${id}`, search, at)}
        footer={
          <Totals
            totals={totals}
            figures={figureNames.map((key) => ({ key, label: figureText(key) }))}
            counted={(count) => t.plural(count, '{count} investment', '{count} investments')}
          />
        }
        isFiltered={Boolean(search.q) || isFiltered(filters, search)}
        empty={
          <Empty
            icon={IconUsers}
            title={t('No investors yet')}
            text={t(
              'The people and entities whose money it is. An individual comes with a contact, so that you can write to them.',
            )}
            action={
              <Button component={Link} to="/investors/add" leftSection={<IconPlus size={16} aria-hidden />}>
                {t('Add investor')}
              </Button>
            }
          />
        }
        noMatch={
          <Empty
            icon={IconSearchOff}
            title={t('No investor matches')}
            text={t('Search looks at names, codes, e-mail addresses and cities.')}
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
