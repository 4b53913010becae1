// HTTP endpoints of passkeys.
import { passkeys } from '../../../../contract/passkeys.ts'
import { type Binding, route, routeWithoutTransaction } from '../../../platform/http/route.ts'
import { originOf } from '../origin.ts'
import { proofs } from '../proofs.ts'
import { noLimits, rateLimits } from '../rate-limit.ts'
import type { OpenSession } from '../session-tokens.ts'
import { passkeyLogins } from './login.ts'
import { listPasskeys, passkeyRules, renamePasskey } from './service.ts'

interface RouteDependencies extends Pick<Binding, 'database' | 'keys' | 'now'> {
  limited: boolean
  publicUrl: string
  openSession: OpenSession
}

export function passkeyRoutes(binding: Binding, dependencies: RouteDependencies) {
  const { limited, publicUrl } = dependencies
  const limits = limited ? rateLimits(dependencies) : noLimits
  const { loginRequest, login } = passkeyLogins({ ...dependencies, limits })
  const { passkeyRequest, proveByPasskey } = proofs(dependencies)
  const { creation, create, remove } = passkeyRules(dependencies)

  routeWithoutTransaction(binding, passkeys.loginRequest, ({ body }) => loginRequest(body.challenge))
  routeWithoutTransaction(binding, passkeys.login, ({ body, request }) => login(body, originOf(request)))
  route(binding, passkeys.list, ({ tenant, caller }) => listPasskeys(tenant, caller, publicUrl))
  // Responses with a challenge or codes do not go through `route`, which stores them for idempotency.
  routeWithoutTransaction(binding, passkeys.creation, ({ caller }) => creation(caller))
  routeWithoutTransaction(binding, passkeys.create, ({ caller, body, request }) =>
    create(caller, body, originOf(request)),
  )
  route(binding, passkeys.rename, ({ tenant, caller, params, body }) =>
    renamePasskey(tenant, caller, params.id, body.name),
  )
  routeWithoutTransaction(binding, passkeys.remove, ({ caller, params }) => remove(caller, params.id))
  routeWithoutTransaction(binding, passkeys.proofRequest, ({ caller }) => passkeyRequest(caller))
  routeWithoutTransaction(binding, passkeys.prove, ({ caller, body }) => proveByPasskey(caller, body.passkey))
}
