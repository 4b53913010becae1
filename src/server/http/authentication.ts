// Who is asking: the bearer header, checked before the body is read.
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

export interface Caller {
  user_id: string
  organization_id: string
  session_id: string
  /** Where they are now. */
  ip: string
}

/** Proves an access token against the live session; throws `unauthenticated`. */
export type Authenticate = (accessToken: string) => Promise<Omit<Caller, 'ip'>>

/** Runs in `onRequest`: a request that is not signed in changes nothing, so a client may safely repeat it. */
export async function authenticateRequest(request: FastifyRequest, authenticate: Authenticate): Promise<Caller> {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) throw new AppError('unauthenticated')
  return { ...(await authenticate(token)), ip: request.ip }
}
