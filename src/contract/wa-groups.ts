// WhatsApp groups: groups of a session's phone, and the ones imported by users.

import * as z from 'zod/mini'
import { asTyped, byId, Id, line, listQuery, Pagination, PhoneText, pageOf, Timestamp, wholeNumber } from './common.ts'
import { endpoint } from './endpoint.ts'
import { MessageData } from './messages/data.ts'
import { issue } from './messages/issue.ts'
import { DriverName } from './wa-sessions.ts'

/** Why no messages can be sent to a group. */
export const GroupReason = z.enum(['may_not_post', 'not_in_group', 'session_removed'])
export type GroupReason = z.output<typeof GroupReason>

/** As last reported by the phone. */
export const SessionGroup = z.object({
  wa_id: z.string(),
  name: z.string(),
  participants_count: z.int(),
  can_post: z.boolean(),
  imported: z.boolean(),
})
export type SessionGroup = z.output<typeof SessionGroup>

/** Age of a session's list of groups. */
export const GroupListState = z.object({
  /** Null if the list was never fetched. */
  refreshed_at: z.nullable(Timestamp),
  /** A fetch from the phone is in progress. */
  is_refreshing: z.boolean(),
  /** Why fetching again failed since then. */
  failure: z.nullable(MessageData),
})
export type GroupListState = z.output<typeof GroupListState>

export const SessionGroups = z.extend(GroupListState, { groups: z.array(SessionGroup), pagination: Pagination })

export const ImportedGroup = z.object({
  id: Id,
  session_id: Id,
  session_name: z.string(),
  session_driver: DriverName,
  wa_id: z.string(),
  name: z.string(),
  participants_count: z.int(),
  /** How many members are contacts. */
  contact_count: z.int(),
  can_post: z.boolean(),
  reason: z.nullable(GroupReason),
  imported_at: Timestamp,
  /** When the phone last reported the group. */
  refreshed_at: z.nullable(Timestamp),
})
export type ImportedGroup = z.output<typeof ImportedGroup>
export const ImportedGroups = z.object({ groups: z.array(ImportedGroup), pagination: Pagination })

export const GroupMember = z.object({
  /** E.164, or a WhatsApp id if WhatsApp hides the number. */
  address: z.string(),
  phone_text: PhoneText,
  contact: z.nullable(z.object({ id: Id, name: z.string() })),
  /** The investors the contact speaks for. */
  investors: z.array(z.object({ id: Id, name: z.string() })),
})
export type GroupMember = z.output<typeof GroupMember>

/** An investor with no contact in the group. */
export const MissingInvestor = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  contacts: z.array(z.object({ id: Id, name: z.string(), phone_text: PhoneText })),
})
export type MissingInvestor = z.output<typeof MissingInvestor>

const paged = { page: z.optional(wholeNumber(1, 1_000_000)), per_page: z.optional(wholeNumber(1, 200)) }
/** `name` searches the names of imported groups. */
export const GroupQuery = z.strictObject({ ...paged, name: z.optional(line(200, 0)) })
export type GroupQuery = z.output<typeof GroupQuery>
export const ImportedGroupQuery = z.extend(GroupQuery, {
  sort: listQuery(['name', 'participants_count', 'contact_count', 'session_name', 'imported_at', 'state']).sort,
})
export type ImportedGroupQuery = z.output<typeof ImportedGroupQuery>
const PageQuery = z.strictObject(paged)
export type PageQuery = z.output<typeof PageQuery>

/** Maximum number of groups per import. */
export const maxImported = 500
export const GroupImport = z.strictObject({
  groups: z
    .array(z.strictObject({ session_id: Id, wa_id: asTyped(100) }))
    .check(
      z.minLength(1, { error: issue('field.required') }),
      z.maxLength(maxImported, { error: issue('bounds.max_groups', { max: maxImported }) }),
    ),
})
export type GroupImport = z.output<typeof GroupImport>

export const waGroups = {
  ofSession: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/whatsapp/sessions/:id/groups',
    access: 'signed_in',
    params: byId,
    query: GroupQuery,
    response: SessionGroups,
    writes: true,
  }),
  /** Starts fetching the list from the phone; the response only confirms that it started. */
  refresh: endpoint({
    permission: 'edit',
    method: 'POST',
    path: '/v1/whatsapp/sessions/:id/groups/refresh',
    access: 'signed_in',
    params: byId,
    response: GroupListState,
    status: 202,
  }),
  /** Names and sizes come from the phone. Importing a group twice has no effect. */
  importGroups: endpoint({
    permission: 'edit',
    method: 'POST',
    path: '/v1/whatsapp/import-groups',
    access: 'signed_in',
    body: GroupImport,
    response: z.object({ groups: z.array(ImportedGroup), added: z.int(), updated: z.int() }),
  }),
  imported: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/whatsapp/imported-groups',
    access: 'signed_in',
    query: ImportedGroupQuery,
    response: ImportedGroups,
  }),
  get: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/whatsapp/imported-groups/:id',
    access: 'signed_in',
    params: byId,
    response: ImportedGroup,
  }),
  /** Contacts first. */
  members: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/whatsapp/imported-groups/:id/members',
    access: 'signed_in',
    params: byId,
    query: PageQuery,
    response: pageOf(GroupMember),
  }),
  /** Without archived investors and investors not to be contacted. */
  missingInvestors: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/whatsapp/imported-groups/:id/missing-investors',
    access: 'signed_in',
    params: byId,
    query: PageQuery,
    response: pageOf(MissingInvestor),
  }),
  remove: endpoint({
    permission: 'edit',
    method: 'DELETE',
    path: '/v1/whatsapp/imported-groups/:id',
    access: 'signed_in',
    params: byId,
  }),
  restore: endpoint({
    permission: 'edit',
    method: 'POST',
    path: '/v1/whatsapp/imported-groups/:id/restore',
    access: 'signed_in',
    params: byId,
    response: ImportedGroup,
  }),
}
