// The origin of a request: its IP address and user agent.
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

export interface Origin {
  ip: string | undefined
  user_agent: string | undefined
}

export function originOf(request: FastifyRequest): Origin {
  return { ip: plainIp(request.ip), user_agent: request.headers['user-agent']?.slice(0, 300) }
}

/** Without the zone of a link-local address; undefined for something that is no address, which a proxy may forward. */
export function plainIp(address: string): string | undefined {
  const ip = address.replace(/%.*$/, '')
  return isIP(ip) ? ip : undefined
}
