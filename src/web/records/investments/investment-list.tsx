// List of investments.
import { Button } from '@mantine/core'
import { IconChartPie, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import type { ExportFormat } from '../../../contract/exports.ts'
import {
  BoardQuery,
  type Figure,
  figureNames,
  InvestmentQuery,
  investments,
  TotalsQuery,
} from '../../../contract/investments.ts'
import { query } from '../../api.ts'
import { SampleStart } from '../../identity/sample-data/sample-panel.tsx'
import { useExport } from '../../platform/downloads/export-picker.tsx'
import type { BulkPart, ImportParts } from '../../platform/lib/page-parts.ts'
import { rateLink } from '../../platform/lib/rate-link.ts'
import { t } from '../../platform/lib/text.ts'
import { footColumns } from '../../platform/ui/data-columns.ts'
import { Empty } from '../../platform/ui/empty.tsx'
import { ListPage, useList } from '../../platform/ui/list-page.tsx'
import { SortNote } from '../../platform/ui/sort-note.tsx'
import { Totals } from '../../platform/ui/totals.tsx'
import { useCustomColumns, useCustomFilters } from '../custom-fields/list-panel.tsx'
import { useSavedView, useViewMenu } from '../views/view-picker.tsx'
import { useBoard } from './board-picker.tsx'
import { useInvestmentFilters } from './filter-fields.tsx'
import { exported, investmentColumns } from './investment-columns.tsx'

export default function InvestmentList(props: ImportParts & BulkPart) {
  const { BulkPanel, ImportPanel, ImportItem, ImportStart, useImportFilter } = props
  const saved = useSavedView('investments')
  const columns = useCustomColumns('investment', investmentColumns)
  const { search: listSearch, ...list } = useList('investments', ListSearch, columns, saved.saved)
  const custom = useCustomFilters('investment', { ...list, search: listSearch })
  const views = useViewMenu(saved, list)
  const { in: _in, figure, view, by, ...search } = listSearch
  const isBoard = view === 'board'
  const { figure: _figure, view: _view, by: _by, ...matching } = list.matching
  const { in: _as, figure: _of, view: _shown, by: _columns, ...exportedSearch } = list.exported
  const { sort: _order, as_of: _day, ...transactionSearch } = exportedSearch
  const rows = useQuery({
    ...query(investments.list, { query: search }),
    placeholderData: keepPreviousData,
    enabled: !isBoard,
  })
  const totals = useQuery({
    ...query(investments.totals, { query: matching }),
    placeholderData: keepPreviousData,
    enabled: !isBoard,
  })
  const board = useBoard(listSearch, list)
  const page = isBoard ? board.page : rows
  const { filters, dialog } = useInvestmentFilters(search)
  const importFilter = useImportFilter()
  const exportOf = (format: ExportFormat, query: object) =>
    ({ kind: 'investments', input: { format, query, columns: exported(list.ids) } }) as const
  const file = useExport({
    request: (format) => exportOf(format, exportedSearch),
    // Exports are as of today, so a list as of a past day offers none.
    ...(!exportedSearch.as_of && {
      others: [
        {
          label: t('Transactions of these investments'),
          request: (format) => ({ kind: 'transactions', input: { format, query: transactionSearch } }),
        },
        { label: t('All offerings'), request: (format) => ({ kind: 'offerings', input: { format, query: {} } }) },
      ],
    }),
    disabled: page.data?.pagination.total === 0,
  })
  return (
    <ListPage
      title={t('Investments')}
      searchLabel={t('Search investments')}
      list={custom.list}
      page={page}
      filters={[...filters, ...custom.filters, importFilter]}
      path="/investments"
      defaultSort={isBoard ? '-updated_at' : '-created_at'}
      board={board.layout}
      views={views.menu}
      file={file}
      imports={{ ImportPanel, ImportItem }}
      // Records of a past day cannot be changed.
      bulk={
        search.as_of || isBoard
          ? undefined
          : { Panel: BulkPanel, nameOf: ({ title }) => title, filters: transactionSearch, exportOf }
      }
      add={
        <Button component={Link} to={addLink(search)} leftSection={<IconPlus size={16} aria-hidden />}>
          {t('Add investment')}
        </Button>
      }
      note={<SortNote sort={search.sort} by={amountSorts} totals={totals.data} />}
      footer={(columns) => (
        <Totals
          name="investments"
          columns={columns && footColumns(columns)}
          totals={totals}
          rateTo={rateLink}
          figures={figures(figure)}
          counted={counted}
        />
      )}
      empty={<NoInvestments ImportStart={ImportStart} />}
      noMatch={{
        title: t('No investments match'),
        text: t('Search covers titles and references. Use filters for other fields.'),
      }}
    >
      {views.dialog}
      {dialog}
    </ListPage>
  )
}

/** Currency of the sums, a figure to include (the dashboard's links use both), and the board with its columns. */
const ListSearch = z.extend(InvestmentQuery, {
  ...{ in: TotalsQuery.shape.in, figure: z.optional(z.enum(figureNames)) },
  ...{ view: z.optional(z.literal('board')), by: BoardQuery.shape.by },
})

function figures(figure: Figure | undefined) {
  const always = [
    { key: 'pipeline', label: t('Pipeline') },
    { key: 'committed', label: t('Committed'), column: 'committed_amount' },
    { key: 'funded', label: t('Funded') },
    { key: 'outstanding', label: t('Outstanding') },
  ]
  const others: Partial<Record<Figure, string>> = {
    weighted: t('Weighted pipeline'),
    soft: t('Soft commitments'),
    due: t('Due'),
    overdue: t('Overdue'),
    distributed: t('Distributed'),
  }
  const label = figure && others[figure]
  return label ? [...always, { key: figure, label }] : always
}
const counted = (count: number) => t.plural(count, '{count} investment', '{count} investments')
const amountSorts = ['expected_amount', 'committed_amount', 'funded', 'outstanding', 'distributed']

/** In the list of one investor, the new investment is for that investor. */
const addLink = ({ investor_id }: InvestmentQuery) =>
  `/investments/add${investor_id ? `?investor_id=${investor_id}` : ''}`

function NoInvestments({ ImportStart }: Pick<ImportParts, 'ImportStart'>) {
  return (
    <Empty
      icon={IconChartPie}
      permission="edit"
      title={t('No investments yet')}
      text={t('An investment is what one investor puts into one offering, from the first interest to the exit.')}
      action={
        <>
          <Button component={Link} to="/investments/add" leftSection={<IconPlus size={16} aria-hidden />}>
            {t('Add the first one')}
          </Button>
          <ImportStart variant="default" />
          <SampleStart />
        </>
      }
    />
  )
}
