// Contract of sample data: each user can have a demo organization besides their own, and open it in a sign-in session.
import * as z from 'zod/mini'
import { Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

export const SampleState = z.object({
  /** When the user's demo organization was created; null if there is none. */
  created_at: z.nullable(Timestamp),
  /** Whether this sign-in session has the demo organization open. */
  is_open: z.boolean(),
})
export type SampleState = z.output<typeof SampleState>

const its = { access: 'signed_in', of_account: true, path: '/v1/sample-data' } as const

/**
 * Once the session has opened another organization, requests with an older access token fail with `organization_switched`:
 * the client refreshes its tokens.
 */
export const sampleData = {
  get: endpoint({ permission: 'account', ...its, method: 'GET', response: SampleState }),
  /** Creates the demo organization if there is none, and opens it. */
  open: endpoint({ permission: 'account', ...its, method: 'POST', response: SampleState }),
  /** Opens the user's own organization again. */
  close: endpoint({
    permission: 'account',
    ...its,
    method: 'POST',
    path: '/v1/sample-data/close',
    response: SampleState,
  }),
  /** Deletes the demo organization with everything in it. Does nothing if there is none. */
  remove: endpoint({ permission: 'account', ...its, method: 'DELETE' }),
}
