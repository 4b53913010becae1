// Deleted records of all kinds: who deleted them and when. They are restored by the endpoint of their kind, or deleted for good.
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
  'task',
  'template',
  'broadcast_group',
  'broadcast',
  'wa_group',
  'custom_field',
])
export type TrashKind = z.output<typeof TrashKind>

/** Days after which a deleted record is deleted for good. */
export const trashDays = 30

export const TrashQuery = z.strictObject({
  ...listQuery(['deleted_at', 'name']),
  kind: z.optional(severalOf(TrashKind, TrashKind.options.length)),
})
export type TrashQuery = z.output<typeof TrashQuery>

export const Trashed = z.object({
  id: Id,
  kind: TrashKind,
  /** Title of an investment or task, title of a transaction's investment, or the first line of a note. */
  name: z.string(),
  /** `IV-0001`, `INV-0001`. */
  code: z.nullable(z.string()),
  /** For a transaction its amount; for an investment the committed amount, or the expected one if there is none. Null without the permission to see amounts. */
  amount: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  /** For a transaction its investment, whose id is part of the address that restores it. */
  investment_id: z.nullable(Id),
  deleted_at: Timestamp,
  /** When it is deleted for good, at the earliest. */
  purge_at: Timestamp,
  /** Name of the user. Null if the user has left, or if the record was deleted before users were recorded. */
  deleted_by: z.nullable(z.string()),
})
export type Trashed = z.output<typeof Trashed>

export const trash = {
  list: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/trash',
    access: 'signed_in',
    query: TrashQuery,
    response: pageOf(Trashed),
  }),
  /** Deletes a record for good. Sums of past days and messages that were sent stay as they are. */
  remove: endpoint({
    permission: 'delete_for_good',
    fresh_proof: true,
    method: 'DELETE',
    path: '/v1/trash/:kind/:id',
    access: 'signed_in',
    params: z.object({ kind: TrashKind, id: Id }),
  }),
}
