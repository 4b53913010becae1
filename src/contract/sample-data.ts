// Contract of sample data: example records of a syndicate, added and removed as a whole.
import * as z from 'zod/mini'
import { Timestamp, wholeNumber } from './common.ts'
import { endpoint } from './endpoint.ts'

export const SampleState = z.object({
  /** When it was added; null if it is not there. */
  added_at: z.nullable(Timestamp),
  /** It never mixes with real money: only while there are no investors, investments and offerings. */
  can_add: z.boolean(),
})
export type SampleState = z.output<typeof SampleState>

/** Records that users added to sample data, or sample records that they changed. */
export const SampleOwn = z.object({
  /** The table of the records. */
  relation: z.string(),
  /** Changed sample records; otherwise the organization's own records that refer to sample records. */
  is_changed: z.boolean(),
  count: z.int(),
  /** Names of the first five that have one. */
  names: z.array(z.string()),
})
export type SampleOwn = z.output<typeof SampleOwn>

export const SampleRemoval = z.object({
  own: z.array(SampleOwn),
  /** Number of the organization's own records among them. */
  own_count: z.int(),
  /** Named sample records that remain because own records refer to them: how many, and the first names. */
  kept: z.object({ count: z.int(), names: z.array(z.string()) }),
})
export type SampleRemoval = z.output<typeof SampleRemoval>

export const sampleData = {
  get: endpoint({ method: 'GET', path: '/v1/sample-data', access: 'signed_in', response: SampleState }),
  /** Does nothing if it is already there. */
  add: endpoint({ method: 'POST', path: '/v1/sample-data', access: 'signed_in', response: SampleState }),
  /** Previews the removal. */
  removal: endpoint({ method: 'GET', path: '/v1/sample-data/removal', access: 'signed_in', response: SampleRemoval }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/sample-data',
    access: 'signed_in',
    query: z.strictObject({
      /** `keep`: own records stay, with the sample records they refer to, which then count as real data. */
      own: z._default(z.enum(['keep', 'remove']), 'keep'),
      /** With `remove`: the number of own records shown to the user. If it has changed, nothing is removed. */
      own_count: z.optional(wholeNumber(0, 1_000_000)),
    }),
  }),
}
