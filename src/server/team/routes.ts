// HTTP routes of the team, its invitations and joining.
import { team } from '../../contract/team.ts'
import { originOf } from '../auth/service.ts'
import type { Config } from '../config.ts'
import { type Binding, route, routeWithoutTransaction } from '../http/route.ts'
import * as service from './service.ts'

export function teamRoutes(binding: Binding, config: Pick<Config, 'registration' | 'rateLimits' | 'publicUrl'>) {
  const { publicUrl, registration, rateLimits: limited } = config
  const work = service.teamwork({ ...binding, limited, publicUrl, registration })

  // Responses with a link or token do not go through `route`, which stores them for idempotency.
  route(binding, team.get, ({ tenant, who }) => service.team(tenant, who))
  routeWithoutTransaction(binding, team.invite, async ({ body, who, request }) => ({
    data: await work.invite(who, body.emails, originOf(request)),
  }))
  routeWithoutTransaction(binding, team.resend, ({ params, who, request }) =>
    work.resend(who, params.id, originOf(request)),
  )
  routeWithoutTransaction(binding, team.invited, ({ body, request }) => work.invited(body.invite, originOf(request)))
  routeWithoutTransaction(binding, team.join, ({ body, who, request }) =>
    work.join(who, body.invite, originOf(request)),
  )
  routeWithoutTransaction(binding, team.withdraw, ({ params, who, request }) =>
    work.withdraw(who, params.id, originOf(request)),
  )
  routeWithoutTransaction(binding, team.removeMember, ({ params, who, request }) =>
    work.removeMember(who, params.id, originOf(request)),
  )
  routeWithoutTransaction(binding, team.restoreMember, ({ params, who, request }) =>
    work.restoreMember(who, params.id, originOf(request)),
  )
}
