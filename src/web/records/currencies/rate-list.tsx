// List of exchange rates, newest first, with filters for currency, day and source.
import { Button } from '@mantine/core'
import { IconArrowsExchange, IconFileImport, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type ExchangeRate, ExchangeRateQuery, exchangeRates, RateSource } from '../../../contract/currencies.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { useSearch } from '../../platform/lib/use-search.ts'
import { Text } from '../../platform/ui/box.tsx'
import { DataTable } from '../../platform/ui/data-table.tsx'
import { Empty, NoMatch } from '../../platform/ui/empty.tsx'
import { type Filter, FilterBar, isFiltered, withoutFilters } from '../../platform/ui/filter-bar.tsx'
import { May } from '../../platform/ui/may.tsx'
import { Toolbar } from '../../platform/ui/page.tsx'
import { ViewMenu } from '../../platform/ui/view-menu.tsx'
import { useCurrencies } from './currency-choice-picker.tsx'
import { currencyChoices } from './currency-text.ts'
import { rateColumns, sourceText } from './rate-columns.tsx'
import { useCurrencyChanges } from './use-currency-changes.ts'

const RateImportDialog = lazy(() => import('./rate-import-dialog.tsx'))

interface RateListProps {
  onAdd: () => void
  onEdit: (rate: ExchangeRate) => void
}

export function RateList({ onAdd, onEdit }: RateListProps) {
  const [search, setSearch] = useSearch(ExchangeRateQuery)
  const page = useQuery({ ...query(exchangeRates.list, { query: search }), placeholderData: keepPreviousData })
  const { codes } = useCurrencies()
  const { removeRate } = useCurrencyChanges()
  const [isImporting, setImporting] = useState(false)
  const filters = filtersOf(codes)
  const columns = rateColumns({ onEdit, onRemove: removeRate })
  const buttons = (
    <May permission="manage_settings">
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} aria-hidden />}
        onClick={() => setImporting(true)}
      >
        {t('Import rates')}
      </Button>
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        {t('Add rate')}
      </Button>
    </May>
  )
  return (
    <Text as="div" mt={16}>
      <Toolbar
        actions={
          <>
            {buttons}
            <ViewMenu columns={columns} search={search} onSearch={setSearch} defaultSort="-day" />
          </>
        }
      >
        <FilterBar filters={filters} search={search} onSearch={setSearch} />
      </Toolbar>
      <DataTable
        label={t('Exchange rates')}
        columns={columns}
        page={page}
        search={search}
        onSearch={setSearch}
        defaultSort="-day"
        isFiltered={isFiltered(filters, search)}
        empty={
          <Empty
            icon={IconArrowsExchange}
            permission="manage_settings"
            title={t('No exchange rates yet')}
            text={t(
              'A rate applies from its day until a newer one. Amounts without a rate are marked as not converted.',
            )}
            action={buttons}
          />
        }
        noMatch={
          <NoMatch
            title={t('No rates match')}
            clearLabel={t('Clear filters')}
            onClear={() => setSearch(withoutFilters(filters))}
          />
        }
      />
      {isImporting && (
        <Suspense>
          <RateImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </Text>
  )
}

const filtersOf = (codes: readonly string[]): Filter[] => [
  { key: 'currency', label: t('Currency'), choices: currencyChoices(codes) },
  { key: 'other', label: t('Second currency'), choices: currencyChoices(codes) },
  { key: 'from_day', label: t('From date'), day: true },
  { key: 'to_day', label: t('Until date'), day: true },
  {
    key: 'source',
    label: t('Source'),
    choices: RateSource.options.map((value) => ({ value, label: sourceText(value) })),
  },
]
