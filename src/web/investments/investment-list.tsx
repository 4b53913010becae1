// The list of investments.
import { Button } from '@mantine/core'
import { IconChartPie, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { InvestmentQuery, investments } from '../../contract/investments.ts'
import { query } from '../api.ts'
import { ExportPicker } from '../downloads/export-picker.tsx'
import { t } from '../lib/text.ts'
import { Empty } from '../ui/empty.tsx'
import { ListPage, useList } from '../ui/list-page.tsx'
import { Totals } from '../ui/totals.tsx'
import { useInvestmentFilters } from './filter-fields.tsx'
import { exported, investmentColumns } from './investment-columns.tsx'

export default function InvestmentList() {
  const list = useList('investments', InvestmentQuery, investmentColumns)
  const page = useQuery({ ...query(investments.list, { query: list.search }), placeholderData: keepPreviousData })
  const totals = useQuery({ ...query(investments.totals, { query: list.matching }), placeholderData: keepPreviousData })
  const { filters, dialog } = useInvestmentFilters(list.search)
  return (
    <ListPage
      title={t('Investments')}
      searchLabel={t('Search investments')}
      list={list}
      page={page}
      filters={filters}
      path="/investments"
      defaultSort="-created_at"
      actions={
        <>
          <ExportPicker
            request={(format) => ({
              kind: 'investments',
              input: { format, query: list.exported, columns: exported(list.ids) },
            })}
            disabled={page.data?.pagination.total === 0}
          />
          <Button component={Link} to={addLink(list.search)} leftSection={<IconPlus size={16} aria-hidden />}>
            {t('Add investment')}
          </Button>
        </>
      }
      footer={<Totals name="investments" totals={totals} figures={figures()} counted={counted} />}
      empty={<NoInvestments />}
      noMatch={{
        title: t('No investment matches'),
        text: t('Search looks at titles and references. Filters find more.'),
      }}
    >
      {dialog}
    </ListPage>
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
