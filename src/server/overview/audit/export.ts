// Download of the audit log.
import type * as z from 'zod/mini'
import type { AuditEntry, auditColumns, auditExport } from '../../../contract/audit.ts'
import { listText, type TableColumn } from '../../../contract/exports.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { type DownloadFile, tableFile } from '../../platform/downloads/service.ts'
import * as queries from './queries.ts'

type Input = z.output<typeof auditExport>['input']

export async function exportAudit(tenant: Tenant, { format, query, columns = [] }: Input): Promise<DownloadFile> {
  const chosen = all.filter(({ header }) => header === 'id' || columns.length === 0 || columns.includes(header))
  return tableFile({ name: 'audit-log', format, columns: chosen }, queries.all(tenant, query))
}

const all: (TableColumn<AuditEntry> & { header: (typeof auditColumns)[number] })[] = [
  { header: 'at', value: ({ at }) => at },
  { header: 'user', value: ({ user, by_operator }) => (by_operator ? 'operator' : user?.name) },
  { header: 'token', value: ({ token }) => token?.name },
  { header: 'action', value: ({ action }) => action },
  { header: 'what', value: ({ what }) => listText(what) },
  { header: 'kind', value: ({ target }) => target?.kind },
  { header: 'record', value: ({ target }) => target?.name },
  { header: 'record_id', value: ({ target }) => target?.id },
  { header: 'ip', value: ({ ip }) => ip },
  { header: 'id', value: ({ id }) => id },
]
