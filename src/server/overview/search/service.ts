// Global search: interprets the text and returns the best of each kind.
import type { FoundKind, FoundOfKind } from '../../../contract/search.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { homeCountry, phonePieces, phoneText } from '../../records/contacts/service.ts'
import * as queries from './queries.ts'
import { termsOf } from './terms.ts'

/** Limit per kind. */
const maxPerKind = 5

export async function everywhere(tenant: Tenant, q: string): Promise<FoundOfKind[]> {
  const rows = await queries.everywhere(tenant, { ...termsOf(q), ...(await numbersOf(tenant, q)) }, maxPerKind + 1)
  const kinds = new Map<FoundKind, queries.FoundRow[]>()
  // An investment could be found by its amount.
  const allowed = tenant.sees_amounts ? rows : rows.filter(({ kind }) => kind !== 'investment')
  for (const row of allowed) kinds.set(row.kind, [...(kinds.get(row.kind) ?? []), row])
  return [...kinds]
    .sort(([, a], [, b]) => a[0]!.rank - b[0]!.rank)
    .map(([kind, found]) => ({
      kind,
      results: found.slice(0, maxPerKind).map(({ phone, ...row }) => ({ ...row, phone_text: phoneText(phone) })),
      has_more: found.length > maxPerKind,
    }))
}

/**
 * Queries the organization's country only if the text looks like a number. A bare number may lack its 0 or
 * its +.
 */
async function numbersOf(tenant: Tenant, q: string): Promise<{ pieces: string[]; beginnings: string[] }> {
  if (phonePieces(q, '').length === 0) return { pieces: [], beginnings: [] }
  const country = await homeCountry(tenant)
  const pieces = phonePieces(q, country)
  const bare = pieces.filter((piece) => /^[1-9]/.test(piece))
  const meant = [...pieces, ...bare.flatMap((piece) => [`+${piece}`, ...phonePieces(`0${piece}`, country)])]
  return { pieces, beginnings: [...new Set(meant.filter((piece) => piece.startsWith('+')))] }
}
