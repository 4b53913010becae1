// Broadcast groups: named audiences. Contacts picked by hand, imported WhatsApp groups, and a segment by rules.
import * as z from 'zod/mini'
import { byId, Id, listQuery, Name, PhoneText, pageOf, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { BrokenRule, Segment } from './segments.ts'
import { GroupReason } from './wa-groups.ts'

/** So many contacts are picked by hand; more are what a segment is for. */
export const maxPicked = 10_000
const Picked = z.array(Id).check(z.maxLength(maxPicked, { error: 'at most 10,000 contacts' }))

/** Whom a group is for. Who is excluded is in none of its parts. */
const choice = {
  contact_ids: z.optional(Picked),
  wa_group_ids: z.optional(z.array(Id).check(z.maxLength(500, { error: 'at most 500 groups' }))),
  segment: z.optional(z.nullable(Segment)),
  exclude_contact_ids: z.optional(Picked),
}

export const BroadcastGroup = z.object({
  id: Id,
  name: z.string(),
  contact_count: z.int(),
  wa_group_count: z.int(),
  exclude_count: z.int(),
  segment: z.nullable(Segment),
  broken: z.array(BrokenRule),
  /** Broadcasts that name it and have not begun. */
  used_by: z.array(z.object({ id: Id, name: z.string(), status: z.string() })),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type BroadcastGroup = z.output<typeof BroadcastGroup>

const Person = z.object({ id: Id, name: z.string(), phone_text: PhoneText })
/** With whom it names, to edit it. */
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
  /** Those of which a rule names this record: a tag, an offering, a status, … */
  names: z.optional(Id),
})
export type BroadcastGroupQuery = z.output<typeof BroadcastGroupQuery>
export const BroadcastGroupChoice = z.strictObject(choice)
export type BroadcastGroupChoice = z.output<typeof BroadcastGroupChoice>

export const AudienceCount = z.object({
  /** Contacts, each number once. */
  count: z.int(),
  /** Those of them that would be written to. */
  reachable: z.int(),
  /** The others, by reason: `no_number`, `opted_out`, `do_not_contact`. */
  left_out: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** Not counted: contacts of whom it cannot be told, because a rate is missing. */
  undecided: z.int(),
  /** The first by name. */
  sample: z.array(
    z.object({
      contact_id: Id,
      name: z.string(),
      phone_text: PhoneText,
      reason: z.nullable(z.string()),
      /** The one that the rules found. */
      investor: z.nullable(z.object({ id: Id, name: z.string() })),
    }),
  ),
  wa_groups: z.int(),
  broken: z.array(BrokenRule),
})
export type AudienceCount = z.output<typeof AudienceCount>

/** They come along from other programs, and mean nothing in a name. */
const withoutControls = z.overwrite<string>((text) => text.replace(/\p{Cc}+/gu, ' ').toWellFormed())

/** What people paste, line by line: names and numbers. */
export const PastedContacts = z.strictObject({
  lines: z
    .array(z.string().check(withoutControls, z.trim(), z.maxLength(300)))
    .check(z.maxLength(2_000, { error: 'at most 2,000 lines' })),
})
export const FoundContacts = z.object({
  found: z.array(Person),
  /** As pasted. */
  unknown: z.array(z.string()),
  /** Names that several contacts have. */
  several: z.array(z.object({ line: z.string(), contacts: z.array(Person) })),
})
export type FoundContacts = z.output<typeof FoundContacts>

const one = { path: '/v1/broadcast-groups/:id', access: 'signed_in', params: byId } as const
/** 20,000 ids of 39 bytes. */
const body_limit = 1024 * 1024

export const broadcastGroups = {
  list: endpoint({
    method: 'GET',
    path: '/v1/broadcast-groups',
    access: 'signed_in',
    query: BroadcastGroupQuery,
    response: pageOf(BroadcastGroup),
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/broadcast-groups',
    access: 'signed_in',
    body: BroadcastGroupInput,
    response: BroadcastGroupDetail,
    status: 201,
    body_limit,
  }),
  get: endpoint({ ...one, method: 'GET', response: BroadcastGroupDetail }),
  update: endpoint({ ...one, method: 'PATCH', body: BroadcastGroupChange, response: BroadcastGroupDetail, body_limit }),
  remove: endpoint({ ...one, method: 'DELETE' }),
  restore: endpoint({
    ...one,
    method: 'POST',
    path: '/v1/broadcast-groups/:id/restore',
    response: BroadcastGroupDetail,
  }),
  /** Of one as it is kept. */
  countOf: endpoint({ ...one, method: 'GET', path: '/v1/broadcast-groups/:id/count', response: AudienceCount }),
  /** Of one as it stands in the editor. */
  count: endpoint({
    method: 'POST',
    path: '/v1/broadcast-groups/count',
    access: 'signed_in',
    reads: true,
    body: BroadcastGroupChoice,
    response: AudienceCount,
    body_limit,
  }),
  findContacts: endpoint({
    method: 'POST',
    path: '/v1/broadcast-groups/find-contacts',
    access: 'signed_in',
    reads: true,
    body: PastedContacts,
    response: FoundContacts,
    body_limit,
  }),
}
