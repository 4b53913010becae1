// Leaving Kabar: what would go with an account, and letting it go.
import * as z from 'zod/mini'
import { Login } from './auth.ts'
import { endpoint } from './endpoint.ts'

export const Deletion = z.object({
  /** Nobody else is in the organization: it goes with the account. */
  is_last_member: z.boolean(),
  /** To be typed: the name of what goes, which is the organization's, or the account's address. */
  confirmation: z.string(),
  /** How many people are in the organization. */
  members: z.int(),
  /** What the organization has. */
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
  /** Broadcasts that are being sent right now. */
  running_broadcasts: z.int(),
})
export type Deletion = z.output<typeof Deletion>

export const DeletionRequest = z.strictObject({
  current_password: Login.shape.password,
  confirmation: z.string().check(z.minLength(1, { error: 'is required' }), z.maxLength(320)),
  /** As it was shown: whoever turned into the last member meanwhile is asked again. */
  is_last_member: z.boolean(),
})
export type DeletionRequest = z.output<typeof DeletionRequest>

export const account = {
  deletion: endpoint({ method: 'GET', path: '/v1/user/deletion', access: 'signed_in', response: Deletion }),
  /** Waits until running broadcasts have stopped and WhatsApp sessions are logged out, at most 20 seconds. */
  delete: endpoint({ method: 'POST', path: '/v1/user/deletion', access: 'signed_in', body: DeletionRequest }),
}
