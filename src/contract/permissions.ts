// Permissions of members, and the roles that every organization has.

import * as z from 'zod/mini'

/** In the order shown on the page of a role. Every role may also view records. */
export const Permission = z.enum([
  /** Add, change and delete records, and write to one person at a time. */
  'edit',
  'send_broadcasts',
  /** Decide on broadcasts that others wrote. */
  'approve_broadcasts',
  'export',
  /** Figures of money: investments, payments, sums, and messages that have them. */
  'see_amounts',
  'manage_phones',
  /** Currencies, exchange rates, types, statuses, stages and the organization. */
  'manage_settings',
  'see_audit_log',
  /** Members, invitations and roles. */
  'manage_team',
  /** Empty the trash and erase personal data. */
  'delete_for_good',
])
export type Permission = z.output<typeof Permission>

/** Only owners may make or change owners, or delete the organization. */
export const BuiltInRole = z.enum(['owner', 'admin', 'member', 'viewer'])
export type BuiltInRole = z.output<typeof BuiltInRole>

export const permissionsOf: Readonly<Record<BuiltInRole, readonly Permission[]>> = {
  owner: Permission.options,
  admin: Permission.options,
  member: ['edit', 'send_broadcasts', 'export', 'see_amounts'],
  viewer: ['see_amounts'],
}
