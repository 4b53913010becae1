// Broadcast groups: named audiences of hand-picked contacts, imported WhatsApp groups and a segment (rules).

import * as z from 'zod/mini'
import { asTyped, byId, Id, listQuery, Name, PhoneText, pageOf, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './messages/issue.ts'
import { BrokenRule, Segment } from './segments.ts'
import { GroupReason } from './wa-groups.ts'

/** Maximum number of hand-picked contacts; larger audiences need a segment. */
export const maxPicked = 10_000
const Picked = z.array(Id).check(z.maxLength(maxPicked, { error: issue('bounds.max_contacts', { max: 10_000 }) }))

/** Who is in a group. Excluded contacts are left out of every part. */
const choice = {
  contact_ids: z.optional(Picked),
  wa_group_ids: z.optional(z.array(Id).check(z.maxLength(500, { error: issue('bounds.max_groups', { max: 500 }) }))),
  segment: z.optional(z.nullable(Segment)),
  exclude_contact_ids: z.optional(Picked),
}

export const BroadcastGroup = z.object({
  id: Id,
  name: z.string(),
  contact_count: z.int(),
  wa_group_count: z.int(),
  exclude_count: z.int(),
  /** Null without the permission to see amounts if a rule has one: `hides_rules` is true then. */
  segment: z.nullable(Segment),
  hides_rules: z.boolean(),
  broken_rules: z.array(BrokenRule),
  /** Broadcasts that use this group and have not started. */
  used_by: z.array(z.object({ id: Id, name: z.string(), status: z.string() })),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type BroadcastGroup = z.output<typeof BroadcastGroup>

const Person = z.object({ id: Id, name: z.string(), phone_text: PhoneText })
/** With its contacts, groups and rules, for editing. */
export const BroadcastGroupDetail = z.extend(BroadcastGroup, {
  contacts: z.array(Person),
  excluded: z.array(Person),
  wa_groups: z.array(
    z.object({
      id: Id,
      name: z.string(),
      session_name: z.string(),
      participants_count: z.int(),
      reason: z.nullable(GroupReason),
    }),
  ),
})
export type BroadcastGroupDetail = z.output<typeof BroadcastGroupDetail>

export const BroadcastGroupInput = z.strictObject({ name: Name, ...choice })
export type BroadcastGroupInput = z.output<typeof BroadcastGroupInput>
export const BroadcastGroupChange = z.extend(z.partial(BroadcastGroupInput), { version: z.int() })
export type BroadcastGroupChange = z.output<typeof BroadcastGroupChange>
export const BroadcastGroupQuery = z.strictObject({
  ...listQuery(['name', 'created_at', 'updated_at']),
  /** Only groups with a rule that references this record: a tag, an offering, a status, … */
  references: z.optional(Id),
})
export type BroadcastGroupQuery = z.output<typeof BroadcastGroupQuery>
export const BroadcastGroupChoice = z.strictObject(choice)
export type BroadcastGroupChoice = z.output<typeof BroadcastGroupChoice>

/** `sample` chooses the listed contacts: by default the first ten members, or with `reason` only contacts left out for that reason. */
export const BroadcastGroupCount = z.extend(BroadcastGroupChoice, {
  sample: z.optional(
    z.strictObject({ reason: z.optional(asTyped(100)), limit: z.optional(z.int().check(z.gte(1), z.lte(200))) }),
  ),
})
export type BroadcastGroupCount = z.output<typeof BroadcastGroupCount>

export const AudienceCount = z.object({
  /** Contacts, each number once. */
  count: z.int(),
  /** Contacts that would receive a message. */
  reachable: z.int(),
  /** Contacts that would not, by reason: `no_number`, `opted_out`, `do_not_contact`. */
  excluded: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** Contacts that could not be evaluated because an exchange rate is missing; not counted. */
  undecided: z.int(),
  /** The first contacts by name. */
  sample: z.array(
    z.object({
      contact_id: Id,
      name: z.string(),
      phone_text: PhoneText,
      reason: z.nullable(z.string()),
      /** The investor that matched the rules. */
      investor: z.nullable(z.object({ id: Id, name: z.string() })),
    }),
  ),
  wa_groups: z.int(),
  broken_rules: z.array(BrokenRule),
})
export type AudienceCount = z.output<typeof AudienceCount>

/** Control characters pasted along from other programs; never part of a name. */
const withoutControls = z.overwrite<string>((text) => text.replace(/\p{Cc}+/gu, ' ').toWellFormed())

/** Pasted lines, each a name or a number. */
export const PastedContacts = z.strictObject({
  lines: z
    .array(z.string().check(withoutControls, z.trim(), z.maxLength(300)))
    .check(z.maxLength(2_000, { error: issue('bounds.max_lines', { max: 2_000 }) })),
})
export const FoundContacts = z.object({
  found: z.array(Person),
  /** Lines as pasted. */
  not_found: z.array(z.string()),
  /** Names shared by several contacts. */
  ambiguous: z.array(z.object({ line: z.string(), contacts: z.array(Person) })),
})
export type FoundContacts = z.output<typeof FoundContacts>

const one = { path: '/v1/broadcast-groups/:id', access: 'signed_in', params: byId } as const
/** Room for 20,000 ids of 39 bytes. */
const body_limit = 1024 * 1024

export const broadcastGroups = {
  list: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/broadcast-groups',
    access: 'signed_in',
    query: BroadcastGroupQuery,
    response: pageOf(BroadcastGroup),
  }),
  create: endpoint({
    permission: 'edit',
    audited: 'record_added',
    method: 'POST',
    path: '/v1/broadcast-groups',
    access: 'signed_in',
    body: BroadcastGroupInput,
    response: BroadcastGroupDetail,
    status: 201,
    body_limit,
  }),
  get: endpoint({ permission: 'view', ...one, method: 'GET', response: BroadcastGroupDetail }),
  update: endpoint({
    permission: 'edit',
    ...one,
    method: 'PATCH',
    body: BroadcastGroupChange,
    response: BroadcastGroupDetail,
    body_limit,
  }),
  remove: endpoint({ permission: 'edit', ...one, method: 'DELETE' }),
  restore: endpoint({
    permission: 'edit',
    ...one,
    method: 'POST',
    path: '/v1/broadcast-groups/:id/restore',
    response: BroadcastGroupDetail,
  }),
  /** Counts a saved group. */
  countOf: endpoint({
    permission: 'view',
    ...one,
    method: 'GET',
    path: '/v1/broadcast-groups/:id/count',
    response: AudienceCount,
  }),
  /** Counts the unsaved group in the editor. */
  count: endpoint({
    permission: 'view',
    method: 'POST',
    path: '/v1/broadcast-groups/count',
    access: 'signed_in',
    reads: true,
    body: BroadcastGroupCount,
    response: AudienceCount,
    body_limit,
  }),
  findContacts: endpoint({
    permission: 'view',
    method: 'POST',
    path: '/v1/broadcast-groups/find-contacts',
    access: 'signed_in',
    reads: true,
    body: PastedContacts,
    response: FoundContacts,
    body_limit,
  }),
}
