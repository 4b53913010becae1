// API tokens: a program signs in with one, and acts as the member who made it.

import * as z from 'zod/mini'
import { byId, Day, Id, line, Timestamp } from './common.ts'
import { endpoint, type SignedInEndpoint } from './endpoint.ts'
import type { Permission } from './permissions.ts'

/** What a token can be given. Approving is for a second person, and deleting for good needs a fresh proof: neither is for programs. */
export const TokenPermission = z.enum([
  'edit',
  'send_broadcasts',
  'export',
  'manage_phones',
  'manage_settings',
  'see_audit_log',
  'manage_team',
] satisfies Permission[])
export type TokenPermission = z.output<typeof TokenPermission>

/**
 * Whether a token may call it: not the account itself, nothing that needs a fresh proof or a permission that no token has, and
 * nothing that every role may change, such as the member's own views. A token without permissions changes nothing.
 */
export function isForTokens({ permission, method, reads, fresh_proof, by_token }: SignedInEndpoint): boolean {
  if (by_token !== undefined) return by_token
  if (fresh_proof === true) return false
  if (permission === 'view') return method === 'GET' || reads === true
  return TokenPermission.safeParse(permission).success
}

export const maxApiTokens = 20

export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  /** Chosen when it was made; it may do what is also in the role that its member has now. */
  permissions: z.array(TokenPermission),
  created_at: Timestamp,
  /** Null: it does not expire. */
  expires_at: z.nullable(Timestamp),
  /** Accurate to a minute; null if it was never used. */
  last_used_at: z.nullable(Timestamp),
  /** Address of the client that used it last. */
  last_used_from: z.nullable(z.string()),
})
export type ApiToken = z.output<typeof ApiToken>

/** `token` is returned here and never again: only its digest is stored. */
export const MadeApiToken = z.extend(ApiToken, { token: z.string() })
export type MadeApiToken = z.output<typeof MadeApiToken>

export const ApiTokenInput = z.strictObject({
  name: line(80),
  /** Only permissions that the caller has. Every token may view records. */
  permissions: z.array(TokenPermission).check(z.maxLength(TokenPermission.options.length)),
  /** The last day on which it works, in the time zone of the organization. Null: it does not expire. */
  expires_on: z.nullable(Day),
})
export type ApiTokenInput = z.output<typeof ApiTokenInput>

const Owner = z.object({ id: Id, name: z.string() })
export const TeamApiToken = z.extend(ApiToken, { user: Owner })
export type TeamApiToken = z.output<typeof TeamApiToken>

const own = { permission: 'account', access: 'signed_in', of_account: true } as const
const ofTeam = { permission: 'manage_team', access: 'signed_in', by_token: false } as const

export const apiTokens = {
  /** The caller's own, newest first. Expired ones stay for 30 days, revoked ones do not. */
  list: endpoint({
    ...own,
    method: 'GET',
    path: '/v1/user/api-tokens',
    response: z.object({ data: z.array(ApiToken) }),
  }),
  create: endpoint({
    ...own,
    fresh_proof: true,
    method: 'POST',
    path: '/v1/user/api-tokens',
    body: ApiTokenInput,
    response: MadeApiToken,
    status: 201,
  }),
  /** Works at once and on every server; idempotent. */
  revoke: endpoint({ ...own, method: 'DELETE', path: '/v1/user/api-tokens/:id', params: byId }),
  /** Those of all members. */
  ofTeam: endpoint({
    ...ofTeam,
    method: 'GET',
    path: '/v1/team/api-tokens',
    response: z.object({ data: z.array(TeamApiToken) }),
  }),
  /** Of any member who has no right that the caller lacks. */
  revokeOfMember: endpoint({ ...ofTeam, method: 'DELETE', path: '/v1/team/api-tokens/:id', params: byId }),
}
