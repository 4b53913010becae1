// Email changes: requested with the current password, effective once the mailed link is opened.
import { message } from '../../../contract/messages/message.ts'
import type { ProfileChange } from '../../../contract/users.ts'
import { AppError, fieldError, notFound } from '../../errors.ts'
import { digest, type Keys } from '../../keys.ts'
import { writeAuditEvent } from '../../platform/db/audit-events.ts'
import { type Database, inTenant, type Tenant } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/http/authentication.ts'
import { emailTo, queueMail } from '../../platform/mail/service.ts'
import * as users from '../users/service.ts'
import { holdProof, proofs } from './proofs.ts'
import * as queries from './queries.ts'
import { noLimits, rateLimits } from './rate-limit.ts'
import { linkEnd, linkSeconds, newLink } from './reset-link.ts'
import type { Origin } from './service.ts'

interface EmailChangeDependencies {
  database: Database
  keys: Keys
  now: () => Date
  /** Whether attempts are rate limited. */
  limited: boolean
  /** Base of links in emails: never taken from a request's Host header. */
  publicUrl: string
}

export function emailChanges({ database, keys, now, limited, publicUrl }: EmailChangeDependencies) {
  const limits = limited ? rateLimits({ database, keys, now }) : noLimits
  const { proveByPassword } = proofs({ database, keys, now, limited, publicUrl })

  /**
   * Checks a submitted profile. For a new address it returns the remaining work for the transaction that changes the
   * profile; for the current address there is none, and no password is needed.
   */
  async function check(caller: Caller, { email, current_password }: ProfileChange) {
    if (email === undefined) return
    const user = await inTenant(database, caller, (tenant) => users.credentials(tenant, caller.user_id))
    if (!user) throw new AppError('unauthenticated')
    if (email === user.email) return
    if (!current_password) throw fieldError('invalid_request', 'current_password', message('field.required'))
    await proveByPassword(caller, current_password)
    const other = await users.findByEmail(database, users.emailKey(email))
    if (other && other.id !== caller.user_id) throw taken()
    await limits.count('email_link', caller.user_id)
    return async (tenant: Tenant) => {
      const { url, ...link } = linkToConfirm()
      const change = { email, ...link }
      await holdProof(tenant, caller, now())
      await queries.replaceEmailChange(tenant, caller.user_id, change)
      await mailLink(tenant, user, email, url)
    }
  }

  async function resend(caller: Caller): Promise<void> {
    await limits.count('email_link', caller.user_id)
    await inTenant(database, caller, async (tenant) => {
      await users.holdUser(tenant, caller.user_id)
      const { url, ...link } = linkToConfirm()
      const change = await queries.renewEmailChange(tenant, caller.user_id, link, now())
      const user = await users.credentials(tenant, caller.user_id)
      if (!change || !user) throw notFound()
      await mailLink(tenant, user, change.email, url)
    })
  }

  /** Only for the user who requested it: a link sent to a mistyped address is useless to its owner. */
  async function confirm(caller: Caller, token: string, origin: Origin): Promise<void> {
    await limits.count('email_confirm', caller.user_id)
    await inTenant(database, caller, async (tenant) => {
      await users.holdUser(tenant, caller.user_id)
      const change = await queries.useEmailChange(tenant, caller.user_id, digest(token), now())
      if (!change) throw invalid()
      const answer = await users.setEmail(tenant, caller.user_id, change.email)
      if (answer === 'taken') throw taken()
      if (!answer) throw invalid()
      // A password reset link in the old mailbox becomes invalid, too.
      await queries.deleteReset(tenant, caller.user_id)
      await writeAuditEvent(tenant, { user_id: caller.user_id, action: 'email_changed', ip: origin.ip, at: now() })
      await queueMail(tenant, keys, emailTo(answer.before, 'email_changed', { email: change.email }))
    })
  }

  function linkToConfirm() {
    return { ...newLink(`${publicUrl}/account?email_token=`), expires_at: linkEnd(now()) }
  }

  async function mailLink(
    tenant: Tenant,
    user: { name: string; email: string; locale: string },
    to: string,
    url: string,
  ) {
    const letter = emailTo({ ...user, email: to }, 'email_confirm', { url, email: user.email })
    await queueMail(tenant, keys, letter, linkSeconds)
  }

  return { check, resend, confirm }
}

export async function cancelEmailChange(tenant: Tenant, caller: Caller): Promise<void> {
  await queries.deleteEmailChange(tenant, caller.user_id)
}

const taken = () => fieldError('email_taken', 'email', message('email.taken'))
const invalid = () => new AppError('confirmation_invalid', message('email.confirmation_invalid'))
