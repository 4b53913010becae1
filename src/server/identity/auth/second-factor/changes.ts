// What every change of a user's second factors has in common: its record, its email, and the first and the last one.
import type { AuditAction } from '../../../../contract/audit-actions.ts'
import { message } from '../../../../contract/messages/message.ts'
import { AppError } from '../../../errors.ts'
import type { Keys } from '../../../keys.ts'
import { writeAuditEvent } from '../../../platform/db/audit-events.ts'
import type { Tenant } from '../../../platform/db/index.ts'
import type { Caller } from '../../../platform/http/authentication.ts'
import { type EmailKind, emailTo, queueMail } from '../../../platform/mail/service.ts'
import { isSecondFactorRequired } from '../../organization/service.ts'
import * as users from '../../users/service.ts'
import * as sessions from '../queries.ts'
import { newRecoveryCodes } from './codes.ts'
import * as queries from './queries.ts'

interface ChangeDependencies {
  keys: Keys
  now: () => Date
  /** Base of links in emails: never taken from a request's Host header. */
  publicUrl: string
}

export function factorChanges({ keys, now, publicUrl }: ChangeDependencies) {
  async function record(tenant: Tenant, { user_id, ip }: Caller, action: AuditAction, detail = {}) {
    await writeAuditEvent(tenant, { user_id, action, ip, detail, at: now() })
  }

  /** Records it, and tells the user by email. */
  async function tell(tenant: Tenant, caller: Caller, what: EmailKind & AuditAction, values: { name?: string } = {}) {
    await record(tenant, caller, what, values)
    const owner = await ownerOf(tenant, caller)
    await queueMail(tenant, keys, emailTo(owner, what, { url: `${publicUrl}/account#second-factor`, ...values }))
  }

  /** Whoever is logged in elsewhere has to log in again. */
  async function endOthers(tenant: Tenant, { user_id, session_id }: Caller) {
    await sessions.revokeAll(tenant, user_id, 'second_factor_changed', now(), session_id)
    await sessions.forgetDevices(tenant, user_id)
  }

  /** Recovery codes for a user who has none left. */
  async function missingCodes(tenant: Tenant, { user_id }: Caller): Promise<string[]> {
    return (await queries.recoveryCodesLeft(tenant, user_id)) > 0 ? [] : await newRecoveryCodes(tenant, user_id)
  }

  /** After an app or a passkey was removed. Throws if it was the last one, and the organization requires one. */
  async function settleRemoval(
    tenant: Tenant,
    caller: Caller,
    what: 'authenticator_removed' | 'passkey_removed',
    values: { name?: string } = {},
  ): Promise<void> {
    if (await queries.hasAny(tenant, caller.user_id)) return await tell(tenant, caller, what, values)
    if (await isSecondFactorRequired(tenant)) throw new AppError('state_conflict', message('second_factor.required'))
    await queries.removeRecoveryCodes(tenant, caller.user_id)
    await record(tenant, caller, what, values)
    await tell(tenant, caller, 'second_factor_off')
  }

  return { record, tell, endOthers, missingCodes, settleRemoval }
}

export async function ownerOf(tenant: Tenant, { user_id }: Caller) {
  const user = await users.credentials(tenant, user_id)
  if (!user) throw new AppError('unauthenticated')
  return user
}
