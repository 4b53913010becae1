// Rules of the authenticator app: setting it up, new recovery codes, removing it. Each change is audited and told by email.
import { toDataURL } from 'qrcode'
import { message } from '../../../../contract/messages/message.ts'
import type { RecoveryCodes, SecondFactor, SecondFactorSetup } from '../../../../contract/second-factor.ts'
import { AppError } from '../../../errors.ts'
import type { Keys } from '../../../keys.ts'
import { writeAuditEvent } from '../../../platform/db/audit-events.ts'
import { type Database, inTenant, type Tenant } from '../../../platform/db/index.ts'
import type { Caller } from '../../../platform/http/authentication.ts'
import { emailTo, queueMail } from '../../../platform/mail/service.ts'
import { isSecondFactorRequired } from '../../organization/service.ts'
import * as users from '../../users/service.ts'
import * as passkeys from '../passkeys/queries.ts'
import { holdProof } from '../proofs.ts'
import * as sessions from '../queries.ts'
import { noLimits, rateLimits } from '../rate-limit.ts'
import { factorChanges, ownerOf } from './changes.ts'
import { newRecoveryCodes, openSecret, sealSecret, wrongCode } from './codes.ts'
import * as queries from './queries.ts'
import { appLink, base32, matchingStep, newSecret } from './totp.ts'

interface SecondFactorDependencies {
  database: Database
  keys: Keys
  now: () => Date
  /** Whether attempts are rate limited. */
  limited: boolean
  /** Base of links in emails: never taken from a request's Host header. */
  publicUrl: string
}

export function secondFactors({ database, keys, now, limited, publicUrl }: SecondFactorDependencies) {
  const limits = limited ? rateLimits({ database, keys, now }) : noLimits
  const { tell, endOthers, missingCodes, settleRemoval } = factorChanges({ keys, now, publicUrl })

  async function setUp(caller: Caller): Promise<SecondFactorSetup> {
    await limits.count('second_factor', caller.user_id)
    const secret = newSecret()
    const { email } = await inTenant(database, caller, async (tenant) => {
      await holdProof(tenant, caller, now())
      await queries.propose(tenant, caller.user_id, sealSecret(tenant, keys, caller.user_id, secret))
      return await ownerOf(tenant, caller)
    })
    return { secret: base32(secret), qr: await toDataURL(appLink(secret, email), { margin: 2, width: 320 }) }
  }

  /** Whoever is logged in elsewhere has to log in again, with a code. */
  async function confirm(caller: Caller, code: string): Promise<RecoveryCodes> {
    await limits.count('second_factor', caller.user_id)
    return await inTenant(database, caller, async (tenant) => {
      const { user_id } = caller
      await holdProof(tenant, caller, now())
      const factor = await queries.get(tenant, user_id)
      if (!factor?.pending_secret) throw new AppError('state_conflict', message('second_factor.not_started'))
      const step = matchingStep(
        openSecret(tenant, keys, user_id, factor.pending_secret),
        code.replace(/\s/g, ''),
        now(),
      )
      if (step === undefined) throw wrongCode()
      const wasOn = await queries.hasAny(tenant, user_id)
      await queries.confirm(tenant, user_id, step, now())
      await endOthers(tenant, caller)
      const first = wasOn ? 'authenticator_added' : 'second_factor_on'
      await tell(tenant, caller, factor.secret ? 'second_factor_moved' : first)
      if (factor.secret) return { recovery_codes: await newRecoveryCodes(tenant, user_id) }
      return { recovery_codes: await missingCodes(tenant, caller) }
    })
  }

  async function renewCodes(caller: Caller): Promise<RecoveryCodes> {
    await limits.count('second_factor', caller.user_id)
    return await inTenant(database, caller, async (tenant) => {
      await holdProof(tenant, caller, now())
      if (!(await queries.hasAny(tenant, caller.user_id))) throw off()
      await tell(tenant, caller, 'recovery_codes_renewed')
      return { recovery_codes: await newRecoveryCodes(tenant, caller.user_id) }
    })
  }

  async function turnOff(caller: Caller): Promise<void> {
    await inTenant(database, caller, async (tenant) => {
      await holdProof(tenant, caller, now())
      if (!(await queries.remove(tenant, caller.user_id))) throw off()
      await sessions.forgetDevices(tenant, caller.user_id)
      await settleRemoval(tenant, caller, 'authenticator_removed')
    })
  }

  return { setUp, confirm, renewCodes, turnOff }
}

export async function secondFactorOf(tenant: Tenant, { user_id }: Caller, now: Date): Promise<SecondFactor> {
  const factor = await queries.get(tenant, user_id)
  return {
    is_on: await queries.hasAny(tenant, user_id),
    confirmed_at: factor?.confirmed_at ?? null,
    recovery_codes_left: await queries.recoveryCodesLeft(tenant, user_id),
    remembered_devices: await sessions.countRemembered(tenant, user_id, now),
    is_required: await isSecondFactorRequired(tenant),
  }
}

/** By the operator, for a user who has lost apps, passkeys and recovery codes. False if it was off. */
export async function resetSecondFactor(
  tenant: Tenant,
  keys: Keys,
  user: { id: string; name: string; email: string; locale: string },
  now: Date,
): Promise<boolean> {
  await users.holdUser(tenant, user.id)
  const [hadApp, passkeyCount] = [await queries.remove(tenant, user.id), await passkeys.removeAll(tenant, user.id)]
  if (!hadApp && passkeyCount === 0) return false
  await queries.removeRecoveryCodes(tenant, user.id)
  await sessions.forgetDevices(tenant, user.id)
  const event = { action: 'second_factor_reset', target_id: user.id, detail: { by: 'operator' }, at: now } as const
  await writeAuditEvent(tenant, event)
  await queueMail(tenant, keys, emailTo(user, 'second_factor_reset', {}))
  return true
}

const off = () => new AppError('state_conflict', message('second_factor.off'))
