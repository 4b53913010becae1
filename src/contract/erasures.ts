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
  'tasks',
  'replies',
  'answers',
  'recipients',
  'files',
  'import_rows',
  'traces',
] as const
/** Kinds of rows that stay, because figures need them, with the name removed. */
export const keptKinds = ['investments', 'transactions', 'recipients', 'consents'] as const
const counts = <const K extends string>(kinds: readonly K[]) =>
  z.record(z.enum(kinds as unknown as readonly [K, ...K[]]), z.int())

export const ErasedCounts = counts(erasedKinds)
export type ErasedCounts = z.output<typeof ErasedCounts>
export const KeptCounts = counts(keptKinds)
export type KeptCounts = z.output<typeof KeptCounts>

/** Exactly one of the two. A contact with the role *self* and its individual investor are one person: either id erases both. */
const person = { contact_id: z.optional(Id), investor_id: z.optional(Id) }

export const ErasurePreview = z.object({
  /** The user types this name to confirm. */
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
  /** One digest for each erased number: the operator can compute it again from the number and the organization's secret. */
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
    permission: 'delete_for_good',
    method: 'GET',
    path: '/v1/erasures',
    access: 'signed_in',
    query: ErasureQuery,
    response: pageOf(Erasure),
  }),
  /** The server erases the person and rolls back, so the counts are those of the erasure itself. */
  preview: endpoint({
    permission: 'delete_for_good',
    method: 'GET',
    path: '/v1/erasures/preview',
    access: 'signed_in',
    query: z.strictObject(person),
    response: ErasurePreview,
    writes: true,
  }),
  create: endpoint({
    permission: 'delete_for_good',
    fresh_proof: true,
    method: 'POST',
    path: '/v1/erasures',
    access: 'signed_in',
    body: ErasureInput,
    response: Erasure,
    status: 201,
  }),
}
