// Export of the transactions of a list of investments.
import type * as z from 'zod/mini'
import type { transactionExport } from '../../../contract/investments.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { type DownloadFile, tableFile } from '../../platform/downloads/service.ts'
import { matching, resolveFilters } from '../investments/service.ts'
import { columns as all } from './columns.ts'
import { allOf } from './queries.ts'

type Input = z.output<typeof transactionExport>['input']

export async function exportTransactions(
  tenant: Tenant,
  { format, query, columns = [] }: Input,
): Promise<DownloadFile> {
  const chosen = all.filter(({ header }) => header === 'id' || columns.length === 0 || columns.includes(header))
  const rows = allOf(tenant, matching(tenant, await resolveFilters(tenant, query)))
  return tableFile({ name: 'transactions', format, columns: chosen }, rows)
}
