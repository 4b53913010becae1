// Probable duplicates among contacts and investors, and merging them.
import * as z from 'zod/mini'
import { byId, Id, listQuery, PhoneText, pageOf, severalOf, Timestamp } from './common.ts'
import { CustomValues } from './custom-values.ts'
import { endpoint } from './endpoint.ts'
import { InvestorKind } from './master-data.ts'

export const MergeKind = z.enum(['contact', 'investor'])
export type MergeKind = z.output<typeof MergeKind>

/** Fields whose value can be chosen, of each kind. */
export const mergeFields = {
  contact: ['name', 'preferred_name', 'phone', 'email', 'company', 'job_title', 'language', 'time_zone', 'notes'],
  investor: ['name', 'email', 'country', 'city', 'website', 'source', 'notes'],
} as const satisfies Record<MergeKind, readonly string[]>
/** Days in which a merge can be undone. */
export const undoDays = 30
export const maxMerged = 10

export const MergeRecord = z.object({
  id: Id,
  /** `IV-0001`; null for a contact. */
  code: z.nullable(z.string()),
  /** Only investors of the same kind can be merged. Null for contacts. */
  investor_kind: z.nullable(InvestorKind),
  /** Value of each field; empty if unset. */
  fields: z.record(z.string(), z.string()),
  custom: CustomValues,
  phone_text: PhoneText,
  /** The consent of a contact: `opted_out` also if only its number has opted out. Null for an investor. */
  consent: z.nullable(z.string()),
  /** How many investments, notes and messages it has. */
  investments: z.int(),
  notes: z.int(),
  messages: z.int(),
  created_at: Timestamp,
})
export type MergeRecord = z.output<typeof MergeRecord>

export const DuplicatePair = z.object({
  id: z.string(),
  reason: z.enum(['email', 'name']),
  records: z.array(MergeRecord),
})
export type DuplicatePair = z.output<typeof DuplicatePair>

const { q: _q, sort: _sort, ...pages } = listQuery(['name'])
export const DuplicateQuery = z.strictObject({ ...pages, kind: z.optional(MergeKind) })
export type DuplicateQuery = z.output<typeof DuplicateQuery>

export const MergeInput = z.strictObject({
  kind: MergeKind,
  winner_id: Id,
  loser_ids: z.array(Id).check(z.minLength(1), z.maxLength(maxMerged - 1)),
  /**
   * The record that each field takes its value from; custom fields are named like `custom.tier`. By default the winner's value or,
   * if it is empty, the first that is not.
   */
  fields: z.optional(z.record(z.string().check(z.maxLength(60)), Id)),
})
export type MergeInput = z.output<typeof MergeInput>

export const Merge = z.object({
  id: Id,
  kind: MergeKind,
  winner_id: Id,
  at: Timestamp,
  undone_at: z.nullable(Timestamp),
})
export type Merge = z.output<typeof Merge>

/** A merge that can be undone. */
export const UndoableMerge = z.object({
  ...z.omit(Merge, { undone_at: true }).shape,
  /** Name of the record that stayed. */
  name: z.string(),
  merged_by: z.nullable(z.string()),
})
export type UndoableMerge = z.output<typeof UndoableMerge>

/** Parameters of the page that merges records. */
export const MergeStart = z.strictObject({
  kind: z.optional(MergeKind),
  ids: z.optional(severalOf(Id, maxMerged)),
  /** The page to return to after the merge. */
  from: z.optional(z.string().check(z.regex(/^\/(?![/\\])/))),
})

export const merges = {
  /** The merges of the last 30 days that can be undone, newest first. */
  list: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/merges',
    access: 'signed_in',
    query: DuplicateQuery,
    response: pageOf(UndoableMerge),
  }),
  duplicates: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/duplicates',
    access: 'signed_in',
    query: DuplicateQuery,
    response: pageOf(DuplicatePair),
  }),
  records: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/duplicates/records',
    access: 'signed_in',
    query: z.strictObject({ kind: MergeKind, ids: severalOf(Id, maxMerged) }),
    response: z.object({ data: z.array(MergeRecord) }),
  }),
  /** Records that two records are no duplicates, so that the pair is not listed again. */
  ignore: endpoint({
    permission: 'edit',
    method: 'POST',
    path: '/v1/duplicates/ignore',
    access: 'signed_in',
    body: z.strictObject({ ids: z.tuple([Id, Id]) }),
  }),
  create: endpoint({
    permission: 'edit',
    method: 'POST',
    path: '/v1/merges',
    access: 'signed_in',
    body: MergeInput,
    response: Merge,
    status: 201,
  }),
  undo: endpoint({
    permission: 'edit',
    method: 'POST',
    path: '/v1/merges/:id/undo',
    access: 'signed_in',
    params: byId,
    response: Merge,
  }),
}
