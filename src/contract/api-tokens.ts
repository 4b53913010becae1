// API tokens: with one, a program signs in and acts as the member who made it.

import * as z from 'zod/mini'
import { byId, Day, Id, line, Timestamp } from './common.ts'
import { endpoint, type SignedInEndpoint } from './endpoint.ts'
import type { Permission } from './permissions.ts'

/** Permissions a token can have. Not for programs: approving, which takes a second person, and deleting for good. */
export const TokenPermission = z.enum([
  'edit',
  'send_broadcasts',
  'export',
  'see_amounts',
  'manage_phones',
  'manage_settings',
  'see_audit_log',
  'manage_team',
] satisfies Permission[])
export type TokenPermission = z.output<typeof TokenPermission>

/**
 * Whether an API token may call the endpoint. Not allowed: the account itself, what needs a fresh proof or a permission that no
 * token has, and changes that every role may make, such as a member's own views.
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
  /** Chosen when the token was made; each counts only while the role of the member has it, too. */
  permissions: z.array(TokenPermission),
  created_at: Timestamp,
  /** Null: the token does not expire. */
  expires_at: z.nullable(Timestamp),
  /** Accurate to a minute; null if it was never used. */
  last_used_at: z.nullable(Timestamp),
  /** Address of the client that used the token last. */
  last_used_from: z.nullable(z.string()),
})
export type ApiToken = z.output<typeof ApiToken>

/** `token` is returned only once, because Kabar stores only its digest. */
export const MadeApiToken = z.extend(ApiToken, { token: z.string() })
export type MadeApiToken = z.output<typeof MadeApiToken>

export const ApiTokenInput = z.strictObject({
  name: line(80),
  /** Only permissions that the caller has. Every token may view records, even without permissions. */
  permissions: z.array(TokenPermission).check(z.maxLength(TokenPermission.options.length)),
  /** The last day on which the token works, in the time zone of the organization. Null: it does not expire. */
  expires_on: z.nullable(Day),
})
export type ApiTokenInput = z.output<typeof ApiTokenInput>

const Owner = z.object({ id: Id, name: z.string() })
export const TeamApiToken = z.extend(ApiToken, { user: Owner })
export type TeamApiToken = z.output<typeof TeamApiToken>

const own = { permission: 'account', access: 'signed_in', of_account: true } as const
const ofTeam = { permission: 'manage_team', access: 'signed_in', by_token: false } as const

export const apiTokens = {
  /** The caller's own tokens, newest first. Expired tokens stay in the list for 30 days, revoked ones do not. */
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
  /** Takes effect at once on every server; idempotent. */
  revoke: endpoint({ ...own, method: 'DELETE', path: '/v1/user/api-tokens/:id', params: byId }),
  /** The tokens of all members. */
  ofTeam: endpoint({
    ...ofTeam,
    method: 'GET',
    path: '/v1/team/api-tokens',
    response: z.object({ data: z.array(TeamApiToken) }),
  }),
  /** Revokes the token of a member who has no right that the caller lacks. */
  revokeOfMember: endpoint({ ...ofTeam, method: 'DELETE', path: '/v1/team/api-tokens/:id', params: byId }),
}
