// HTTP endpoints of signing in and out, passwords, and sign-in sessions.

import { auth } from '../../../contract/auth.ts'
import { loginProvider } from '../../../contract/login-provider.ts'
import { message } from '../../../contract/messages/message.ts'
import { secondFactor } from '../../../contract/second-factor.ts'
import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { type Binding, route, routeWithoutTransaction } from '../../platform/http/route.ts'
import { apiTokenRoutes } from './api-tokens/routes.ts'
import { cancelEmailChange, emailChanges } from './email-changes.ts'
import { loginProvider as loginProviderRules } from './login-provider/service.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { passwords } from './passwords.ts'
import { proofs } from './proofs.ts'
import { forgetDevices, isUnused } from './queries.ts'
import { secondFactorOf, secondFactors } from './second-factor/service.ts'
import {
  endOtherSessions,
  endSession,
  type Invitations,
  originOf,
  type PasswordWork,
  sessions,
  signIn,
} from './service.ts'

export function authRoutes(
  binding: Binding,
  config: Pick<Config, 'registration' | 'rateLimits' | 'publicUrl' | 'loginProvider'>,
  invitations: Invitations,
  passwordWork?: PasswordWork,
) {
  const { registration } = config
  const dependencies = { ...binding, limited: config.rateLimits, publicUrl: config.publicUrl, passwordWork }
  const service = signIn(dependencies)
  const { forgot, reset, change } = passwords(dependencies)
  const emails = emailChanges(dependencies)
  const { prove } = proofs(dependencies)
  const factor = secondFactors(dependencies)
  const { openSession, registrations } = service
  const linked = loginProviderRules({ ...dependencies, config, openSession, registrations, invitations })

  routeWithoutTransaction(binding, auth.register, async ({ body, request }) => {
    // Closed applies to invited people, too; users with an account can still join another organization.
    if (registration === 'closed') throw new AppError('registration_closed', message('registration.closed'))
    return await service.register(body, originOf(request), invitations, registration === 'invite')
  })
  const provider = config.loginProvider?.name ?? null
  routeWithoutTransaction(binding, auth.registration, async () => {
    const isFirst = registration === 'invite' && (await isUnused(binding.database))
    return { registration: isFirst ? 'open' : registration, provider }
  })
  routeWithoutTransaction(binding, auth.login, ({ body, request }) => service.login(body, originOf(request)))
  routeWithoutTransaction(binding, auth.loginCode, ({ body, request }) => service.loginCode(body, originOf(request)))
  route(binding, auth.deviceToken, ({ tenant, caller }) => service.deviceToken(tenant, caller))
  routeWithoutTransaction(binding, auth.refresh, ({ body, request }) =>
    service.refresh(body.refresh_token, originOf(request)),
  )
  routeWithoutTransaction(binding, auth.logout, ({ body, request }) =>
    service.logout(body?.refresh_token, originOf(request).ip),
  )
  routeWithoutTransaction(binding, auth.forgotPassword, ({ body, request }) => forgot(body.email, originOf(request)))
  routeWithoutTransaction(binding, auth.resetPassword, ({ body, request }) => reset(body, originOf(request)))
  routeWithoutTransaction(binding, auth.prove, ({ body, caller }) => prove(caller, body))
  routeWithoutTransaction(binding, auth.changePassword, ({ body, caller, request }) =>
    change(caller, body, originOf(request)),
  )
  routeWithoutTransaction(binding, auth.confirmEmail, ({ body, caller, request }) =>
    emails.confirm(caller, body.token, originOf(request)),
  )
  routeWithoutTransaction(binding, auth.resendEmailLink, ({ caller }) => emails.resend(caller))
  route(binding, auth.cancelEmailChange, ({ tenant, caller }) => cancelEmailChange(tenant, caller))
  route(binding, secondFactor.get, ({ tenant, caller }) => secondFactorOf(tenant, caller, binding.now()))
  // Not with `route`, which stores responses for idempotency: these responses contain secrets.
  routeWithoutTransaction(binding, secondFactor.setUp, ({ caller }) => factor.setUp(caller))
  routeWithoutTransaction(binding, secondFactor.confirm, ({ caller, body }) => factor.confirm(caller, body.code))
  routeWithoutTransaction(binding, secondFactor.renewCodes, ({ caller }) => factor.renewCodes(caller))
  routeWithoutTransaction(binding, secondFactor.turnOff, ({ caller }) => factor.turnOff(caller))
  route(binding, secondFactor.forgetDevices, ({ tenant, caller }) => forgetDevices(tenant, caller.user_id))
  apiTokenRoutes(binding, config)
  passkeyRoutes(binding, { ...dependencies, openSession: service.openSession })
  routeWithoutTransaction(binding, loginProvider.start, ({ request }) => linked.start(originOf(request)))
  routeWithoutTransaction(binding, loginProvider.finish, ({ body, request }) => linked.finish(body, originOf(request)))
  route(binding, loginProvider.get, ({ tenant, caller }) => linked.get(tenant, caller))
  routeWithoutTransaction(binding, loginProvider.link, ({ caller, body }) => linked.link(caller, body))
  routeWithoutTransaction(binding, loginProvider.unlink, ({ caller }) => linked.unlink(caller))
  route(binding, auth.sessions, async ({ tenant, caller }) => ({ data: await sessions(tenant, caller, binding.now()) }))
  route(binding, auth.endSession, ({ tenant, caller, params }) => endSession(tenant, caller, params.id, binding.now()))
  route(binding, auth.endOtherSessions, ({ tenant, caller }) => endOtherSessions(tenant, caller, binding.now()))
}
