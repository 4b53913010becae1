// Export of the list of contacts.
import type * as z from 'zod/mini'
import type { contactExport } from '../../../contract/contacts.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { type DownloadFile, tableFile } from '../../platform/downloads/service.ts'
import { customColumns } from '../custom-fields/service.ts'
import { columns as all } from './columns.ts'
import { listAll } from './service.ts'

type Input = z.output<typeof contactExport>['input']

export async function exportContacts(tenant: Tenant, { format, query, columns = [] }: Input): Promise<DownloadFile> {
  const chosen = all.filter(({ header }) => header === 'id' || columns.length === 0 || columns.includes(header))
  const custom = await customColumns(tenant, 'contact', columns)
  return tableFile({ name: 'contacts', format, columns: [...chosen, ...custom] }, listAll(tenant, query))
}
