// The trash: a page of what was deleted.
import { pagination } from '../../../contract/common.ts'
import type { TrashQuery } from '../../../contract/trash.ts'
import type { Tenant } from '../../platform/db/index.ts'
import * as queries from './queries.ts'

export async function list(tenant: Tenant, query: TrashQuery) {
  const { data, total } = await queries.list(tenant, query)
  return { data, pagination: pagination({ page: query.page ?? 1, per_page: query.per_page ?? 20 }, total) }
}
