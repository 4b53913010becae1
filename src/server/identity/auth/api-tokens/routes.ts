// HTTP endpoints of API tokens.
import { apiTokens } from '../../../../contract/api-tokens.ts'
import type { Config } from '../../../config.ts'
import { type Binding, route, routeWithoutTransaction } from '../../../platform/http/route.ts'
import { ownTokens, revokeOfMember, revokeOwn, teamTokens, tokenMaking } from './service.ts'

export function apiTokenRoutes(binding: Binding, config: Pick<Config, 'rateLimits' | 'publicUrl'>) {
  const { now } = binding
  const make = tokenMaking({ ...binding, limited: config.rateLimits, publicUrl: config.publicUrl })

  route(binding, apiTokens.list, async ({ tenant, caller }) => ({ data: await ownTokens(tenant, caller, now()) }))
  // Not with `route`, which stores responses for idempotency: this response contains a secret.
  routeWithoutTransaction(binding, apiTokens.create, ({ caller, body }) => make(caller, body))
  route(binding, apiTokens.revoke, ({ tenant, caller, params }) => revokeOwn(tenant, caller, params.id, now()))
  route(binding, apiTokens.ofTeam, async ({ tenant }) => ({ data: await teamTokens(tenant, now()) }))
  route(binding, apiTokens.revokeOfMember, ({ tenant, caller, params }) =>
    revokeOfMember(tenant, caller, params.id, now()),
  )
}
