// Activity timelines: every edit, note and message of a record.

import * as z from 'zod/mini'
import { RecipientStatus } from './broadcasts.ts'
import { Id, listQuery, pageOf, severalOf, Timestamp } from './common.ts'
import { CustomType } from './custom-values.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './messages/issue.ts'
import { TransactionKind, TransactionState } from './transactions.ts'

const Named = z.object({ id: Id, name: z.string() })
const Label = z.object({ id: Id, name: z.string(), color: z.string() })

export const ActivityKind = z.enum([
  'created',
  'changed',
  'status',
  'transaction',
  'note',
  'task',
  'message',
  'reply',
  'answer',
])
export type ActivityKind = z.output<typeof ActivityKind>

const every = {
  id: Id,
  at: Timestamp,
  /** Null: Kabar itself, or a user who has left. */
  by: z.nullable(Named),
}
const RecordKind = z.enum(['contact', 'investor', 'investment'])
/**
 * The record of the entry: an investor's timeline includes its investments and the messages of its contacts.
 */
const record = z.object({ kind: RecordKind, id: Id, name: z.string() })
/** Currency of the amounts in the entry; null if it has none. */
const currency = z.nullable(z.string())

/** Old and new value: ids as names, amounts as decimal texts; null if empty. */
const FieldChange = z.object({
  field: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  /** Null unless `field` is `custom.` and the key of a custom field. Money is the JSON text of an amount and a currency. */
  custom: z.nullable(z.object({ name: z.string(), type: CustomType })),
})
export type FieldChange = z.output<typeof FieldChange>

/** Without the name of a file: pasted cells. */
const Import = z.object({ id: Id, name: z.nullable(z.string()) })

export const Activity = z.discriminatedUnion('kind', [
  z.object({ ...every, kind: z.literal('created'), record, import: z.nullable(Import) }),
  z.object({
    ...every,
    kind: z.literal('changed'),
    record,
    /** Currency after and before the change. */
    currency,
    currency_before: currency,
    /** The transaction that was changed; null if the change was to the record itself. */
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
  /** A completed task. */
  z.object({ ...every, kind: z.literal('task'), record, title: z.string(), due_on: z.nullable(z.string()) }),
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
      { error: issue('bounds.one_record'), path: ['investor_id'] },
    ),
  )
export type ActivityQuery = z.output<typeof ActivityQuery>

export const activity = {
  list: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/activity',
    access: 'signed_in',
    query: ActivityQuery,
    response: pageOf(Activity),
  }),
}
