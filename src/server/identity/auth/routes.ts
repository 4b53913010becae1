// HTTP endpoints of signing in and out, passwords, and sign-in sessions.

import { auth } from '../../../contract/auth.ts'
import { message } from '../../../contract/messages/message.ts'
import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { type Binding, route, routeWithoutTransaction } from '../../platform/http/route.ts'
import { cancelEmailChange, emailChanges } from './email-changes.ts'
import { passwords } from './passwords.ts'
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
  config: Pick<Config, 'registration' | 'rateLimits' | 'publicUrl'>,
  invitations: Invitations,
  passwordWork?: PasswordWork,
) {
  const { registration } = config
  const dependencies = { ...binding, limited: config.rateLimits, publicUrl: config.publicUrl, passwordWork }
  const service = signIn(dependencies)
  const { forgot, reset, change } = passwords(dependencies)
  const emails = emailChanges(dependencies)

  routeWithoutTransaction(binding, auth.register, async ({ body, request }) => {
    // Closed applies to invited people, too; users with an account can still join another organization.
    if (registration === 'closed') throw new AppError('registration_closed', message('registration.closed'))
    if (registration === 'invite' && body.invite === undefined) {
      throw new AppError('registration_closed', message('registration.by_invitation'))
    }
    return await service.register(body, originOf(request), invitations)
  })
  routeWithoutTransaction(binding, auth.registration, async () => ({ registration }))
  routeWithoutTransaction(binding, auth.login, ({ body, request }) => service.login(body, originOf(request)))
  route(binding, auth.deviceToken, ({ tenant, caller }) => service.deviceToken(tenant, caller))
  routeWithoutTransaction(binding, auth.refresh, ({ body, request }) =>
    service.refresh(body.refresh_token, originOf(request)),
  )
  routeWithoutTransaction(binding, auth.logout, ({ body, request }) =>
    service.logout(body?.refresh_token, originOf(request).ip),
  )
  routeWithoutTransaction(binding, auth.forgotPassword, ({ body, request }) => forgot(body.email, originOf(request)))
  routeWithoutTransaction(binding, auth.resetPassword, ({ body, request }) => reset(body, originOf(request)))
  routeWithoutTransaction(binding, auth.changePassword, ({ body, caller, request }) =>
    change(caller, body, originOf(request)),
  )
  routeWithoutTransaction(binding, auth.confirmEmail, ({ body, caller, request }) =>
    emails.confirm(caller, body.token, originOf(request)),
  )
  routeWithoutTransaction(binding, auth.resendEmailLink, ({ caller }) => emails.resend(caller))
  route(binding, auth.cancelEmailChange, ({ tenant, caller }) => cancelEmailChange(tenant, caller))
  route(binding, auth.sessions, async ({ tenant, caller }) => ({ data: await sessions(tenant, caller, binding.now()) }))
  route(binding, auth.endSession, ({ tenant, caller, params }) => endSession(tenant, caller, params.id, binding.now()))
  route(binding, auth.endOtherSessions, ({ tenant, caller }) => endOtherSessions(tenant, caller, binding.now()))
}
