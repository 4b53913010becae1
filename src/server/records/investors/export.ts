// Export of the list of investors: one row each, with one column per figure and currency, so that columns can
// be summed.
import type * as z from 'zod/mini'
import type { investorExport } from '../../../contract/investors.ts'
import { requireAmounts } from '../../platform/db/amounts.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { type DownloadFile, tableFile } from '../../platform/downloads/service.ts'
import { customColumns } from '../custom-fields/service.ts'
import { amountColumns, columnsIn } from './columns.ts'
import { listAll, totals } from './service.ts'

type Input = z.output<typeof investorExport>['input']

export async function exportInvestors(tenant: Tenant, { format, query, columns = [] }: Input): Promise<DownloadFile> {
  const { sort: _sort, ...filters } = query
  const { by_currency, base } = await totals(tenant, filters)
  // Without any investment the columns are present too, so that a spreadsheet built on them keeps working.
  const currencies = by_currency.length > 0 ? by_currency.map(({ currency }) => currency) : [base.currency]
  if (columns.some((column) => isAmount(column))) requireAmounts(tenant)
  const chosen = columnsIn(currencies)
    .filter(({ name }) => name === 'id' || columns.length === 0 || columns.includes(name))
    .filter(({ name }) => tenant.sees_amounts || !isAmount(name))
  const custom = await customColumns(tenant, 'investor', columns)
  return tableFile({ name: 'investors', format, columns: [...chosen, ...custom] }, listAll(tenant, query))
}

const isAmount = (column: string) => (amountColumns as readonly string[]).includes(column)
