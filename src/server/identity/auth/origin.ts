// The origin of a request: its IP address and user agent.
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

export interface Origin {
  ip: string | undefined
  user_agent: string | undefined
  request_id: string
}

export function originOf(request: FastifyRequest): Origin {
  const user_agent = request.headers['user-agent']?.slice(0, 300)
  return { ip: plainIp(request.ip), user_agent, request_id: request.id }
}

/** The IP address without the zone of a link-local one. A proxy may forward text that is no address: then undefined. */
export function plainIp(address: string): string | undefined {
  const ip = address.replace(/%.*$/, '')
  return isIP(ip) ? ip : undefined
}
