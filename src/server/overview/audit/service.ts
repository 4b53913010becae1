// The audit log: a page of who changed, sent, exported or signed in.
import type { AuditQuery } from '../../../contract/audit.ts'
import { pagination } from '../../../contract/common.ts'
import type { Tenant } from '../../platform/db/index.ts'
import * as queries from './queries.ts'

export { exportAudit } from './export.ts'
export { startAuditRetention } from './worker.ts'

export async function list(tenant: Tenant, query: AuditQuery) {
  const { data, total } = await queries.list(tenant, query)
  return { data, pagination: pagination({ page: query.page ?? 1, per_page: query.per_page ?? 20 }, total) }
}
