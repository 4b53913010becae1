// Password changes: with the current password, or by a reset link.

import { setTimeout as pause } from 'node:timers/promises'
import type { PasswordChange, PasswordReset } from '../../../contract/auth.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError, fieldError } from '../../errors.ts'
import { digest, type Keys } from '../../keys.ts'
import { writeAuditEvent } from '../../platform/db/audit-events.ts'
import { type Database, inTenant, type Tenant } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/http/authentication.ts'
import { emailTo, queueMail } from '../../platform/mail/service.ts'
import * as users from '../users/service.ts'
import { revokeAllOf } from './api-tokens/queries.ts'
import { hashPassword, type PasswordWork } from './hashing.ts'
import { unlink } from './login-provider/queries.ts'
import { requirePassword } from './passkeys/queries.ts'
import { passwordProblem } from './password.ts'
import { holdProof, proofs } from './proofs.ts'
import * as queries from './queries.ts'
import { network, noLimits, rateLimits } from './rate-limit.ts'
import { linkEnd, linkSeconds, newResetLink } from './reset-link.ts'
import type { Origin } from './service.ts'

interface PasswordDependencies {
  database: Database
  keys: Keys
  now: () => Date
  /** Whether attempts are rate limited. */
  limited: boolean
  /** Base of links in emails: never taken from a request's Host header. */
  publicUrl: string
  passwordWork?: PasswordWork | undefined
}

export function passwords({ database, keys, now, limited, publicUrl, passwordWork }: PasswordDependencies) {
  const limits = limited ? rateLimits({ database, keys, now }) : noLimits
  const { proveByPassword } = proofs({ database, keys, now, limited, publicUrl })

  /** Does the same work if the address has no account. */
  async function forgot(email: string, origin: Origin): Promise<void> {
    const key = users.emailKey(email)
    await limits.count('forgot', network(origin.ip ?? ''))
    const mayMail = await limits.mayMail(key, network(origin.ip ?? ''))
    const found = await users.findByEmail(database, key)
    const user =
      mayMail && found && !found.disabled_at
        ? found
        : { id: nobody, organization_id: nobody, name: '', email, locale: '' }
    const { url, token_hash } = newResetLink(publicUrl)
    const letter = emailTo(user, 'password_reset', { url })
    const queued = inTenant(database, { ...user, request_id: origin.request_id }, async (tenant) => {
      await queries.replaceReset(tenant, user.id, token_hash, linkEnd(now()))
      await queueMail(tenant, keys, letter, linkSeconds)
    })
    await Promise.all([queued, pause(answerMs)])
  }

  async function reset({ token, password }: PasswordReset, origin: Origin): Promise<void> {
    await limits.count('reset', network(origin.ip ?? ''))
    const token_hash = digest(token)
    const found = await queries.findReset(database, token_hash, now())
    if (!found) throw invalid()
    const { user_id } = found
    const user = await inTenant(database, found, (tenant) => users.credentials(tenant, user_id))
    if (!user) throw invalid()
    const refusal = passwordProblem(password, user)
    if (refusal) throw fieldError('password_rejected', 'password', refusal)
    const password_hash = await hashPassword(password, passwordWork)
    await inTenant(database, found, async (tenant) => {
      await users.holdUser(tenant, user_id)
      if (!(await queries.useReset(tenant, token_hash, now()))) throw invalid()
      if (!(await users.setPassword(tenant, user_id, password_hash))) throw invalid()
      await settle(tenant, user, { user_id, action: 'password_reset', ip: origin.ip })
    })
    await limits.welcome(user.email_key, network(origin.ip ?? ''))
  }

  async function change(
    caller: Caller,
    { current_password, new_password }: PasswordChange,
    origin: Origin,
  ): Promise<void> {
    await proveByPassword(caller, current_password)
    const user = await inTenant(database, caller, (tenant) => users.credentials(tenant, caller.user_id))
    if (!user) throw new AppError('unauthenticated')
    const refusal = passwordProblem(new_password, user)
    if (refusal) throw fieldError('password_rejected', 'new_password', refusal)
    const password_hash = await hashPassword(new_password, passwordWork)
    await inTenant(database, caller, async (tenant) => {
      await holdProof(tenant, caller, now())
      if (!(await users.setPassword(tenant, caller.user_id, password_hash))) throw new AppError('unauthenticated')
      await queries.deleteReset(tenant, caller.user_id)
      const event = { user_id: caller.user_id, action: 'password_changed', ip: origin.ip } as const
      await settle(tenant, user, event, caller.session_id)
    })
  }

  /** After the password is set, which a concurrent sign-in waits for, so that no session survives. */
  async function settle(
    tenant: Tenant,
    user: { name: string; email: string; locale: string },
    event: { user_id: string; action: 'password_reset' | 'password_changed'; ip: string | undefined },
    stays?: string,
  ) {
    await queries.revokeAll(tenant, event.user_id, event.action, now(), stays)
    // A reset may take an account back from a stranger; a change keeps the user's programs, passkeys and linked login.
    if (event.action === 'password_reset') await closeOtherWays(tenant, event)
    // Whoever knew the old password may have requested another address.
    await queries.deleteEmailChange(tenant, event.user_id)
    await writeAuditEvent(tenant, { ...event, at: now() })
    const kind = event.action === 'password_reset' ? 'password_replaced' : 'password_changed'
    await queueMail(tenant, keys, emailTo(user, kind, { url: `${publicUrl}/reset-password` }))
  }

  async function closeOtherWays(tenant: Tenant, { user_id, ip }: { user_id: string; ip: string | undefined }) {
    await revokeAllOf(tenant, user_id, now())
    await requirePassword(tenant, user_id)
    if (await unlink(tenant, user_id))
      await writeAuditEvent(tenant, { action: 'login_unlinked', user_id, ip, at: now() })
  }

  return { forgot, reset, change }
}

// The two rows and the email for an existing account take one millisecond of about six (measured). The response takes
// at least this long, so that the time reveals nothing.
const answerMs = 100
const nobody = '00000000-0000-0000-0000-000000000000'

const invalid = () => new AppError('reset_invalid', message('password.reset_link_invalid'))
