// List of investors.
import { Button } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ExportFormat } from '../../../contract/exports.ts'
import { type Investor, InvestorQuery, investors } from '../../../contract/investors.ts'
import { query } from '../../api.ts'
import { SampleStart } from '../../identity/sample-data/sample-panel.tsx'
import { useExport } from '../../platform/downloads/export-picker.tsx'
import type { BulkPart, ImportParts } from '../../platform/lib/page-parts.ts'
import { useMay, useMayOrWait } from '../../platform/lib/permissions.ts'
import { rateLink } from '../../platform/lib/rate-link.ts'
import { t } from '../../platform/lib/text.ts'
import { type Columns, footColumns } from '../../platform/ui/data-columns.ts'
import { Empty } from '../../platform/ui/empty.tsx'
import { ListPage, useList } from '../../platform/ui/list-page.tsx'
import { SortNote } from '../../platform/ui/sort-note.tsx'
import { Totals } from '../../platform/ui/totals.tsx'
import { useCustomColumns, useCustomFilters } from '../custom-fields/list-panel.tsx'
import { useSavedView, useViewMenu } from '../views/view-picker.tsx'
import { useInvestorFilters } from './filter-fields.tsx'
import { exported, investorColumns, plainColumns } from './investor-columns.tsx'
import { figureNames, figureText } from './words.ts'

export default function InvestorList(props: ImportParts & BulkPart) {
  const { BulkPanel, ImportPanel, ImportItem, ImportStart, useImportFilter } = props
  const view = useSavedView('investors')
  const seesAmounts = useMay('see_amounts')
  const columns = useCustomColumns('investor', seesAmounts ? investorColumns : plainColumns)
  const list = useList('investors', InvestorQuery, columns, view.saved)
  const custom = useCustomFilters('investor', list)
  const views = useViewMenu(view, list)
  const page = useQuery({ ...query(investors.list, { query: list.search }), placeholderData: keepPreviousData })
  const totals = useQuery({
    ...query(investors.totals, { query: list.matching }),
    enabled: useMayOrWait('see_amounts') === true,
    placeholderData: keepPreviousData,
  })
  const { filters, dialog } = useInvestorFilters(list.search)
  const importFilter = useImportFilter()
  const exportOf = (format: ExportFormat, query: object) =>
    ({ kind: 'investors', input: { format, query, columns: exported(list.ids) } }) as const
  const file = useExport({
    request: (format) => exportOf(format, list.exported),
    disabled: page.data?.pagination.total === 0,
  })
  const add = (
    <Button component={Link} to="/investors/add" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('Add investor')}
    </Button>
  )
  const footer = (columns: Columns<Investor> | undefined) => (
    <Totals
      name="investors"
      columns={columns && footColumns(columns)}
      totals={totals}
      rateTo={rateLink}
      figures={figureNames.map((key) => ({ key, label: figureText(key) }))}
      counted={(count) => t.plural(count, '{count} investment', '{count} investments')}
    />
  )
  return (
    <ListPage
      title={t('Investors')}
      searchLabel={t('Search investors')}
      list={custom.list}
      page={page}
      filters={[...filters, ...custom.filters, importFilter]}
      path="/investors"
      defaultSort="name"
      views={views.menu}
      file={file}
      imports={{ ImportPanel, ImportItem }}
      bulk={{ Panel: BulkPanel, nameOf: ({ name }) => name, filters: list.matching, exportOf }}
      add={add}
      note={<SortNote sort={list.search.sort} by={figureNames} totals={totals.data} />}
      {...(seesAmounts && { footer })}
      empty={
        <Empty
          icon={IconUsers}
          permission="edit"
          title={t('No investors yet')}
          text={t(
            'The people and entities that invest. Adding an individual also creates a contact, so that you can message them.',
          )}
          action={
            <>
              {add}
              <ImportStart variant="default" />
              <SampleStart />
            </>
          }
        />
      }
      noMatch={{
        title: t('No investors match'),
        text: t('Search covers names, codes, email addresses and cities. Use filters for other fields.'),
      }}
    >
      {views.dialog}
      {dialog}
    </ListPage>
  )
}
