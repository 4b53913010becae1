// Authentication: verifies the bearer token before the body is read.
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'

export interface Caller {
  user_id: string
  /** The organization that is open: the user's own, or their demo organization. */
  organization_id: string
  /** The organization of the user's account. */
  home_organization_id: string
  session_id: string
  /** The user's language setting. */
  locale: string
  /** The client's address. */
  ip: string
}

/** Verifies an access token against the active sign-in session; throws `unauthenticated`. */
export type Authenticate = (accessToken: string) => Promise<Omit<Caller, 'ip'>>

/** Runs in `onRequest`: an unauthenticated request changes nothing, so a client may safely retry it. */
export async function authenticateRequest(request: FastifyRequest, authenticate: Authenticate): Promise<Caller> {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) throw new AppError('unauthenticated')
  return { ...(await authenticate(token)), ip: request.ip }
}
