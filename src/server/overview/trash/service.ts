// The trash: a page of what was deleted, and deleting for good.
import { pagination } from '../../../contract/common.ts'
import type { TrashKind, TrashQuery } from '../../../contract/trash.ts'
import { notFound } from '../../errors.ts'
import { writeAuditEvent } from '../../platform/db/audit-events.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { purge } from './purge/queries.ts'
import * as queries from './queries.ts'

export { startPurge } from './purge/worker.ts'

export async function list(tenant: Tenant, query: TrashQuery) {
  const { data, total } = await queries.list(tenant, query)
  return { data, pagination: pagination({ page: query.page ?? 1, per_page: query.per_page ?? 20 }, total) }
}

export async function remove(
  tenant: Tenant,
  { kind, id }: { kind: TrashKind; id: string },
  event: { at: Date; ip: string },
) {
  if ((await purge(tenant, kind, { id })) === 0) throw notFound()
  const { user_id } = tenant
  await writeAuditEvent(tenant, { ...event, user_id, action: 'record_purged', target_id: id, detail: { kind } })
}
