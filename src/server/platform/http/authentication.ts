// Authentication: verifies the bearer token before the body is read.
import type { FastifyRequest } from 'fastify'
import { isForTokens } from '../../../contract/api-tokens.ts'
import type { SignedInEndpoint } from '../../../contract/endpoint.ts'
import { message } from '../../../contract/messages/message.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { AppError } from '../../errors.ts'

export interface Caller extends Rights {
  user_id: string
  /** The organization that is open: the user's own, or their demo organization. */
  organization_id: string
  /** The organization of the user's account. */
  home_organization_id: string
  /** The sign-in session; undefined if the caller is a program with an API token. */
  session_id: string | undefined
  token_id: string | undefined
  /** The user gave a fresh proof in this session within the last ten minutes. */
  has_fresh_proof: boolean
  /** The organization of the account requires a second factor, and the user has none. */
  lacks_second_factor: boolean
  /** The user's language setting. */
  locale: string
  /** The client's address. */
  ip: string
  request_id: string
  /** The caller's rights in the organization of the account, and in the open one. */
  home: Rights
  open: Rights
}

/** What a caller may do in an organization. */
export interface Rights {
  is_owner: boolean
  permissions: readonly Permission[]
}

/** Throws `forbidden` and names the permission, if the caller's role or token lacks it. */
export function requirePermission(
  { permissions, token_id }: Rights & { token_id?: string | undefined },
  permission: Permission,
): void {
  if (permissions.includes(permission)) return
  const named = { permission: message(`permission.${permission}`) }
  throw new AppError('forbidden', message(token_id ? 'api_token.permission' : 'forbidden.permission', named))
}

const notWithToken = () => new AppError('not_with_token', message('api_token.not_here'))

/** The caller's sign-in session, for endpoints of the account, which no API token may call. */
export function sessionOf({ session_id }: Pick<Caller, 'session_id'>): string {
  if (session_id === undefined) throw notWithToken()
  return session_id
}

/** Throws `not_with_token` if the endpoint is not for programs, whatever permissions the token has. */
export function refuseToken({ token_id }: Caller, endpoint: SignedInEndpoint): void {
  if (token_id !== undefined && !isForTokens(endpoint)) throw notWithToken()
}

export const proofRequired = () => new AppError('proof_required', message('proof.required'))

/** Throws `proof_required`, so that the client asks the user and repeats the request. Programs get `not_with_token`. */
export function requireFreshProof({ has_fresh_proof, token_id }: Caller): void {
  if (token_id !== undefined) throw notWithToken()
  if (!has_fresh_proof) throw proofRequired()
}

/** Verifies an access token and its session, or an API token; throws `unauthenticated`. */
export type Authenticate = (token: string, ip: string) => Promise<Omit<Caller, 'ip' | 'request_id'>>

/** Runs in `onRequest`: an unauthenticated request changes nothing, so a client may safely retry it. */
export async function authenticateRequest(request: FastifyRequest, authenticate: Authenticate): Promise<Caller> {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) throw new AppError('unauthenticated')
  return { ...(await authenticate(token, request.ip)), ip: request.ip, request_id: request.id }
}
