// Bulk changes: the same change to many records, which are selected by their ids or by the filters of their list. Undo reverts all of it.

import * as z from 'zod/mini'
import { byId, Country, Day, Id, line, listQuery, pageOf, Timestamp } from './common.ts'
import { ContactQuery, Language } from './contacts.ts'
import { CustomInput } from './custom-values.ts'
import { endpoint } from './endpoint.ts'
import { Instrument, InvestmentQuery } from './investments.ts'
import { InvestorQuery } from './investors.ts'
import { Probability } from './master-data.ts'
import { MessageData } from './messages/data.ts'
import { issue } from './messages/issue.ts'
import { TagIds } from './tags.ts'
import { TimeZone } from './users.ts'

export const BulkKind = z.enum(['contacts', 'investors', 'investments'])
export type BulkKind = z.output<typeof BulkKind>

/** Maximum number of records in one bulk change. */
export const maxBulk = 100_000
/** Maximum number of ids in one request; a larger selection is made by filters. */
export const maxBulkIds = 10_000
/** For how long a bulk change can be undone. */
export const undoHours = 24
/** How many days a bulk change stays in the list. */
export const bulkDays = 7

/** The filters of a list, without its page and order. */
const listed = { page: true, per_page: true, sort: true } as const

/** `filters` selects all records that match when the request arrives; if not `expected_count` match, the answer is `state_conflict`. */
function selectionOf<F extends z.ZodMiniType>(filters: F) {
  return z.union([
    z.strictObject({
      ids: z
        .array(Id)
        .check(z.minLength(1), z.maxLength(maxBulkIds, { error: issue('bounds.max_values', { count: maxBulkIds }) })),
    }),
    z.strictObject({
      filters,
      except_ids: z.optional(
        z.array(Id).check(z.maxLength(maxBulkIds, { error: issue('bounds.max_values', { count: maxBulkIds }) })),
      ),
      expected_count: z.optional(z.int()),
    }),
  ])
}

const TagChoice = TagIds.check(z.minLength(1))
/** Changes that every kind of record accepts. */
const common = [
  z.strictObject({ action: z.literal('add_tags'), tag_ids: TagChoice }),
  z.strictObject({ action: z.literal('remove_tags'), tag_ids: TagChoice }),
  z.strictObject({ action: z.literal('delete') }),
  /** Adds the selected contacts, or all contacts of the selected investors or investments, to the hand-picked ones of a broadcast group. */
  z.strictObject({ action: z.literal('add_to_group'), broadcast_group_id: Id }),
] as const

const ContactValues = z.strictObject({
  company: z.optional(line(200, 0)),
  job_title: z.optional(line(200, 0)),
  language: z.optional(Language),
  /** Empty removes the contact's own time zone. */
  time_zone: z.optional(z.union([z.literal(''), TimeZone])),
  /** Requires `consent_how`. Contacts who have opted out are refused. */
  consent: z.optional(z.literal('opted_in')),
  consent_how: z.optional(line(200)),
  custom: z.optional(CustomInput),
})

const InvestorValues = z.strictObject({
  owner_user_id: z.optional(z.nullable(Id)),
  investor_type_id: z.optional(Id),
  country: z.optional(z.nullable(Country)),
  source: z.optional(line(200, 0)),
  next_follow_up_on: z.optional(z.nullable(Day)),
  follow_up_note: z.optional(line(200, 0)),
  do_not_contact: z.optional(z.boolean()),
  custom: z.optional(CustomInput),
})

const InvestmentValues = z.strictObject({
  status_id: z.optional(Id),
  /** Required with a status of the category lost. */
  lost_reason: z.optional(line(500, 0)),
  stage_id: z.optional(z.nullable(Id)),
  owner_user_id: z.optional(z.nullable(Id)),
  instrument: z.optional(z.nullable(Instrument)),
  expected_close_on: z.optional(z.nullable(Day)),
  probability: z.optional(Probability),
  custom: z.optional(CustomInput),
})

const set = <V extends z.ZodMiniType>(values: V) => z.strictObject({ action: z.literal('set'), values })

const ContactBulk = z.discriminatedUnion('action', [set(ContactValues), ...common])
const InvestorBulk = z.discriminatedUnion('action', [
  set(InvestorValues),
  z.strictObject({ action: z.literal('archive') }),
  z.strictObject({ action: z.literal('unarchive') }),
  ...common,
])
const InvestmentBulk = z.discriminatedUnion('action', [set(InvestmentValues), ...common])
export type BulkAction = z.output<typeof ContactBulk> | z.output<typeof InvestorBulk> | z.output<typeof InvestmentBulk>

export const BulkStatus = z.enum(['running', 'done', 'undoing', 'undone'])
export type BulkStatus = z.output<typeof BulkStatus>

export const BulkChange = z.object({
  id: Id,
  kind: BulkKind,
  /** Null: the records were only selected, for an export or a broadcast (`bulk_change_id`). */
  action: z.nullable(z.enum(['set', 'archive', 'unarchive', 'add_tags', 'remove_tags', 'delete', 'add_to_group'])),
  status: BulkStatus,
  /** Selected records. */
  total: z.int(),
  /** Records that the change has reached: `changed`, `refused`, and those that already had the new values. */
  done: z.int(),
  changed: z.int(),
  refused: z.int(),
  undone: z.int(),
  /** Records that Undo left as they are, because someone has changed them since. */
  not_undone: z.int(),
  created_at: Timestamp,
  finished_at: z.nullable(Timestamp),
})
export type BulkChange = z.output<typeof BulkChange>

/** A record that the bulk change or its undo left as it was, and the reason. */
export const BulkRefusal = z.object({ id: Id, name: z.string(), reason: MessageData })
export type BulkRefusal = z.output<typeof BulkRefusal>

const { page, per_page } = listQuery(['id'])
export const BulkPage = z.strictObject({ page, per_page })
export type BulkPage = z.output<typeof BulkPage>

export const BulkEntry = z.object({
  ...BulkChange.shape,
  /** Name of the user. Null if the user was deleted. */
  made_by: z.nullable(z.string()),
  /** With the action `set`: names of the changed fields, such as `custom.tier` for a custom field. */
  fields: z.array(z.string()),
  /** Names of the added or removed tags, the broadcast group or the custom fields. */
  names: z.array(z.string()),
  can_undo: z.boolean(),
})
export type BulkEntry = z.output<typeof BulkEntry>

/** `maxBulkIds` ids take 400 KB. */
const body_limit = 1024 * 1024
const made = { method: 'POST', access: 'signed_in', response: BulkChange, status: 201, body_limit } as const
const one = { access: 'signed_in', params: byId } as const

/** Without `change`, the request only stores the selection, for an export or a broadcast. */
const ContactBulkChange = z.strictObject({
  selection: selectionOf(z.omit(ContactQuery, listed)),
  change: z.optional(ContactBulk),
})
const InvestorBulkChange = z.strictObject({
  selection: selectionOf(z.omit(InvestorQuery, listed)),
  change: z.optional(InvestorBulk),
})
const InvestmentBulkChange = z.strictObject({
  selection: selectionOf(z.omit(InvestmentQuery, { ...listed, as_of: true })),
  change: z.optional(InvestmentBulk),
})

export const bulkChanges = {
  contacts: endpoint({ permission: 'edit', ...made, path: '/v1/contacts/bulk-changes', body: ContactBulkChange }),
  investors: endpoint({ permission: 'edit', ...made, path: '/v1/investors/bulk-changes', body: InvestorBulkChange }),
  investments: endpoint({
    permission: 'edit',
    also: 'see_amounts',
    ...made,
    path: '/v1/investments/bulk-changes',
    body: InvestmentBulkChange,
  }),
  /** The bulk changes of the last `bulkDays` days, newest first. Selections that changed nothing are left out. */
  list: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/bulk-changes',
    access: 'signed_in',
    query: BulkPage,
    response: pageOf(BulkEntry),
  }),
  get: endpoint({ permission: 'view', ...one, method: 'GET', path: '/v1/bulk-changes/:id', response: BulkChange }),
  /** Records that were refused; of a bulk change that was undone, those that were not undone. */
  refusals: endpoint({
    permission: 'view',
    ...one,
    method: 'GET',
    path: '/v1/bulk-changes/:id/refusals',
    query: BulkPage,
    response: pageOf(BulkRefusal),
  }),
  /** Restores what the bulk change replaced, where the record is still as the bulk change left it. Within 24 hours. */
  undo: endpoint({
    permission: 'edit',
    ...one,
    method: 'POST',
    path: '/v1/bulk-changes/:id/undo',
    response: BulkChange,
  }),
}
