// Deleting an account: what would be deleted with it, and the deletion.

import * as z from 'zod/mini'
import { Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './messages/issue.ts'

/** How many days the deletion of an organization waits, during which it can be cancelled. */
export const deletionDays = 7

export const Deletion = z.object({
  /** The caller is the only member: the organization is deleted with the account. */
  is_last_member: z.boolean(),
  /** When the organization will be deleted; null if nobody has asked for that. */
  due_at: z.nullable(Timestamp),
  /** What the user must type: the name of the organization, or the address of the account. */
  confirmation: z.string(),
  /** Number of members of the organization. */
  members: z.int(),
  /** Records of the organization. */
  counts: z.object({
    investors: z.int(),
    investments: z.int(),
    contacts: z.int(),
    templates: z.int(),
    broadcasts: z.int(),
    recipients: z.int(),
    opt_outs: z.int(),
    wa_sessions: z.int(),
  }),
  /** Broadcasts that are being sent now. */
  running_broadcasts: z.int(),
})
export type Deletion = z.output<typeof Deletion>

export const DeletionRequest = z.strictObject({
  confirmation: z.string().check(z.minLength(1, { error: issue('field.required') }), z.maxLength(320)),
  /** As shown to the user: if they have become the last member since, they must confirm again. */
  is_last_member: z.boolean(),
})
export type DeletionRequest = z.output<typeof DeletionRequest>

export const account = {
  deletion: endpoint({
    permission: 'account',
    method: 'GET',
    path: '/v1/user/deletion',
    access: 'signed_in',
    of_account: true,
    response: Deletion,
  }),
  /**
   * If the caller is the last member, the organization is deleted as well after seven days. Until then nothing is sent, its owners
   * are told by email, and they can cancel it.
   */
  delete: endpoint({
    permission: 'account',
    fresh_proof: true,
    method: 'POST',
    path: '/v1/user/deletion',
    access: 'signed_in',
    of_account: true,
    body: DeletionRequest,
  }),
  /** Only for owners: cancels the deletion. Messages that waited are then sent. */
  cancelDeletion: endpoint({
    permission: 'account',
    audited: 'organization_deletion_cancelled',
    method: 'POST',
    path: '/v1/user/deletion/cancel',
    access: 'signed_in',
    of_account: true,
  }),
}
