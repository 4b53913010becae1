// The timeline of a record: what was done with it, said about it, and sent to its people.
import * as z from 'zod/mini'
import { RecipientStatus } from './broadcasts.ts'
import { Id, listQuery, pageOf, severalOf, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { TransactionKind, TransactionState } from './transactions.ts'

const Named = z.object({ id: Id, name: z.string() })
const Label = z.object({ id: Id, name: z.string(), color: z.string() })

export const ActivityKind = z.enum([
  'created',
  'changed',
  'status',
  'transaction',
  'note',
  'message',
  'reply',
  'answer',
])
export type ActivityKind = z.output<typeof ActivityKind>

const every = {
  id: Id,
  at: Timestamp,
  /** Null: Kabar itself, or somebody who has left. */
  by: z.nullable(Named),
}
const RecordKind = z.enum(['contact', 'investor', 'investment'])
/** Of which record: an investor's timeline has those of its investments too, and what its contacts were sent and said. */
const record = z.object({ kind: RecordKind, id: Id, name: z.string() })
/** Of the amounts in it; null where there are none. */
const currency = z.nullable(z.string())

/** What a field was and is: ids by their names, amounts as decimal texts. Null: nothing. */
const FieldChange = z.object({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })
export type FieldChange = z.output<typeof FieldChange>

export const Activity = z.discriminatedUnion('kind', [
  z.object({ ...every, kind: z.literal('created'), record, import: z.nullable(Named) }),
  z.object({
    ...every,
    kind: z.literal('changed'),
    record,
    /** As it was after the change, and before it. */
    currency,
    currency_before: currency,
    /** The transaction of the investment that was changed; null: the record itself was. */
    transaction: z.nullable(z.object({ kind: TransactionKind })),
    changes: z.array(FieldChange),
  }),
  z.object({ ...every, kind: z.literal('status'), record, from: Label, to: Label }),
  z.object({
    ...every,
    kind: z.literal('transaction'),
    record,
    transaction: z.object({
      kind: TransactionKind,
      state: TransactionState,
      amount: z.string(),
      due_on: z.nullable(z.string()),
      settled_on: z.nullable(z.string()),
    }),
    currency,
  }),
  z.object({ ...every, kind: z.literal('note'), record, body: z.string() }),
  z.object({
    ...every,
    kind: z.literal('message'),
    record,
    broadcast: Named,
    text: z.string(),
    status: RecipientStatus,
    reason: z.nullable(z.string()),
  }),
  z.object({ ...every, kind: z.literal('reply'), record, text: z.string() }),
  z.object({
    ...every,
    kind: z.literal('answer'),
    record,
    text: z.string(),
    is_automatic: z.boolean(),
    status: RecipientStatus,
    reason: z.nullable(z.string()),
  }),
])
export type Activity = z.output<typeof Activity>

const { page, per_page } = listQuery(['at'])
/** Newest first. */
export const ActivityQuery = z
  .strictObject({
    page,
    per_page,
    kind: z.optional(severalOf(ActivityKind)),
    investor_id: z.optional(Id),
    contact_id: z.optional(Id),
    investment_id: z.optional(Id),
  })
  .check(
    z.refine(
      ({ investor_id, contact_id, investment_id }) =>
        [investor_id, contact_id, investment_id].filter(Boolean).length === 1,
      { error: 'name exactly one of investor_id, contact_id and investment_id', path: ['investor_id'] },
    ),
  )
export type ActivityQuery = z.output<typeof ActivityQuery>

export const activity = {
  list: endpoint({
    method: 'GET',
    path: '/v1/activity',
    access: 'signed_in',
    query: ActivityQuery,
    response: pageOf(Activity),
  }),
}
