// The origin of a request: its IP address and user agent.
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

export interface Origin {
  ip: string | undefined
  user_agent: string | undefined
}

export function originOf(request: FastifyRequest): Origin {
  // Without the zone of a link-local address; a proxy may forward something that is no address.
  const ip = request.ip?.replace(/%.*$/, '')
  return { ip: isIP(ip) ? ip : undefined, user_agent: request.headers['user-agent']?.slice(0, 300) }
}
