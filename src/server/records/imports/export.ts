// Exports the rows in error with the reason, in the same columns, to be corrected and imported again.
import type * as z from 'zod/mini'
import type { importErrorExport } from '../../../contract/imports.ts'
import { languageOf, orNotFound, sentenceOf } from '../../errors.ts'
import { localeOf } from '../../identity/users/service.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { type DownloadFile, inFileName, type TableColumn, tableFile } from '../../platform/downloads/service.ts'
import * as queries from './queries.ts'
import { errorRows, type StoredRow } from './rows/queries.ts'

type Input = z.output<typeof importErrorExport>['input']

export async function exportImportErrors(tenant: Tenant, { import_id, format }: Input): Promise<DownloadFile> {
  const made = orNotFound(await queries.get(tenant, import_id))
  const language = languageOf(await localeOf(tenant))
  const columns: TableColumn<StoredRow>[] = [
    ...made.columns.map(({ header }, index) => ({ header, value: ({ cells }: StoredRow) => cells[index] })),
    { header: 'line', value: ({ line }) => line },
    { header: 'error', value: ({ reasons }) => reasons.map((reason) => sentenceOf(reason, language)).join(' ') },
  ]
  const name = `${inFileName((made.file_name ?? '').replace(/\.\w+$/, '')) || 'import'}-errors`
  return tableFile({ name, format, columns }, errorRows(tenant, import_id))
}
