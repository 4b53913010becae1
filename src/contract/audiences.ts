// Whom a broadcast is for, as it is chosen.
import * as z from 'zod/mini'
import { Id } from './common.ts'
import { ImportedGroup } from './wa-groups.ts'

export const Audience = z.strictObject({
  /** Everybody in Contacts when the broadcast starts. */
  all_contacts: z.optional(z.boolean()),
  contact_ids: z.optional(z.array(Id).check(z.maxLength(100_000))),
  exclude_contact_ids: z.optional(z.array(Id).check(z.maxLength(100_000))),
  /** Imported groups. Only those of the broadcast's own session are written to. */
  wa_group_ids: z.optional(z.array(Id).check(z.maxLength(1_000))),
  /** Named audiences: who is in them when the broadcast starts. */
  broadcast_group_ids: z.optional(z.array(Id).check(z.maxLength(100))),
})
export type Audience = z.output<typeof Audience>

/** A broadcast group that a broadcast names. `is_deleted`: it has to be taken out before the broadcast can be sent. */
export const ChosenBroadcastGroup = z.object({ id: Id, name: z.string(), is_deleted: z.boolean() })

/** `can_post` false, or another session than the broadcast's: it would be skipped. */
const ChosenGroup = z.pick(ImportedGroup, {
  id: true,
  session_id: true,
  session_name: true,
  name: true,
  participants_count: true,
  can_post: true,
  reason: true,
})

/** A draft's audience in ids, to edit it. */
export const AudienceContacts = z.object({
  contacts: z.array(z.object({ id: Id, name: z.string(), phone: z.nullable(z.string()) })),
  excluded: z.array(z.object({ id: Id, name: z.string(), phone: z.nullable(z.string()) })),
  groups: z.array(ChosenGroup),
})
export type AudienceContacts = z.output<typeof AudienceContacts>
