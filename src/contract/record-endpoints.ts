// The usual endpoints of a kind of record: list, add, read, change, delete and restore.
import type * as z from 'zod/mini'
import { byId, pageOf } from './common.ts'
import { endpoint } from './endpoint.ts'

interface RecordSchemas<Q, R, I, C> {
  query: Q
  record: R
  /** The body of an addition, and of a change. */
  input: I
  change: C
  /** How many records an addition adds, for the quota. One by default. */
  adds?: (body: never) => number
  /** Records with amounts of money, for which `see_amounts` is needed: to write them only, or to read them as well. */
  amounts?: 'to_write' | 'to_read'
}

/** `path`: of the list, `/v1/contacts`. */
export function recordEndpoints<
  Q extends z.ZodMiniType,
  R extends z.ZodMiniType,
  I extends z.ZodMiniType,
  C extends z.ZodMiniType,
>(path: string, { query, record, input, change, adds = () => 1, amounts }: RecordSchemas<Q, R, I, C>) {
  const read = { permission: amounts === 'to_read' ? 'see_amounts' : 'view', access: 'signed_in' } as const
  const write = { permission: 'edit', access: 'signed_in', ...(amounts && { also: 'see_amounts' as const }) } as const
  const one = { path: `${path}/:id`, params: byId } as const
  return {
    list: endpoint({ ...read, path, method: 'GET', query, response: pageOf(record) }),
    create: endpoint({
      ...write,
      path,
      audited: 'record_added',
      method: 'POST',
      body: input,
      response: record,
      status: 201,
      adds,
    }),
    get: endpoint({ ...read, ...one, method: 'GET', response: record }),
    update: endpoint({ ...write, ...one, method: 'PATCH', body: change, response: record }),
    remove: endpoint({ ...write, ...one, method: 'DELETE' }),
    restore: endpoint({ ...write, ...one, method: 'POST', path: `${path}/:id/restore`, response: record }),
  }
}
