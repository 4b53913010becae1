// The audience of a broadcast, as chosen by a user.
import * as z from 'zod/mini'
import { Id } from './common.ts'
import { ImportedGroup } from './wa-groups.ts'

export const Audience = z.strictObject({
  /** All contacts that exist when the broadcast starts. */
  all_contacts: z.optional(z.boolean()),
  contact_ids: z.optional(z.array(Id).check(z.maxLength(100_000))),
  exclude_contact_ids: z.optional(z.array(Id).check(z.maxLength(100_000))),
  /** Imported groups. Only groups of the broadcast's own session are sent to. */
  wa_group_ids: z.optional(z.array(Id).check(z.maxLength(1_000))),
  /** Broadcast groups, resolved when the broadcast starts. */
  broadcast_group_ids: z.optional(z.array(Id).check(z.maxLength(100))),
})
export type Audience = z.output<typeof Audience>

/** A broadcast group chosen for a broadcast. `is_deleted`: must be removed before the broadcast can be sent. */
export const ChosenBroadcastGroup = z.object({ id: Id, name: z.string(), is_deleted: z.boolean() })

/** Skipped if `can_post` is false or the group belongs to another session. */
const ChosenGroup = z.pick(ImportedGroup, {
  id: true,
  session_id: true,
  session_name: true,
  name: true,
  participants_count: true,
  can_post: true,
  reason: true,
})

/** The audience of a draft as ids, for editing. */
export const AudienceContacts = z.object({
  contacts: z.array(z.object({ id: Id, name: z.string(), phone: z.nullable(z.string()) })),
  excluded: z.array(z.object({ id: Id, name: z.string(), phone: z.nullable(z.string()) })),
  groups: z.array(ChosenGroup),
})
export type AudienceContacts = z.output<typeof AudienceContacts>
