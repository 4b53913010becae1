// Search everywhere: records of all kinds by part of a name, a code, a number, an address or an amount.
import * as z from 'zod/mini'
import { Id, line, PhoneText } from './common.ts'
import { endpoint } from './endpoint.ts'

export const FoundKind = z.enum([
  'contact',
  'investor',
  'investment',
  'offering',
  'template',
  'broadcast',
  'broadcast_group',
])
export type FoundKind = z.output<typeof FoundKind>

export const Found = z.object({
  id: Id,
  /** Of an investment its title. */
  name: z.string(),
  /** `IV-0001`, `INV-0001`. */
  code: z.nullable(z.string()),
  /** A contact's number. */
  phone_text: PhoneText,
  /** What else is searched and tells it from others of its name: company, e-mail, city. */
  details: z.array(z.string()),
  /** Of an investment: what was committed, else what is expected. */
  amount: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  /** Where an investment stands. */
  status: z.nullable(z.object({ name: z.string(), color: z.string() })),
  /** `archived` of an investor, `closed` of an offering, a broadcast's status. */
  state: z.nullable(z.string()),
})
export type Found = z.output<typeof Found>

/** Those whose name begins so, then those with a word that does, then those that have it anywhere. */
export const FoundOfKind = z.object({ kind: FoundKind, found: z.array(Found), has_more: z.boolean() })
export type FoundOfKind = z.output<typeof FoundOfKind>

export const search = {
  /** Kinds with nothing found are missing; the one with the best match comes first. */
  everywhere: endpoint({
    method: 'GET',
    path: '/v1/search',
    access: 'signed_in',
    query: z.strictObject({ q: line(200) }),
    response: z.object({ data: z.array(FoundOfKind) }),
  }),
}
