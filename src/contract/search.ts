// Global search: records of all kinds by part of a name, code, phone number, address or amount.
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
  'task',
])
export type FoundKind = z.output<typeof FoundKind>

export const Found = z.object({
  id: Id,
  /** For an investment its title. */
  name: z.string(),
  /** `IV-0001`, `INV-0001`. */
  code: z.nullable(z.string()),
  /** A contact's phone number. */
  phone_text: PhoneText,
  /** Other searched fields that distinguish records of the same name: company, email, city. */
  details: z.array(z.string()),
  /** For an investment: the committed amount, else the expected one. */
  amount: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  /** Status of an investment. */
  status: z.nullable(z.object({ name: z.string(), color: z.string() })),
  /** `archived` for an investor, `closed` for an offering, `done` for a task; for a broadcast its status. */
  state: z.nullable(z.string()),
})
export type Found = z.output<typeof Found>

/** Ranked: name starts with the text, then a word does, then any part does. */
export const FoundOfKind = z.object({ kind: FoundKind, results: z.array(Found), has_more: z.boolean() })
export type FoundOfKind = z.output<typeof FoundOfKind>

export const search = {
  /** Kinds without results are absent; the kind with the best match comes first. Investments need the permission to see amounts. */
  everywhere: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/search',
    access: 'signed_in',
    query: z.strictObject({ q: line(200) }),
    response: z.object({ data: z.array(FoundOfKind) }),
  }),
}
