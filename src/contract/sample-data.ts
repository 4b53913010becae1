// Sample data: a syndicate's records to look around in, put in and taken out as a whole.
import * as z from 'zod/mini'
import { Timestamp, wholeNumber } from './common.ts'
import { endpoint } from './endpoint.ts'

export const SampleState = z.object({
  /** Since when it is in; null: it is not. */
  added_at: z.nullable(Timestamp),
  /** It never mixes with money of one's own: only as long as there are no investors, investments and offerings. */
  can_add: z.boolean(),
})
export type SampleState = z.output<typeof SampleState>

/** What somebody built on sample data, or changed of it. */
export const SampleOwn = z.object({
  /** The table that it is in. */
  relation: z.string(),
  /** Changed sample records; otherwise records of one's own that belong to sample records. */
  is_changed: z.boolean(),
  count: z.int(),
  /** Of the first five that have one. */
  names: z.array(z.string()),
})
export type SampleOwn = z.output<typeof SampleOwn>

export const SampleRemoval = z.object({
  own: z.array(SampleOwn),
  /** How many of one's own that is. */
  own_count: z.int(),
  /** Sample records with a name that stay with what is one's own: how many, and what the first are called. */
  kept: z.object({ count: z.int(), names: z.array(z.string()) }),
})
export type SampleRemoval = z.output<typeof SampleRemoval>

export const sampleData = {
  get: endpoint({ method: 'GET', path: '/v1/sample-data', access: 'signed_in', response: SampleState }),
  /** Where it is in already, nothing happens. */
  add: endpoint({ method: 'POST', path: '/v1/sample-data', access: 'signed_in', response: SampleState }),
  /** What removing it would do. */
  removal: endpoint({ method: 'GET', path: '/v1/sample-data/removal', access: 'signed_in', response: SampleRemoval }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/sample-data',
    access: 'signed_in',
    query: z.strictObject({
      /** `keep`: what is one's own stays, with the sample records that it belongs to. They are no sample data any more. */
      own: z._default(z.enum(['keep', 'remove']), 'keep'),
      /** With `remove`: how many of one's own were told of. When there are others by now, nothing is removed. */
      own_count: z.optional(wholeNumber(0, 1_000_000)),
    }),
  }),
}
