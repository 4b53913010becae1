// HTTP endpoints of signing in and out, passwords, and sign-in sessions.
import { auth } from '../../contract/auth.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { type Binding, route, routeWithoutTransaction } from '../http/route.ts'
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
  const ground = { ...binding, limited: config.rateLimits, publicUrl: config.publicUrl, passwordWork }
  const service = signIn(ground)
  const { forgot, reset, change } = passwords(ground)
  const emails = emailChanges(ground)

  routeWithoutTransaction(binding, auth.register, async ({ body, request }) => {
    // Closed applies to invited people, too; users with an account can still join another organization.
    if (registration === 'closed')
      throw new AppError('registration_closed', 'New accounts cannot be created at the moment.')
    if (registration === 'invite' && body.invite === undefined) {
      throw new AppError('registration_closed', 'Ask a colleague who uses Kabar to invite you.')
    }
    return await service.register(body, originOf(request), invitations)
  })
  routeWithoutTransaction(binding, auth.registration, async () => ({ registration }))
  routeWithoutTransaction(binding, auth.login, ({ body, request }) => service.login(body, originOf(request)))
  route(binding, auth.deviceToken, ({ tenant, who }) => service.deviceToken(tenant, who))
  routeWithoutTransaction(binding, auth.refresh, ({ body, request }) =>
    service.refresh(body.refresh_token, originOf(request)),
  )
  routeWithoutTransaction(binding, auth.logout, ({ body }) => service.logout(body?.refresh_token))
  routeWithoutTransaction(binding, auth.forgotPassword, ({ body, request }) => forgot(body.email, originOf(request)))
  routeWithoutTransaction(binding, auth.resetPassword, ({ body, request }) => reset(body, originOf(request)))
  routeWithoutTransaction(binding, auth.changePassword, ({ body, who, request }) =>
    change(who, body, originOf(request)),
  )
  routeWithoutTransaction(binding, auth.confirmEmail, ({ body, who, request }) =>
    emails.confirm(who, body.token, originOf(request)),
  )
  routeWithoutTransaction(binding, auth.resendEmailLink, ({ who }) => emails.resend(who))
  route(binding, auth.cancelEmailChange, ({ tenant, who }) => cancelEmailChange(tenant, who))
  route(binding, auth.sessions, async ({ tenant, who }) => ({ data: await sessions(tenant, who, binding.now()) }))
  route(binding, auth.endSession, ({ tenant, who, params }) => endSession(tenant, who, params.id, binding.now()))
  route(binding, auth.endOtherSessions, ({ tenant, who }) => endOtherSessions(tenant, who, binding.now()))
}
