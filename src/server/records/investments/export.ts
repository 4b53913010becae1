// Export of the list of investments.
import type * as z from 'zod/mini'
import type { investmentExport } from '../../../contract/investments.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { type DownloadFile, tableFile } from '../../platform/downloads/service.ts'
import { customColumns } from '../custom-fields/service.ts'
import { columns as all } from './columns.ts'
import { listAll } from './service.ts'

type Input = z.output<typeof investmentExport>['input']

export async function exportInvestments(tenant: Tenant, { format, query, columns = [] }: Input): Promise<DownloadFile> {
  const chosen = all.filter(({ header }) => header === 'id' || columns.length === 0 || columns.includes(header))
  const custom = await customColumns(tenant, 'investment', columns)
  return tableFile({ name: 'investments', format, columns: [...chosen, ...custom] }, listAll(tenant, query))
}
