// Exports the rows in error with the reason, in the same columns, to be corrected and imported again.
import type * as z from 'zod/mini'
import type { ImportRow, importErrorExport } from '../../contract/imports.ts'
import type { Tenant } from '../db/index.ts'
import { type DownloadFile, inFileName, type TableColumn, tableFile } from '../downloads/service.ts'
import { orNotFound } from '../errors.ts'
import * as queries from './queries.ts'
import { errorRows } from './rows/queries.ts'

type Input = z.output<typeof importErrorExport>['input']

export async function exportImportErrors(tenant: Tenant, { import_id, format }: Input): Promise<DownloadFile> {
  const made = orNotFound(await queries.get(tenant, import_id))
  const columns: TableColumn<ImportRow>[] = [
    ...made.columns.map(({ header }, index) => ({ header, value: ({ cells }: ImportRow) => cells[index] })),
    { header: 'line', value: ({ line }) => line },
    { header: 'error', value: ({ reason }) => reason?.replaceAll('\n', ' ') },
  ]
  const name = `${inFileName(made.file_name.replace(/\.\w+$/, '')) || 'import'}-errors`
  return tableFile({ name, format, columns }, errorRows(tenant, import_id))
}
