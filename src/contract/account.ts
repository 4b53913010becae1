// Deleting an account: what would be deleted with it, and the deletion.

import * as z from 'zod/mini'
import { Login } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './messages/issue.ts'

export const Deletion = z.object({
  /** The caller is the only member: the organization is deleted with the account. */
  is_last_member: z.boolean(),
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
  current_password: Login.shape.password,
  confirmation: z.string().check(z.minLength(1, { error: issue('field.required') }), z.maxLength(320)),
  /** As shown to the user: if they have become the last member since, they must confirm again. */
  is_last_member: z.boolean(),
})
export type DeletionRequest = z.output<typeof DeletionRequest>

export const account = {
  deletion: endpoint({
    method: 'GET',
    path: '/v1/user/deletion',
    access: 'signed_in',
    of_account: true,
    response: Deletion,
  }),
  /** Waits at most 20 seconds until running broadcasts have stopped and WhatsApp sessions are logged out. */
  delete: endpoint({
    method: 'POST',
    path: '/v1/user/deletion',
    access: 'signed_in',
    of_account: true,
    body: DeletionRequest,
  }),
}
