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
}

/** `path`: of the list, `/v1/contacts`. */
export function recordEndpoints<
  Q extends z.ZodMiniType,
  R extends z.ZodMiniType,
  I extends z.ZodMiniType,
  C extends z.ZodMiniType,
>(path: string, { query, record, input, change, adds = () => 1 }: RecordSchemas<Q, R, I, C>) {
  const all = { path, access: 'signed_in' } as const
  const one = { path: `${path}/:id`, access: 'signed_in', params: byId } as const
  return {
    list: endpoint({ permission: 'view', ...all, method: 'GET', query, response: pageOf(record) }),
    create: endpoint({
      permission: 'edit',
      ...all,
      audited: 'record_added',
      method: 'POST',
      body: input,
      response: record,
      status: 201,
      adds,
    }),
    get: endpoint({ permission: 'view', ...one, method: 'GET', response: record }),
    update: endpoint({ permission: 'edit', ...one, method: 'PATCH', body: change, response: record }),
    remove: endpoint({ permission: 'edit', ...one, method: 'DELETE' }),
    restore: endpoint({ permission: 'edit', ...one, method: 'POST', path: `${path}/:id/restore`, response: record }),
  }
}
