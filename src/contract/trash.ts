// Deleted records of all kinds: who deleted them and when. They are restored by the endpoint of their kind.
import * as z from 'zod/mini'
import { Id, listQuery, pageOf, severalOf, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

export const TrashKind = z.enum([
  'contact',
  'investor',
  'investment',
  'transaction',
  'offering',
  'note',
  'template',
  'broadcast_group',
])
export type TrashKind = z.output<typeof TrashKind>

export const TrashQuery = z.strictObject({
  ...listQuery(['deleted_at', 'name']),
  kind: z.optional(severalOf(TrashKind, 8)),
})
export type TrashQuery = z.output<typeof TrashQuery>

export const Trashed = z.object({
  id: Id,
  kind: TrashKind,
  /** Of an investment its title, of a transaction its investment's title, of a note its first line. */
  name: z.string(),
  /** `IV-0001`, `INV-0001`. */
  code: z.nullable(z.string()),
  /** Of a transaction its amount, of an investment the committed amount, else the expected one. */
  amount: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  /** The investment of a transaction, which its restore endpoint needs. */
  investment_id: z.nullable(Id),
  deleted_at: Timestamp,
  /** Null if unknown: a user who has left, or a record deleted before this was kept. */
  deleted_by: z.nullable(z.string()),
})
export type Trashed = z.output<typeof Trashed>

export const trash = {
  list: endpoint({
    method: 'GET',
    path: '/v1/trash',
    access: 'signed_in',
    query: TrashQuery,
    response: pageOf(Trashed),
  }),
}
