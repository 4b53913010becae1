// HTTP routes of the team, its invitations and joining.
import { team } from '../../../contract/team.ts'
import type { Config } from '../../config.ts'
import { type Binding, route, routeWithoutTransaction } from '../../platform/http/route.ts'
import { originOf } from '../auth/service.ts'
import { setMemberRole } from '../roles/service.ts'
import * as service from './service.ts'

export function teamRoutes(binding: Binding, config: Pick<Config, 'registration' | 'rateLimits' | 'publicUrl'>) {
  const { publicUrl, registration, rateLimits: limited } = config
  const work = service.teamwork({ ...binding, limited, publicUrl, registration })

  // Responses with a link or token do not go through `route`, which stores them for idempotency.
  route(binding, team.get, ({ tenant, caller }) => service.team(tenant, caller))
  routeWithoutTransaction(binding, team.invite, async ({ body, caller, request }) => ({
    data: await work.invite(caller, body, originOf(request)),
  }))
  routeWithoutTransaction(binding, team.resend, ({ params, caller, request }) =>
    work.resend(caller, params.id, originOf(request)),
  )
  routeWithoutTransaction(binding, team.invited, ({ body, request }) => work.invited(body.invite, originOf(request)))
  routeWithoutTransaction(binding, team.join, ({ body, caller, request }) =>
    work.join(caller, body.invite, originOf(request)),
  )
  routeWithoutTransaction(binding, team.withdraw, ({ params, caller, request }) =>
    work.withdraw(caller, params.id, originOf(request)),
  )
  route(binding, team.setRole, async ({ tenant, caller, params, body }) => {
    if (await setMemberRole(tenant, caller, params.id, body.role))
      await service.withdrawInvitations(tenant, params.id, binding.now())
    return await service.team(tenant, caller)
  })
  route(binding, team.requireSecondFactor, ({ tenant, caller, body }) =>
    service.requireSecondFactor(tenant, caller, body.required, binding.now()),
  )
  routeWithoutTransaction(binding, team.removeMember, ({ params, caller, request }) =>
    work.removeMember(caller, params.id, originOf(request)),
  )
  routeWithoutTransaction(binding, team.restoreMember, ({ params, caller, request }) =>
    work.restoreMember(caller, params.id, originOf(request)),
  )
}
