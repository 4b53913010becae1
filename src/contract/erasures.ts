// Erasure of a person's data on request: what goes, what stays, and the certificate.
import * as z from 'zod/mini'
import { Id, Locale, line, listQuery, pageOf, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** What is erased, by kind, in the order in which it is shown. */
export const erasedKinds = [
  'contacts',
  'investors',
  'investment_texts',
  'notes',
  'replies',
  'answers',
  'recipients',
  'files',
  'import_rows',
  'traces',
] as const
/** What stays, without a name. */
export const keptKinds = ['investments', 'transactions', 'recipients', 'consents'] as const
const counts = <const K extends string>(kinds: readonly K[]) =>
  z.record(z.enum(kinds as unknown as readonly [K, ...K[]]), z.int())

export const ErasedCounts = counts(erasedKinds)
export type ErasedCounts = z.output<typeof ErasedCounts>
export const KeptCounts = counts(keptKinds)
export type KeptCounts = z.output<typeof KeptCounts>

/** The person: one of the two. A contact that is an individual investor is erased with the investor, and the reverse. */
const person = { contact_id: z.optional(Id), investor_id: z.optional(Id) }

export const ErasurePreview = z.object({
  /** To be typed as the confirmation. */
  name: z.string(),
  erased: ErasedCounts,
  kept: KeptCounts,
})
export type ErasurePreview = z.output<typeof ErasurePreview>

export const Erasure = z.object({
  id: Id,
  at: Timestamp,
  /** Name of the user. Null if the user has left. */
  erased_by: z.nullable(z.string()),
  erased: ErasedCounts,
  kept: KeptCounts,
  /** Of each number: a person who has the number can be told that it was erased. */
  digests: z.array(z.string()),
})
export type Erasure = z.output<typeof Erasure>

export const ErasureInput = z.strictObject({ ...person, confirmation: line(200) })
export type ErasureInput = z.output<typeof ErasureInput>

/** The certificate as a PDF. */
export const erasureCertificate = z.strictObject({
  kind: z.literal('erasure_certificate'),
  input: z.strictObject({ id: Id, locale: z.optional(Locale) }),
})

export const ErasureQuery = z.strictObject(listQuery(['at']))
export type ErasureQuery = z.output<typeof ErasureQuery>

export const erasures = {
  list: endpoint({
    method: 'GET',
    path: '/v1/erasures',
    access: 'signed_in',
    query: ErasureQuery,
    response: pageOf(Erasure),
  }),
  /** Erases and rolls back, so that it counts exactly what would be erased. */
  preview: endpoint({
    method: 'GET',
    path: '/v1/erasures/preview',
    access: 'signed_in',
    query: z.strictObject(person),
    response: ErasurePreview,
    writes: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/erasures',
    access: 'signed_in',
    body: ErasureInput,
    response: Erasure,
    status: 201,
  }),
}
