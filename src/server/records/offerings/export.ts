// Export of all offerings.
import type * as z from 'zod/mini'
import type { offeringExport } from '../../../contract/offerings.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { type DownloadFile, tableFile } from '../../platform/downloads/service.ts'
import { customColumns } from '../custom-fields/service.ts'
import { all, columns } from './service.ts'

type Input = z.output<typeof offeringExport>['input']

export async function exportOfferings(tenant: Tenant, { format, columns: asked = [] }: Input): Promise<DownloadFile> {
  const chosen = columns.filter(({ header }) => header === 'id' || asked.length === 0 || asked.includes(header))
  const custom = await customColumns(tenant, 'offering', asked)
  return tableFile({ name: 'offerings', format, columns: [...chosen, ...custom] }, all(tenant))
}
